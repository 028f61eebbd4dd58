import { isUtf8 } from 'node:buffer'
import { isDeeperThan, isObject, maxDepth, refuseDepth, refuseField } from './json-body.ts'

/** What stands beside the list, and one item of it, may have no more than any other body. */
const partLimitBytes = 256 * 1024
const bytesBetweenPauses = 32 * 1024

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A JSON object with a long list in it. */
export interface ListBody {
  /** The object, the list in it empty. */
  readonly rest: unknown
  /** As many of the list's items as were asked for. */
  readonly items: readonly unknown[]
  /** How many there are. */
  readonly itemCount: number
}

/**
 * Reads the JSON object in `bytes` as `JSON.parse` would, but the list under `name` bit by bit: to parse megabytes in one go
 * would hold up everybody else. Every part is parsed, also items beyond the first `keptCount`; a part that is no JSON makes
 * the whole none. The outline is all but the items of such lists.
 */
export function* readListBody(
  bytes: Uint8Array,
  {
    name,
    keptCount,
    stepBytes = bytesBetweenPauses,
  }: { readonly name: string; readonly keptCount: number; readonly stepBytes?: number },
): Generator<void, ListBody> {
  if (!isUtf8(bytes)) refuseField('body', 'is not valid UTF-8')
  yield
  const outline = new Outline(bytes)
  let list: ListReader | undefined
  let latest: ListReader | undefined
  let key: unknown
  let depth = 0
  let stringFrom = -1
  let pauseAt = stepBytes
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pauseAt) {
      pauseAt = at + stepBytes
      yield
    }
    const byte = bytes[at]
    if (stringFrom !== -1) {
      if (byte === backslash) at += 1
      else if (byte === quote) {
        if (depth === 1) key = keyIn(bytes, stringFrom, at + 1)
        stringFrom = -1
      }
    } else if (byte === quote) {
      stringFrom = at
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1
      if (depth === 2 && byte === openBracket && key === name && isAfterColon(bytes, at)) {
        outline.leave(at + 1)
        list = new ListReader(bytes, { from: at + 1, keptCount, stepBytes })
        // Of two lists of one name, the last counts.
        latest = list
      }
    } else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1
      if (depth === 1 && list !== undefined) {
        if (byte === closeBrace) refuseJson()
        list.end(at)
        outline.resume(at)
        list = undefined
      }
    } else if (byte === comma && depth === 2) {
      list?.endItem(at)
    }
  }
  const rest = parsed(outline.end())
  if (!isObject(rest) || Array.isArray(rest)) refuseField('body', 'must be a JSON object')
  if (latest?.isDeep === true || isDeeperThan(rest, maxDepth)) refuseDepth()
  return { rest, items: latest?.items ?? [], itemCount: latest?.itemCount ?? 0 }
}

/** The text of a body without the items of its lists. */
class Outline {
  readonly #bytes: Uint8Array
  readonly #parts: string[] = []
  #length = 0
  #from = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  leave(at: number): void {
    this.#length += at - this.#from
    checkPart(this.#length, 'beside its items')
    this.#parts.push(textOf(this.#bytes, this.#from, at))
  }

  resume(at: number): void {
    this.#from = at
  }

  end(): string {
    this.leave(this.#bytes.length)
    return this.#parts.join('')
  }
}

/** The items of one list, parsed some at a time. */
class ListReader {
  readonly items: unknown[] = []
  itemCount = 0
  isDeep = false
  readonly #bytes: Uint8Array
  readonly #keptCount: number
  readonly #stepBytes: number
  #partFrom: number
  #itemFrom: number
  #isFirstPart = true

  constructor(
    bytes: Uint8Array,
    place: { readonly from: number; readonly keptCount: number; readonly stepBytes: number },
  ) {
    const { from } = place
    this.#bytes = bytes
    this.#keptCount = place.keptCount
    this.#stepBytes = place.stepBytes
    this.#partFrom = from
    this.#itemFrom = from
  }

  endItem(at: number): void {
    checkPart(at - this.#itemFrom, `in items[${this.itemCount}]`)
    this.#itemFrom = at + 1
    if (at - this.#partFrom < this.#stepBytes) return
    this.#take(at)
    this.#partFrom = at + 1
  }

  end(at: number): void {
    checkPart(at - this.#itemFrom, `in items[${this.itemCount}]`)
    this.#take(at)
  }

  #take(to: number): void {
    const part = parsed(`[${textOf(this.#bytes, this.#partFrom, to)}]`)
    // Nothing behind a comma.
    if (!Array.isArray(part) || (part.length === 0 && !this.#isFirstPart)) throw refuseJson()
    this.#isFirstPart = false
    this.itemCount += part.length
    this.isDeep ||= isDeeperThan(part, maxDepth - 1)
    const missing = this.#keptCount - this.items.length
    if (missing > 0) this.items.push(...part.slice(0, missing))
  }
}

/** No key that is longer, however it is escaped, is one that is looked for. */
const longestKeyBytes = 100

function keyIn(bytes: Uint8Array, from: number, to: number): unknown {
  return to - from > longestKeyBytes ? undefined : parsed(textOf(bytes, from, to))
}

function checkPart(lengthBytes: number, where: string): void {
  if (lengthBytes > partLimitBytes) refuseField('body', `holds more than ${partLimitBytes} bytes ${where}`)
}

function isAfterColon(bytes: Uint8Array, at: number): boolean {
  let before = at - 1
  while (isSpace(bytes[before])) before -= 1
  return bytes[before] === colon
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuseJson()
  }
}

function refuseJson(): never {
  return refuseField('body', 'is not valid JSON')
}
