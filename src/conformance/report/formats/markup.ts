import { html, raw } from 'hono/html'
import { neutralise } from '../neutral-text.ts'

/** A piece of HTML, which is put into another piece as it is. */
export type Markup = ReturnType<typeof raw>

type Part = string | number | Markup | readonly Part[]

/** Makes a piece of HTML. Texts put into it are escaped, pieces are not. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const made = html(strings, ...parts.map(harmless))
  if (made instanceof Promise) throw new Error('A page is made of nothing that has to be waited for.')
  return made
}

/** The pieces with a line end after each but the last. */
export function lines(pieces: readonly Markup[]): Part {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [lineEnd, piece]))
}

const lineEnd = raw('\n')

function harmless(part: Part): unknown {
  if (typeof part === 'string') return neutralise(part)
  return Array.isArray(part) ? part.map(harmless) : part
}
