import { findError } from '../model/errors.ts'
import { buildErrorPath } from '../model/search.ts'

/** Renders a text, its parts in backticks as code. An error code links to its page. */
export function TextWithCode({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <CodeWord text={part} /> : part))}</>
}

/** Renders a word as code. An error code links to its page. */
export function CodeWord({ text }: { readonly text: string }) {
  if (findError(text) === undefined) return <code>{text}</code>
  return (
    <a href={buildErrorPath(text)}>
      <code>{text}</code>
    </a>
  )
}
