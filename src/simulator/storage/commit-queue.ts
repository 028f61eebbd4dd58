/**
 * Group commit: one write at a time, and while one is under way all who come share the next. A caller whose changes
 * are all in the write under way waits for that one alone, so that it hears of a later failure only if it is concerned.
 */
export class CommitQueue {
  readonly #stage: () => boolean
  readonly #write: () => Promise<void>
  #current: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(options: {
    /** Collects what changed; whether anything waits that no write has taken up. */
    readonly stage: () => boolean
    /** Writes all that waits, taken up before it first yields. */
    readonly write: () => Promise<void>
  }) {
    this.#stage = options.stage
    this.#write = options.write
  }

  /** Whether a write is under way or about to be. */
  get isWriting(): boolean {
    return this.#last() !== undefined
  }

  /** Resolves once all that changed before the call is written. */
  async commit(): Promise<void> {
    if (!this.#stage()) return this.#last()
    this.#next ??= this.#after(this.#current)
    return this.#next
  }

  #last(): Promise<void> | undefined {
    return this.#next ?? this.#current
  }

  async #after(previous: Promise<void> | undefined): Promise<void> {
    await previous?.catch(() => {})
    const write = this.#write()
    this.#current = this.#next
    this.#next = undefined
    try {
      await write
    } finally {
      if (this.#next === undefined) this.#current = undefined
    }
  }
}
