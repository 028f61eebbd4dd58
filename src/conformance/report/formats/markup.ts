import { html, raw } from 'hono/html'
import { neutralise } from '../neutral-text.ts'

/** A piece of a page, which goes into another as it is. */
export type Markup = ReturnType<typeof raw>

type Part = string | number | Markup | readonly Part[]

/** A piece of a page: texts put into it are text, and do nothing to whoever shows them; pieces are pieces. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const made = html(strings, ...parts.map(harmless))
  if (made instanceof Promise) throw new Error('A page is made of nothing that has to be waited for.')
  return made
}

/** Pieces with a line end between them. */
export function lines(pieces: readonly Markup[]): Part {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [lineEnd, piece]))
}

const lineEnd = raw('\n')

function harmless(part: Part): unknown {
  if (typeof part === 'string') return neutralise(part)
  return Array.isArray(part) ? part.map(harmless) : part
}
