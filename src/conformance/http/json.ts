/** Parses a JSON text; returns undefined if it is not JSON. An empty text is common, so it is not parsed, which saves a costly error. */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses the JSON of a response body. Returns undefined if it is not JSON, nested too deeply, or has too many values. */
export function parseJsonBody(body: Buffer): unknown {
  return describeJsonExcess(body) === undefined ? readJson(body.toString('utf8')) : undefined
}

/** The deepest nesting of JSON that is parsed. Deeper JSON could exhaust the stack, and the service sends far fewer levels. */
const maxLevels = 500
/**
 * The largest number of JSON values that is parsed, as each value takes at least 50 bytes of memory. A batch of 5,000
 * items has a quarter of this number.
 */
const maxValues = 1_000_000

const quote = 0x22
const backslash = 0x5c
const isOpeningBracket = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b
const isClosingBracket = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d
const comma = 0x2c
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * Returns why a JSON body must not be parsed, such as `more than 500 levels`; undefined if it may be. Reads the body
 * only until the answer is clear.
 */
export function describeJsonExcess(body: Buffer): string | undefined {
  // Each level of nesting takes at least two bytes, so a short body cannot be too deep.
  if (body.length <= 2 * maxLevels) return undefined
  let at = 0
  while (isSpace(body[at])) at += 1
  if (!isOpeningBracket(body[at])) return undefined
  let values = 0
  for (let levels = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) at = findEndOfString(body, at)
    else if (byte === comma) values += 1
    else if (isClosingBracket(byte)) levels -= 1
    else if (isOpeningBracket(byte)) {
      levels += 1
      values += 1
    }
    if (levels > maxLevels) return `more than ${maxLevels} levels`
    if (values > maxValues) return `more than ${maxValues} values`
  }
  return undefined
}

/** Returns the position of the closing quote of the JSON string that starts at `start`. */
function findEndOfString(body: Buffer, start: number): number {
  let end = body.indexOf(quote, start + 1)
  while (end !== -1 && isEscaped(body, end)) end = body.indexOf(quote, end + 1)
  return end === -1 ? body.length : end
}

function isEscaped(body: Buffer, at: number): boolean {
  let before = at
  while (body[before - 1] === backslash) before -= 1
  return (at - before) % 2 === 1
}
