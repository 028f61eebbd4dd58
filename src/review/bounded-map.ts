/** A map that keeps a fixed number of entries: a new one removes the one that was added longest ago. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #limit: number
  /**
   * The iterator before the oldest entry; undefined until one is needed. V8 steps over the gaps of removed entries, so
   * a new iterator for each removal takes a hundred times longer.
   */
  #oldest: IterableIterator<Key> | undefined

  constructor(limit = 1_000) {
    this.#limit = limit
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#limit) return
    this.#oldest ??= this.#entries.keys()
    const oldest = this.#oldest.next()
    if (oldest.done !== true) this.#entries.delete(oldest.value)
  }

  delete(key: Key): void {
    // An iterator that does not move would keep each earlier table of the map in memory.
    if (this.#entries.delete(key)) this.#oldest = undefined
  }

  clear(): void {
    this.#entries.clear()
    this.#oldest = undefined
  }

  entries(): IterableIterator<[Key, Value]> {
    return this.#entries.entries()
  }
}
