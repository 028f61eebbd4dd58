import { type Entry, isAccountRemoval } from './journal.ts'

/**
 * The entries that are not yet in the data file, in the order in which they must be applied. Each record is listed
 * once, with its latest value.
 */
export class UnwrittenEntries {
  #entries = new Map<string, Entry>()

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (isAccountRemoval(entry)) this.#dropAccount(entry.account)
      const key = joinEntryKey(entry)
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
  }

  /** Returns all entries and removes them from this list. */
  take(): readonly Entry[] {
    const taken = [...this.#entries.values()]
    this.#entries = new Map()
    return taken
  }

  /** Puts back entries that could not be written. Entries that were added meanwhile are newer and win. */
  putBack(entries: readonly Entry[]): void {
    const newer = this.take()
    this.add(entries)
    this.add(newer)
  }

  #dropAccount(account: string): void {
    for (const [key, entry] of this.#entries) if (entry.account === account) this.#entries.delete(key)
  }
}

function joinEntryKey(entry: Entry): string {
  if (isAccountRemoval(entry)) return `gone:${entry.account}`
  const { account, collection, id } = entry
  return `${account.length}:${account}${collection.length}:${collection}${id}`
}
