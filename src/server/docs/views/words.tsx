import { findError } from '../model/errors.ts'
import { buildErrorPath } from '../model/search.ts'

/** Renders a text with code in backticks; an error code links to its page. */
export function Words({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <Code text={part} /> : part))}</>
}

/** Renders a word of code. */
export function Code({ text }: { readonly text: string }) {
  if (findError(text) === undefined) return <code>{text}</code>
  return (
    <a href={buildErrorPath(text)}>
      <code>{text}</code>
    </a>
  )
}
