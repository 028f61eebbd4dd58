import type { Child } from 'hono/jsx'
import { CodeBlock } from './code-block.tsx'

/** The maximum length of JSON that is highlighted. The elements that colour a longer text would make the page slow. */
const maxJsonLength = 20_000

/** Matches a token of indented JSON: a name, another string, a number or a word. */
const tokenPattern = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g

/** Renders JSON indented, with each kind of token in its own colour. Text that is no JSON stays unchanged. */
export function JsonBlock({ label, text }: { readonly label: string; readonly text: string }) {
  const code = indentJson(text)
  return <CodeBlock label={label} code={code.length > maxJsonLength ? code : highlightJson(code)} isWrapped />
}

/** Indents JSON; other text stays as it is. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function highlightJson(code: string): Child[] {
  const parts: Child[] = []
  let from = 0
  for (const match of code.matchAll(tokenPattern)) {
    const [text, string, colon = ''] = match
    if (match.index > from) parts.push(code.slice(from, match.index))
    const kind = string === undefined ? 'j-value' : colon === '' ? 'j-text' : 'j-name'
    parts.push(<span class={kind}>{string ?? text}</span>, colon)
    from = match.index + text.length
  }
  parts.push(code.slice(from))
  return parts
}
