import { styleText } from 'node:util'

/** Whether what is printed is to have colours: Node's own verdict, by the terminal, TERM, NO_COLOR and FORCE_COLOR. */
export function takesColours(): boolean {
  return styleText('bold', 'x') !== 'x'
}

/** Whether a line can be written over: a dumb terminal shows the codes for it. */
export function isRewritable(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && process.env['TERM'] !== 'dumb'
}
