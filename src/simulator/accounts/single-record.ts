import type { Collection } from './collection.ts'

const onlyId = 'it'

/** Reads and writes the only record of a collection: the wallet, the clock or the webhook of an account. */
export class SingleRecord<T> {
  readonly #collection: Collection<T, T>

  constructor(collection: Collection<T, T>) {
    this.#collection = collection
  }

  get(): T {
    const value = this.#collection.get(onlyId)
    if (value === undefined)
      throw new Error(`${this.#collection.name} was read before the account was set up`)
    return value
  }

  set(value: T): void {
    this.#collection.set(onlyId, value)
  }
}
