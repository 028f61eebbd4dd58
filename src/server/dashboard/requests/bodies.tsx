import { CodeBlock } from '../../pages/components/code-block.tsx'
import { JsonBlock } from '../../pages/components/json-block.tsx'
import type { Conceal } from '../../service/redact.ts'

interface BodyProps {
  readonly label: string
  readonly body: string | null
  readonly conceal: Conceal
}

/** Renders the body of a request or response; JSON is indented and highlighted. */
export function BodyBlock({ label, body, conceal }: BodyProps) {
  if (body === null) return <p class="muted">{label}: none.</p>
  return <JsonBlock label={label} code={indentJson(conceal(body))} />
}

interface HeadersProps {
  readonly label: string
  readonly headers: readonly string[]
  readonly conceal: Conceal
}

/** Renders the headers of a request or response, folded. */
export function HeaderBlock({ label, headers, conceal }: HeadersProps) {
  return (
    <details>
      <summary>{label}</summary>
      <CodeBlock
        label={label}
        code={listShownHeaders(headers, conceal)
          .map((pair) => pair.join(': '))
          .join('\n')}
      />
    </details>
  )
}

/** Indents JSON; other text stays as it is. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Headers with secrets, which pages never show. */
const hiddenHeaders = /^(?:cookie|set-cookie|proxy-authorization)$/i

/** Returns the headers that a page may show, as pairs of name and value. `headers` has them one after the other. */
export function listShownHeaders(headers: readonly string[], conceal: Conceal): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]]
    if (!hiddenHeaders.test(name)) pairs.push([conceal(name), conceal(value)])
  }
  return pairs
}
