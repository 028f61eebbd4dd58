export const pageBytes = 64 * 1024
/** As many as one request log has at most. */
const mostSpare = 128

/**
 * Pages that no request log needs just now, kept for the next that does. Accounts come, go and are reset many times a
 * second in a test run, and megabytes for each of them would wait to be collected.
 */
export class SparePages {
  readonly #pages: Buffer[] = []

  take(): Buffer {
    return this.#pages.pop() ?? Buffer.alloc(pageBytes)
  }

  give(pages: readonly Buffer[]): void {
    this.#pages.push(...pages.slice(0, mostSpare - this.#pages.length))
  }
}
