import { createHash, hash } from 'node:crypto'
import type { Collection } from './collection.ts'

/** The number of values drawn so far from each random stream, by the name of the stream. */
type Counters = Pick<Collection<number>, 'get'> & { set(stream: string, drawn: number): unknown }

/**
 * Draws the random ids and digits of an account. Each kind of value has a named stream: its n-th value depends only on
 * seed, account, stream and n. So values of one kind never depend on those of another kind.
 */
export class Random {
  readonly #seed: string
  readonly #root: string
  readonly #counters: Counters
  /** A cache of the last drawn block of each random stream. */
  readonly #blocks = new Map<string, Block>()
  /** The first characters of every id of the account, after the prefix. They show which account issued an id. */
  readonly idTag: string

  constructor(options: {
    readonly seed: string
    readonly account: string
    readonly counters: Counters
  }) {
    this.#seed = options.seed
    this.#root = `${options.seed}\n${options.account}`
    this.#counters = options.counters
    this.idTag = this.#hashStream('tag', 0).slice(0, idTagLength)
  }

  /** Returns the next id: the prefix, then 24 lowercase letters and digits (choices 9). */
  drawId(prefix: string): string {
    return this.#formatId(prefix, this.#takeNextDraw(prefix))
  }

  /** Returns the id for a name, always the same for the same name. */
  deriveIdFromName(prefix: string, name: string): string {
    return `${prefix}_${this.idTag}${this.#hashStream(`${prefix}\n${name}`, 0).slice(0, idDigits)}`
  }

  /** Returns the id for a name and a number. The caller counts the numbers. */
  deriveIdFromNumber(prefix: string, name: string, number: number): string {
    return this.#formatId(prefix, this.#getDraw(`${prefix}\n${name}`, number))
  }

  /** Returns the next random lowercase hexadecimal digits of a stream, at most 64. */
  drawHexDigits(stream: string, length: number): string {
    return toHexDigits(this.#takeNextDraw(stream), length)
  }

  /** Returns lowercase hexadecimal digits for a name, at most 64, always the same for the same name. */
  deriveHexDigitsFromName(name: string, length: number): string {
    return this.#hashStream(name, 0).slice(0, length)
  }

  /** Returns the next random decimal digits of a stream, at most 32. */
  drawDigits(stream: string, count: number): string {
    return toDecimalDigits(this.#takeNextDraw(stream), count)
  }

  /**
   * Returns a number from 0 to below 1 for draw `number` of a stream. Every account with this seed gets the same
   * number.
   */
  getFraction(stream: string, number: number): number {
    return (
      Number.parseInt(hash('sha256', `${this.#seed}\n\n${stream}\n${number}`, 'hex').slice(0, 12), 16) /
      2 ** 48
    )
  }

  /** Returns how many values were drawn from a random stream. */
  countDraws(stream: string): number {
    return this.#counters.get(stream) ?? 0
  }

  #takeNextDraw(stream: string): Draw {
    const number = this.countDraws(stream)
    this.#counters.set(stream, number + 1)
    return this.#getDraw(stream, number)
  }

  #formatId(prefix: string, draw: Draw): string {
    return `${prefix}_${this.idTag}${toHexDigits(draw, idDigits)}`
  }

  /**
   * Returns the draw with this number from a random stream. A whole block of draws is hashed at once, which is faster.
   */
  #getDraw(stream: string, number: number): Draw {
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

  /** Returns a hash for a stream and a number, as 64 hexadecimal digits. */
  #hashStream(stream: string, number: number): string {
    return hash('sha256', `${this.#root}\n${stream}\n${number}`, 'hex')
  }
}

const idLength = 24
export const idTagLength = 5
const idDigits = idLength - idTagLength

/** The bytes of several consecutive draws from one random stream. */
interface Block {
  readonly number: number
  readonly bytes: Buffer
}

const drawsInBlock = 32
const drawBytes = 32

/** One draw: 32 bytes of a block, from index `at`. */
interface Draw {
  readonly bytes: Buffer
  readonly at: number
}

/** Returns hexadecimal digits of a draw, at most 64. */
function toHexDigits({ bytes, at }: Draw, length: number): string {
  return bytes.toString('hex', at, at + Math.ceil(length / 2)).slice(0, length)
}

/** Returns decimal digits of a draw, one from each byte, at most 32. */
function toDecimalDigits({ bytes, at }: Draw, count: number): string {
  let text = ''
  for (let i = 0; i < count; i += 1) text += String((bytes[at + i] ?? 0) % 10)
  return text
}
