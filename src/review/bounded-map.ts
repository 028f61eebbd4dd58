/** A map with a maximum size: if it is full, a new entry removes the oldest entry. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #limit: number
  /**
   * An iterator that gives the oldest key next; undefined until a removal needs it. It is kept because a new iterator
   * for each removal takes a hundred times longer: V8 has to step over all removed entries.
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
    // A deletion drops the iterator, because an iterator that is no longer moved keeps old tables of the map in memory.
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
