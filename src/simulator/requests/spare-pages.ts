export const pageBytes = 64 * 1024
/** The maximum number of kept pages: as many as one full request log uses. */
const maxSpare = 128

/**
 * Memory pages that no request log uses at present, kept for reuse. Test runs create and reset accounts many times a
 * second; without this reuse, megabytes for each account would wait for the garbage collector.
 */
export class SparePages {
  readonly #pages: Buffer[] = []

  take(): Buffer {
    return this.#pages.pop() ?? Buffer.alloc(pageBytes)
  }

  give(pages: readonly Buffer[]): void {
    this.#pages.push(...pages.slice(0, maxSpare - this.#pages.length))
  }
}
