/**
 * Lets several commits share one write of the data file. Only one write runs at a time, and all commits during a write
 * share the next write. A commit whose changes are all in the running write waits only for that write, so that it does
 * not fail because of a later one.
 */
export class CommitQueue {
  readonly #collect: () => boolean
  readonly #write: () => Promise<void>
  #current: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(options: {
    /** Collects the changes for the next write; returns whether there are any. */
    readonly collect: () => boolean
    /** Writes all collected changes. Changes that are collected after its first `await` go with the next write. */
    readonly write: () => Promise<void>
  }) {
    this.#collect = options.collect
    this.#write = options.write
  }

  /** Whether a write of the data file is running or about to start. */
  get isWriting(): boolean {
    return this.#findLastWrite() !== undefined
  }

  /** Resolves once all changes made before the call are written. */
  async commit(): Promise<void> {
    if (!this.#collect()) return this.#findLastWrite()
    this.#next ??= this.#writeAfter(this.#current)
    return this.#next
  }

  #findLastWrite(): Promise<void> | undefined {
    return this.#next ?? this.#current
  }

  async #writeAfter(previous: Promise<void> | undefined): Promise<void> {
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
