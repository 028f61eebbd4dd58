/**
 * Keeps the latest values by id, each with its JSON text: at least `count`, and at most twice as many. When twice as
 * many are kept, it drops the older half. The map does not use the text as its key, because V8 would have to hash all
 * of it.
 */
export class RecentValues<T> {
  readonly #count: number
  #fresh = new Map<string, { readonly text: string; readonly value: T }>()
  #stale = this.#fresh

  constructor(count: number) {
    this.#count = count
  }

  /** Returns the value with this id; undefined if it is not kept, or has another text by now. */
  get(id: string, text: string): T | undefined {
    const kept = this.#fresh.get(id) ?? this.#stale.get(id)
    return kept?.text === text ? kept.value : undefined
  }

  keep(id: string, text: string, value: T): T {
    if (this.#fresh.size >= this.#count) {
      this.#stale = this.#fresh
      this.#fresh = new Map()
    }
    this.#fresh.set(id, { text, value })
    return value
  }
}
