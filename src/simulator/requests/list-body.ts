import { isUtf8 } from 'node:buffer'
import {
  isDeeperThan,
  isObject,
  jsonIn,
  maxDepth,
  refuseDepth,
  refuseField,
  refuseJson,
} from './json-body.ts'

/** The limit of an ordinary body, for one item and for all outside the list. */
const partLimitBytes = 256 * 1024
const bytesBetweenPauses = 32 * 1024

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A JSON object with a long list in it. */
export interface ListBody {
  /** The object with an empty list. */
  readonly rest: unknown
  /** The items, up to the number asked for. */
  readonly items: readonly unknown[]
  /** The number of items in the body. */
  readonly itemCount: number
}

/**
 * Reads a JSON object as `JSON.parse` would, but the list under `name` in steps: parsing megabytes in one go
 * would block all other requests. Every part is parsed, including items beyond the first `keptCount`; an invalid
 * part makes the whole body invalid. Throws VALIDATION.FIELD.INVALID.
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
  const scanner = new ListScanner(bytes, { name, keptCount, stepBytes })
  for (let at = scanner.readOn(0); at < bytes.length; at = scanner.readOn(at)) yield
  return scanner.end()
}

/** Scans the bytes of a body for lists with the given name, and passes each of their items to a reader. */
class ListScanner {
  readonly #bytes: Uint8Array
  readonly #options: { readonly name: string; readonly keptCount: number; readonly stepBytes: number }
  readonly #outline: Outline
  /** The list it is in. */
  #list: ListReader | undefined
  /** The last list of the name: of two, that one counts. */
  #latest: ListReader | undefined
  /** The last string in the outermost object, which may be a key. */
  #key: unknown
  #depth = 0
  #stringFrom = -1

  constructor(
    bytes: Uint8Array,
    options: { readonly name: string; readonly keptCount: number; readonly stepBytes: number },
  ) {
    this.#bytes = bytes
    this.#options = options
    this.#outline = new Outline(bytes)
  }

  /** Reads one step of the body; returns where it stopped. */
  readOn(from: number): number {
    const to = Math.min(from + this.#options.stepBytes, this.#bytes.length)
    let at = from
    for (; at < to; at += 1) {
      const byte = this.#bytes[at]
      if (this.#stringFrom === -1) this.#readSign(byte, at)
      else if (byte === backslash) at += 1
      else if (byte === quote) this.#endString(at)
    }
    return at
  }

  end(): ListBody {
    const rest = jsonIn(this.#outline.end())
    if (!isObject(rest) || Array.isArray(rest)) refuseField('body', 'must be a JSON object')
    const { items = [], itemCount = 0, isDeep = false } = this.#latest ?? {}
    if (isDeep || isDeeperThan(rest, maxDepth)) refuseDepth()
    return { rest, items, itemCount }
  }

  /** A byte outside strings. */
  #readSign(byte: number | undefined, at: number): void {
    if (byte === quote) this.#stringFrom = at
    else if (byte === openBracket || byte === openBrace) {
      this.#depth += 1
      if (this.#depth === 2 && byte === openBracket) this.#startList(at)
    } else if (byte === closeBracket || byte === closeBrace) {
      this.#depth -= 1
      if (this.#depth === 1 && this.#list !== undefined) this.#endList(this.#list, byte, at)
    } else if (byte === comma && this.#depth === 2) this.#list?.endItem(at)
  }

  #endString(at: number): void {
    if (this.#depth === 1) this.#key = keyIn(this.#bytes, this.#stringFrom, at + 1)
    this.#stringFrom = -1
  }

  #startList(at: number): void {
    const { name, keptCount, stepBytes } = this.#options
    if (this.#key !== name || !isAfterColon(this.#bytes, at)) return
    this.#outline.leave(at + 1)
    this.#list = new ListReader(this.#bytes, { from: at + 1, keptCount, stepBytes })
    this.#latest = this.#list
  }

  #endList(list: ListReader, byte: number, at: number): void {
    if (byte === closeBrace) refuseJson()
    list.end(at)
    this.#outline.resume(at)
    this.#list = undefined
  }
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

/** The items of one list, parsed in groups. */
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
    const part = jsonIn(`[${textOf(this.#bytes, this.#partFrom, to)}]`)
    // A comma with no item after it.
    if (!Array.isArray(part) || (part.length === 0 && !this.#isFirstPart)) throw refuseJson()
    this.#isFirstPart = false
    this.itemCount += part.length
    this.isDeep ||= isDeeperThan(part, maxDepth - 1)
    const missing = this.#keptCount - this.items.length
    if (missing > 0) this.items.push(...part.slice(0, missing))
  }
}

/** A longer key cannot be the name in question, however it is escaped. */
const longestKeyBytes = 100

function keyIn(bytes: Uint8Array, from: number, to: number): unknown {
  return to - from > longestKeyBytes ? undefined : jsonIn(textOf(bytes, from, to))
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
