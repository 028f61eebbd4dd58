import type { FiredTask } from '../time/timeline.ts'

/**
 * An observer of an account. Its methods are called during each change, so they must be quick: they may only note which
 * record changed.
 */
export interface Watcher {
  /** Called when a record was added, changed or removed. */
  onRecordChanged(collection: string, id: string): void
  /** Called when a due task has run, with its results. */
  onTaskFired(fired: readonly FiredTask[]): void
  /** Called when the request log has one more entry. */
  onRequestLogged(): void
  /** Called when the account was reset, replaced or deleted. */
  onAccountEmptied(): void
}

/** The watchers of each account. For an account without watchers, a change costs almost nothing. */
export class Watchers {
  readonly #byAccount = new Map<string, Set<Watcher>>()

  /** Returns the watchers of an account; undefined if there are none. */
  of(account: string): ReadonlySet<Watcher> | undefined {
    return this.#byAccount.size === 0 ? undefined : this.#byAccount.get(account)
  }

  /** Adds a watcher; the returned function removes it. */
  watch(account: string, watcher: Watcher): () => void {
    const watchers = this.#byAccount.get(account) ?? new Set()
    this.#byAccount.set(account, watchers.add(watcher))
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0 && this.#byAccount.get(account) === watchers) this.#byAccount.delete(account)
    }
  }
}
