/** Parses a JSON text; undefined if it is not JSON. An empty text is common, and returns early to save a costly error. */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses the JSON of a response body; undefined if it is not JSON, nested too deeply, or made of too many values. */
export function parseJsonBody(body: Buffer): unknown {
  return describeExcess(body) === undefined ? readJson(body.toString('utf8')) : undefined
}

/** The deepest nesting of JSON that is parsed. A deeper body could exhaust the stack, and no body of the service comes near it. */
const maxLevels = 500
/**
 * The largest number of JSON values that is parsed. A batch of 5,000 items has a quarter of this number. Each value
 * takes at least 50 bytes of memory.
 */
const maxValues = 1_000_000

const quote = 0x22
const backslash = 0x5c
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d
const comma = 0x2c
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * Returns why a JSON body is too large to be parsed: `more than 500 levels`, or values; undefined if it may be
 * parsed. It stops reading the body as soon as it is too large.
 */
export function describeExcess(body: Buffer): string | undefined {
  // Each level of nesting takes at least two bytes, so a short body cannot be too deep.
  if (body.length <= 2 * maxLevels) return undefined
  let at = 0
  while (isSpace(body[at])) at += 1
  if (!isOpening(body[at])) return undefined
  let values = 0
  for (let levels = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) at = findEndOfText(body, at)
    else if (byte === comma) values += 1
    else if (isClosing(byte)) levels -= 1
    else if (isOpening(byte)) {
      levels += 1
      values += 1
    }
    if (levels > maxLevels) return `more than ${maxLevels} levels`
    if (values > maxValues) return `more than ${maxValues} values`
  }
  return undefined
}

/** Returns the position of the quote that ends the JSON text that starts at `start`. */
function findEndOfText(body: Buffer, start: number): number {
  let end = body.indexOf(quote, start + 1)
  while (end !== -1 && isEscaped(body, end)) end = body.indexOf(quote, end + 1)
  return end === -1 ? body.length : end
}

function isEscaped(body: Buffer, at: number): boolean {
  let before = at
  while (body[before - 1] === backslash) before -= 1
  return (at - before) % 2 === 1
}
