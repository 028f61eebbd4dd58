import { hash } from 'node:crypto'
import type { Collection } from './collection.ts'

/**
 * Numbered draws from named streams: draw n of a stream is a function of seed, account, stream and n alone,
 * so what one stream gives does not depend on how often another was asked.
 */
export class Random {
  readonly #root: string
  readonly #counters: Collection<number>
  /** Begins every id of the account, so that an id leads to its account without an index. */
  readonly idTag: string

  constructor(options: {
    readonly seed: string
    readonly account: string
    readonly counters: Collection<number>
  }) {
    this.#root = `${options.seed}\n${options.account}`
    this.#counters = options.counters
    this.idTag = this.#digest('tag', 0).slice(0, idTagLength)
  }

  /** Prefix and 24 lowercase letters and digits (readings 9). */
  id(prefix: string): string {
    return `${prefix}_${this.idTag}${this.#next(prefix).slice(0, idDigits)}`
  }

  /** An id that belongs to a name: the same name gives the same id. */
  idOf(prefix: string, name: string): string {
    return `${prefix}_${this.idTag}${this.#digest(`${prefix}\n${name}`, 0).slice(0, idDigits)}`
  }

  /** The id of a draw that the caller numbers itself, for a name of its own. */
  numberedId(prefix: string, name: string, number: number): string {
    return `${prefix}_${this.idTag}${this.#digest(`${prefix}\n${name}`, number).slice(0, idDigits)}`
  }

  /** Lowercase hexadecimal digits, at most 64. */
  hex(stream: string, length: number): string {
    return this.#next(stream).slice(0, length)
  }

  /** Lowercase hexadecimal digits that belong to a name, at most 64. */
  hexOf(name: string, length: number): string {
    return this.#digest(name, 0).slice(0, length)
  }

  /** Decimal digits, at most 32. */
  digits(stream: string, count: number): string {
    return decimals(this.#next(stream), count)
  }

  /** Decimal digits that belong to a name, at most 32. */
  digitsOf(stream: string, name: string, count: number): string {
    return decimals(this.#digest(`${stream}\n${name}`, 0), count)
  }

  /** A number in [0, 1) that belongs to draw `number` of a stream. */
  fraction(stream: string, number: number): number {
    return Number.parseInt(this.#digest(stream, number).slice(0, 12), 16) / 2 ** 48
  }

  #next(stream: string): string {
    const number = this.#counters.get(stream) ?? 0
    this.#counters.set(stream, number + 1)
    return this.#digest(stream, number)
  }

  /** 64 hexadecimal digits. */
  #digest(stream: string, number: number): string {
    return hash('sha256', `${this.#root}\n${stream}\n${number}`, 'hex')
  }
}

const idLength = 24
export const idTagLength = 5
const idDigits = idLength - idTagLength

/** A decimal digit from each byte, at most 32. */
function decimals(digest: string, count: number): string {
  let text = ''
  for (let i = 0; i < count; i += 1) text += String(Number.parseInt(digest.slice(2 * i, 2 * i + 2), 16) % 10)
  return text
}
