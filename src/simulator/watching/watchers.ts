import type { FiredTask } from '../time/timeline.ts'

/** Somebody who looks on at an account. What it is told costs whoever made it happen: it only notes what to look at. */
export interface Watcher {
  /** A record was added, changed or removed. */
  changed(collection: string, id: string): void
  /** Something happened because it was due. */
  fired(fired: readonly FiredTask[]): void
  /** The request log has one more entry. */
  requestLogged(): void
  /** Everything is gone: the account was reset, replaced or deleted. */
  emptied(): void
}

/** Who looks on at which account. Where nobody does, nothing is done but a look at how many there are. */
export class Watchers {
  readonly #byAccount = new Map<string, Set<Watcher>>()

  /** Those of an account; undefined if there are none. */
  of(account: string): ReadonlySet<Watcher> | undefined {
    return this.#byAccount.size === 0 ? undefined : this.#byAccount.get(account)
  }

  /** From now on the watcher is told; the returned function ends that. */
  watch(account: string, watcher: Watcher): () => void {
    const watchers = this.#byAccount.get(account) ?? new Set()
    this.#byAccount.set(account, watchers.add(watcher))
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0 && this.#byAccount.get(account) === watchers) this.#byAccount.delete(account)
    }
  }
}
