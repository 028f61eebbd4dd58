import { isUtf8 } from 'node:buffer'
import {
  isObject,
  maxDepth,
  parseJsonText,
  refuseDeepJson,
  refuseField,
  refuseInvalidJson,
} from './json-body.ts'

/**
 * The maximum bytes of one part: of a member of a list or object at the depth `cutDepth`, or of all text outside these
 * lists and objects together.
 */
const partLimitBytes = 256 * 1024
const usualGroupBytes = 32 * 1024
/** How many bytes before the opening bracket of a list are searched for the name of the list. */
const nameSearchBytes = 100

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A large JSON object that has been read. The lists and objects at one depth are not parsed yet. */
export interface LargeJson {
  /** The object. A `LargeMembers` replaces each list and object at the depth `cutDepth`. */
  readonly value: object
  /** All lists and objects at the depth `cutDepth`, also those that a later member of the same name has replaced. */
  readonly containers: readonly LargeMembers[]
}

interface LargeJsonOptions {
  /** The depth of the lists and objects that are cut into their members; the outermost object has 1. */
  readonly cutDepth: number
  /** How many bytes of members are parsed together. */
  readonly groupBytes?: number
  /** A list, by its name in the object around it, that is refused as soon as it has more members than `maxMembers`. */
  readonly bounded?: BoundedList
}

export interface BoundedList {
  readonly name: string
  readonly maxMembers: number
  readonly refuse: () => never
}

/**
 * Cuts the text of a large JSON object into parts while its bytes arrive, so that each part can be parsed by
 * itself. Parsing megabytes at once would block all other requests, and some megabytes of brackets would take
 * gigabytes of memory. Only the text outside the lists and objects at one depth is parsed here. Throws
 * VALIDATION.FIELD.INVALID as soon as the text is nested too deeply, or a part is too large.
 */
export class LargeJsonReader {
  readonly #cutDepth: number
  readonly #groupBytes: number
  readonly #bounded: BoundedList | undefined
  readonly #containers: LargeMembers[] = []
  /** How many more members may follow in the list that is being read. */
  #membersLeft = Number.POSITIVE_INFINITY
  /** The JSON text without the members of the lists and objects that are cut. */
  readonly #outline: string[] = []
  #outlineBytes = 0
  /** The bytes from the last cut to the end of the previous piece. */
  #held: Uint8Array[] = []
  /** The number of bytes before the present piece. */
  #before = 0
  /** The byte of the whole text at which the last cut was. */
  #cutAt = 0
  /** The byte of the whole text with which the present member begins. */
  #memberAt = 0
  #depth = 0
  #isInString = false
  #isEscaped = false

  constructor({ cutDepth, groupBytes = usualGroupBytes, bounded }: LargeJsonOptions) {
    this.#cutDepth = cutDepth
    this.#groupBytes = groupBytes
    this.#bounded = bounded
  }

  /** Takes the next bytes of the text. The caller must not change them afterwards. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === quote) this.#isInString = !this.#isInString
      else if (this.#isInString) this.#isEscaped = byte === backslash
      else if (byte === openBracket || byte === openBrace) this.#openContainer(byte, bytes, at)
      else if (byte === closeBracket || byte === closeBrace) this.#closeContainer(byte, bytes, at)
      else if (byte === comma && this.#depth === this.#cutDepth) this.#endMember(bytes, at)
    }
    this.#held.push(bytes.subarray(Math.max(0, this.#cutAt - this.#before)))
    this.#before += bytes.length
    this.#checkPart(this.#before)
  }

  /** Ends the text. Throws VALIDATION.FIELD.INVALID if it is no JSON object. */
  end(): LargeJson {
    if (this.#before === 0) refuseField('body', 'is empty; it must be a JSON object')
    this.#outline.push(decodeUtf8(Buffer.concat(this.#held)))
    const value = parseJsonText(this.#outline.join(''))
    if (!isObject(value) || Array.isArray(value)) refuseField('body', 'must be a JSON object')
    return { value: Object(this.#fillContainers(value, 1)), containers: this.#containers }
  }

  #openContainer(byte: number, bytes: Uint8Array, at: number): void {
    this.#depth += 1
    if (this.#depth > maxDepth) refuseDeepJson()
    if (this.#depth !== this.#cutDepth) return
    this.#endOutline(bytes, at + 1)
    // In the outline, an index of `#containers` stands for the list or object. Its name cannot identify it: two
    // members can have the same name, and then only the later one counts.
    const isList = byte === openBracket
    this.#membersLeft = isList ? this.#findMaxMembers() : Number.POSITIVE_INFINITY
    this.#outline.push(isList ? `${this.#containers.length}` : `"":${this.#containers.length}`)
    this.#containers.push(new LargeMembers(isList))
    this.#memberAt = this.#cutAt
  }

  /**
   * Returns how many members the list that has just begun may have. This depends on the list's name, which precedes the
   * bracket.
   */
  #findMaxMembers(): number {
    const [, name] =
      /(?<!\\)"(\w+)"\s*:\s*\[$/.exec(this.#outline.at(-1)?.slice(-nameSearchBytes) ?? '') ?? []
    return name === this.#bounded?.name ? (this.#bounded?.maxMembers ?? 0) : Number.POSITIVE_INFINITY
  }

  #closeContainer(byte: number, bytes: Uint8Array, at: number): void {
    const container = this.#containers.at(-1)
    if (this.#depth === this.#cutDepth && container !== undefined) {
      if (container.isList !== (byte === closeBracket)) refuseInvalidJson()
      this.#checkPart(this.#before + at)
      container.add(this.#cutBytes(bytes, at))
    }
    this.#depth -= 1
  }

  #endMember(bytes: Uint8Array, at: number): void {
    const place = this.#before + at
    this.#checkPart(place)
    this.#memberAt = place + 1
    this.#membersLeft -= 1
    if (this.#membersLeft < 0) this.#bounded?.refuse()
    if (place - this.#cutAt < this.#groupBytes) return
    this.#containers.at(-1)?.add(this.#cutBytes(bytes, at))
    this.#cutAt = place + 1
  }

  #endOutline(bytes: Uint8Array, to: number): void {
    this.#checkPart(this.#before + to)
    const part = Buffer.concat(this.#cutBytes(bytes, to))
    this.#outlineBytes += part.length
    this.#outline.push(decodeUtf8(part))
  }

  /**
   * Returns the bytes from the last cut up to a place in the present piece, without copying them, and cuts the text
   * there.
   */
  #cutBytes(bytes: Uint8Array, to: number): readonly Uint8Array[] {
    const parts = this.#held
    parts.push(bytes.subarray(Math.max(0, this.#cutAt - this.#before), to))
    this.#held = []
    this.#cutAt = this.#before + to
    return parts
  }

  #checkPart(place: number): void {
    const isInContainer = this.#depth >= this.#cutDepth
    const lengthBytes = isInContainer ? place - this.#memberAt : this.#outlineBytes + place - this.#cutAt
    if (lengthBytes > partLimitBytes)
      refuseLargePart(isInContainer ? `in one value, from byte ${this.#memberAt} on` : beside)
  }

  #fillContainers(value: unknown, depth: number): unknown {
    if (!isObject(value)) return value
    if (depth === this.#cutDepth) return this.#containers[Object(Object.values(value)[0])]
    if (Array.isArray(value)) return value.map((member) => this.#fillContainers(member, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.#fillContainers(member, depth + 1)]),
    )
  }
}

/** The members of a list or an object of a large text, in groups that are not parsed yet. */
export class LargeMembers {
  readonly isList: boolean
  readonly #groups: (readonly Uint8Array[])[] = []
  #lengthBytes = 0

  constructor(isList: boolean) {
    this.isList = isList
  }

  /** Adds the bytes of some members, in the pieces they arrived in. */
  add(group: readonly Uint8Array[]): void {
    this.#groups.push(group)
    for (const piece of group) this.#lengthBytes += piece.length
  }

  /**
   * Parses the members group by group, and yields each by its name, or by its place in its group. They can be
   * read only once, because each group is dropped when it is parsed. Throws VALIDATION.FIELD.INVALID if the
   * text is not JSON.
   */
  *entries(): Generator<readonly [name: string, value: unknown]> {
    const isOneGroup = this.#groups.length === 1
    for (let group = this.#groups.shift(); group !== undefined; group = this.#groups.shift()) {
      const text = decodeUtf8(Buffer.concat(group))
      const members = Object.entries(Object(parseJsonText(this.isList ? `[${text}]` : `{${text}}`)))
      // A comma without a member before or after it is no JSON.
      if (members.length === 0 && !isOneGroup) refuseInvalidJson()
      yield* members
    }
  }

  /** Parses all members at once. Throws VALIDATION.FIELD.INVALID if they are larger than an ordinary request body. */
  collect(): object {
    if (this.#lengthBytes > partLimitBytes) refuseLargePart(beside)
    const members = [...this.entries()]
    return this.isList ? members.map(([, value]) => value) : Object.fromEntries(members)
  }
}

const beside = 'beside its records'

function refuseLargePart(place: string): never {
  return refuseField('body', `holds more than ${partLimitBytes} bytes ${place}`)
}

function decodeUtf8(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : refuseField('body', 'is not valid UTF-8')
}
