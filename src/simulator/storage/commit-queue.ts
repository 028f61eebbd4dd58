/**
 * Group commit: one write at a time; all callers that come during a write share the next one. A caller whose changes
 * are all in the running write waits for that one only, so that a failure of a later write is not reported to it.
 */
export class CommitQueue {
  readonly #collect: () => boolean
  readonly #write: () => Promise<void>
  #current: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(options: {
    /** Collects changes; returns whether any wait for a write. */
    readonly collect: () => boolean
    /** Writes all collected changes. Changes that are collected after its first `await` go with the next write. */
    readonly write: () => Promise<void>
  }) {
    this.#collect = options.collect
    this.#write = options.write
  }

  /** Whether a write is running or about to start. */
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
