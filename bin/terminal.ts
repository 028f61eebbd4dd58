import { styleText } from 'node:util'
import { neutralise } from '../src/conformance/report/neutral-text.ts'

/** Whether what is printed is to have colours: Node's own verdict, by the terminal, TERM, NO_COLOR and FORCE_COLOR. */
export function takesColours(): boolean {
  return styleText('bold', 'x') !== 'x'
}

/** Whether a line can be written over: a dumb terminal shows the codes for it. */
export function isRewritable(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && process.env['TERM'] !== 'dumb'
}

/** The ends of lines, and the colours that are ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left
const own = /(\n|\t|\u001b\[[\d;]*m)/

/**
 * A text of many lines, perhaps in colours, with everything else in it that a terminal would obey made visible. What comes
 * from elsewhere has to be made harmless by `neutralise` before it gets a place in a line: it could bring line ends and colours of its own.
 */
export function escapeControls(text: string): string {
  return text
    .split(own)
    .map((part, at) => (at % 2 === 1 ? part : neutralise(part)))
    .join('')
}
