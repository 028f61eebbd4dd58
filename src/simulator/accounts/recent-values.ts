/**
 * Keeps the latest values by their JSON text: at least `count`, and at most twice as many. When twice as many are
 * kept, it drops the older half.
 */
export class RecentValues<T> {
  readonly #count: number
  #fresh = new Map<string, T>()
  #stale = new Map<string, T>()

  constructor(count: number) {
    this.#count = count
  }

  get(text: string): T | undefined {
    return this.#fresh.get(text) ?? this.#stale.get(text)
  }

  keep(text: string, value: T): void {
    if (this.#fresh.size >= this.#count) {
      this.#stale = this.#fresh
      this.#fresh = new Map()
    }
    this.#fresh.set(text, value)
  }
}
