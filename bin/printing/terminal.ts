import { styleText } from 'node:util'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'

/** Whether output has colours. Node decides by the terminal and by TERM, NO_COLOR and FORCE_COLOR. */
export function supportsColours(): boolean {
  return styleText('bold', 'x') !== 'x'
}

/**
 * Whether a line on the stream can be rewritten by control codes. A terminal that does not support these codes would
 * print them.
 */
export function isRewritable(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && process.env['TERM'] !== 'dumb'
}

/** Matches line ends, tabs and colours, which this program itself prints. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches exactly the control characters
const ownControlCharacters = /(\n|\t|\u001b\[[\d;]*m)/

/**
 * Returns the text with all control characters escaped, except line ends, tabs and colours. Text from other sources must
 * pass `neutralise` first, because it could contain line ends and colours.
 */
export function escapeControls(text: string): string {
  return text
    .split(ownControlCharacters)
    .map((part, at) => (at % 2 === 1 ? part : neutralise(part)))
    .join('')
}
