const maxKept = 500

/** A change of an account by the control protocol or a page. */
export interface ControlChange {
  /** The time of the change on the account's clock, in milliseconds. */
  readonly atMs: number
  /** The id of the newest logged request when the change began; null if there was none. */
  readonly afterRequest: string | null
  readonly method: string
  /** The path below the account, such as `/faults`. */
  readonly path: string
  readonly body: unknown
  readonly status: number
  readonly response: unknown
}

/** The latest control changes of an account, oldest first. The list is only in memory. */
export class ControlLog {
  readonly #kept: ControlChange[] = []

  add(change: ControlChange): void {
    this.#kept.push(change)
    if (this.#kept.length > maxKept) this.#kept.shift()
  }

  list(): readonly ControlChange[] {
    return this.#kept
  }
}
