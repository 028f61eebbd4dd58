/** The JSON value of a text; undefined if it is not JSON. An empty text is so common that it is not left to a costly error. */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The JSON value of a body; undefined if it is not JSON or nested too deeply. */
export function jsonIn(body: Buffer): unknown {
  return isTooDeep(body) ? undefined : readJson(body.toString('utf8'))
}

/** The deepest nesting that is read. No body of the service comes near it, and a deeper one could exhaust the stack. */
export const mostLevels = 500

const quote = 0x22
const backslash = 0x5c
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Whether a body, if it is JSON, is nested more deeply than `mostLevels`. It is read only as far as needed to tell. */
export function isTooDeep(body: Buffer): boolean {
  // Each level takes at least two bytes.
  if (body.length <= 2 * mostLevels) return false
  let at = 0
  while (isSpace(body[at])) at += 1
  if (!isOpening(body[at])) return false
  for (let levels = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) at = endOfText(body, at)
    else if (isOpening(byte)) levels += 1
    else if (isClosing(byte)) levels -= 1
    if (levels > mostLevels) return true
  }
  return false
}

/** The position of the quote that ends the text beginning at `start`. */
function endOfText(body: Buffer, start: number): number {
  let end = body.indexOf(quote, start + 1)
  while (end !== -1 && isEscaped(body, end)) end = body.indexOf(quote, end + 1)
  return end === -1 ? body.length : end
}

function isEscaped(body: Buffer, at: number): boolean {
  let before = at
  while (body[before - 1] === backslash) before -= 1
  return (at - before) % 2 === 1
}
