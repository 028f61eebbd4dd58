/** A first-in, first-out queue. Adding and removing an element take constant time. */
export class Queue<T> {
  #waiting: T[] = []
  #head = 0

  get length(): number {
    return this.#waiting.length - this.#head
  }

  add(item: T): void {
    this.#waiting.push(item)
  }

  takeFirst(): T | undefined {
    const item = this.#waiting[this.#head]
    if (item === undefined) return undefined
    this.#head += 1
    if (this.#head * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#head)
      this.#head = 0
    }
    return item
  }
}
