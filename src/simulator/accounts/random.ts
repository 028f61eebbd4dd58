import { createHash, hash } from 'node:crypto'
import type { Collection } from './collection.ts'

/** How often each stream has been drawn from. */
type Counters = Pick<Collection<number>, 'get'> & { set(stream: string, drawn: number): unknown }

/**
 * Numbered draws from named streams. Draw n of a stream depends on seed, account, stream and n alone, so draws
 * from one stream never change those of another.
 */
export class Random {
  readonly #seed: string
  readonly #root: string
  readonly #counters: Counters
  /** The block that each stream last drew from. A cache: it can be computed again at any time. */
  readonly #blocks = new Map<string, Block>()
  /** Follows the prefix in every id of the account, so that an id leads to its account without an index. */
  readonly idTag: string

  constructor(options: {
    readonly seed: string
    readonly account: string
    readonly counters: Counters
  }) {
    this.#seed = options.seed
    this.#root = `${options.seed}\n${options.account}`
    this.#counters = options.counters
    this.idTag = this.#digest('tag', 0).slice(0, idTagLength)
  }

  /** Returns the next id: the prefix, then 24 lowercase letters and digits (choices 9). */
  id(prefix: string): string {
    return this.#toId(prefix, this.#next(prefix))
  }

  /** Returns the id for a name: the same name always gives the same id. */
  idOf(prefix: string, name: string): string {
    return `${prefix}_${this.idTag}${this.#digest(`${prefix}\n${name}`, 0).slice(0, idDigits)}`
  }

  /** Returns the id of draw `number` of a name, where the caller counts the draws. */
  numberedId(prefix: string, name: string, number: number): string {
    return this.#toId(prefix, this.#draw(`${prefix}\n${name}`, number))
  }

  /** Returns the next lowercase hexadecimal digits of a stream, at most 64. */
  hex(stream: string, length: number): string {
    return toHexDigits(this.#next(stream), length)
  }

  /** Returns lowercase hexadecimal digits for a name, at most 64: the same name always gives the same digits. */
  hexOf(name: string, length: number): string {
    return this.#digest(name, 0).slice(0, length)
  }

  /** Returns the next decimal digits of a stream, at most 32. */
  digits(stream: string, count: number): string {
    return toDecimalDigits(this.#next(stream), count)
  }

  /** Returns a number in [0, 1) for draw `number` of a stream: the same in every account with this seed. */
  fraction(stream: string, number: number): number {
    return (
      Number.parseInt(hash('sha256', `${this.#seed}\n\n${stream}\n${number}`, 'hex').slice(0, 12), 16) /
      2 ** 48
    )
  }

  /** Returns how often a stream has been drawn from. */
  countDraws(stream: string): number {
    return this.#counters.get(stream) ?? 0
  }

  #next(stream: string): Draw {
    const number = this.countDraws(stream)
    this.#counters.set(stream, number + 1)
    return this.#draw(stream, number)
  }

  #toId(prefix: string, draw: Draw): string {
    return `${prefix}_${this.idTag}${toHexDigits(draw, idDigits)}`
  }

  /** Hashes a block of draws at once, for the few streams whose draws are consecutive. */
  #draw(stream: string, number: number): Draw {
    const blockNumber = Math.floor(number / drawsInBlock)
    const known = this.#blocks.get(stream)
    const block = known?.number === blockNumber ? known : this.#openBlock(stream, blockNumber)
    return { bytes: block.bytes, at: (number % drawsInBlock) * drawBytes }
  }

  #openBlock(stream: string, number: number): Block {
    const bytes = createHash('shake256', { outputLength: drawsInBlock * drawBytes })
      .update(`${this.#root}\n${stream}\n${number}`)
      .digest()
    const block = { number, bytes }
    this.#blocks.set(stream, block)
    return block
  }

  /** Returns the hash of a draw as 64 hexadecimal digits. */
  #digest(stream: string, number: number): string {
    return hash('sha256', `${this.#root}\n${stream}\n${number}`, 'hex')
  }
}

const idLength = 24
export const idTagLength = 5
const idDigits = idLength - idTagLength

/** Successive draws of one stream. */
interface Block {
  readonly number: number
  readonly bytes: Buffer
}

const drawsInBlock = 32
const drawBytes = 32

/** 32 bytes of a block, from `at` on. */
interface Draw {
  readonly bytes: Buffer
  readonly at: number
}

/** Returns hexadecimal digits of a draw, at most 64. */
function toHexDigits({ bytes, at }: Draw, length: number): string {
  return bytes.toString('hex', at, at + Math.ceil(length / 2)).slice(0, length)
}

/** Returns a decimal digit from each byte, at most 32. */
function toDecimalDigits({ bytes, at }: Draw, count: number): string {
  let text = ''
  for (let i = 0; i < count; i += 1) text += String((bytes[at + i] ?? 0) % 10)
  return text
}
