/** Undefined for what is no JSON; nothing at all is told apart without the cost of an error. */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The JSON of a body, undefined where it is none or too deep. */
export function jsonIn(body: Buffer): unknown {
  return isTooDeep(body) ? undefined : readJson(body.toString('utf8'))
}

/** No document of the service comes near it. What is deeper would break whatever walks it, or cost it its time. */
export const mostLevels = 500

const quote = 0x22
const backslash = 0x5c
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Whether a body, if it is JSON, has more levels than are read. It is looked at no further than that shows. */
export function isTooDeep(body: Buffer): boolean {
  // Each level takes two bytes.
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

/** Where the text that begins at this quote ends. */
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
