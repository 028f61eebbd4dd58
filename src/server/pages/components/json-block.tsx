import type { Child } from 'hono/jsx'
import { CodeBlock } from './code-block.tsx'

/** Longer text is not highlighted, as its spans would make the page slow. */
const maxCharacters = 20_000

/** The tokens of indented JSON: a name, another string, a number or a word. Text between them stays plain. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g

/** Renders JSON with a class for each kind of token; any other text unchanged. */
export function JsonBlock({ label, code }: { readonly label: string; readonly code: string }) {
  return <CodeBlock label={label} code={code.length > maxCharacters ? code : highlightJson(code)} isWrapped />
}

function highlightJson(code: string): Child[] {
  const parts: Child[] = []
  let from = 0
  for (const match of code.matchAll(tokens)) {
    const [text, string, colon = ''] = match
    if (match.index > from) parts.push(code.slice(from, match.index))
    const kind = string === undefined ? 'j-value' : colon === '' ? 'j-text' : 'j-name'
    parts.push(<span class={kind}>{string ?? text}</span>, colon)
    from = match.index + text.length
  }
  parts.push(code.slice(from))
  return parts
}
