import { styleText } from 'node:util'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'

/** Whether output has colours. Node decides, by the terminal, TERM, NO_COLOR and FORCE_COLOR. */
export function takesColours(): boolean {
  return styleText('bold', 'x') !== 'x'
}

/** Whether a line can be rewritten. A dumb terminal would print the control codes. */
export function isRewritable(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && process.env['TERM'] !== 'dumb'
}

/** Line ends, tabs and colours, which this program prints itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches exactly the control characters
const own = /(\n|\t|\u001b\[[\d;]*m)/

/**
 * Formats lines of text, perhaps with colours; all other control characters are made visible. Text from
 * elsewhere must pass `neutralise` before it goes into a line: it could contain line ends and colours.
 */
export function escapeControls(text: string): string {
  return text
    .split(own)
    .map((part, at) => (at % 2 === 1 ? part : neutralise(part)))
    .join('')
}
