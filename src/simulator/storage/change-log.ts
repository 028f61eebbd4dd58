import type { ChangeWeight } from '../accounts/collection.ts'
import { createAccountRemoval, type Entry } from './journal.ts'

/** Returns the present JSON text of a record; null if the record is deleted. */
export type RecordReader = (account: string, collection: string, id: string) => string | null

/** The records that changed since the last call of `drain`. A record that changed twice is listed once. */
export class ChangeLog {
  #changed = new Map<string, Map<string, Set<string>>>()
  #goneAccounts: string[] = []
  #hasHardChanges = false

  /** Whether a response has to wait until the changes are stored. */
  get hasHardChanges(): boolean {
    return this.#hasHardChanges
  }

  add(
    account: string,
    change: { readonly collection: string; readonly id: string; readonly weight: ChangeWeight },
  ): void {
    const collections = this.#changed.get(account) ?? new Map<string, Set<string>>()
    const ids = collections.get(change.collection) ?? new Set<string>()
    this.#changed.set(account, collections.set(change.collection, ids.add(change.id)))
    if (change.weight === 'hard') this.#hasHardChanges = true
  }

  /** Adds all records of a collection, for an account whose earlier records were removed. */
  addAll(account: string, collection: string, ids: Iterable<string>): void {
    const collections = this.#changed.get(account) ?? new Map<string, Set<string>>()
    this.#changed.set(account, collections.set(collection, new Set(ids)))
    this.#hasHardChanges = true
  }

  /** Notes that all records of an account were removed. Later changes belong to a new account with the same id. */
  removeAccount(account: string): void {
    this.#changed.delete(account)
    this.#goneAccounts.push(account)
    this.#hasHardChanges = true
  }

  /** Returns all changes in the order in which they must be applied, and empties the log. */
  drain(read: RecordReader): readonly Entry[] {
    const entries: Entry[] = this.#goneAccounts.map(createAccountRemoval)
    // Records outside all accounts come first, because the list of accounts is among them.
    const own = this.#changed.get('')
    this.#changed.delete('')
    for (const [account, collections] of own === undefined
      ? this.#changed
      : [['', own] as const, ...this.#changed]) {
      for (const [collection, ids] of collections) {
        for (const id of ids) entries.push({ account, collection, id, json: read(account, collection, id) })
      }
    }
    this.#changed = new Map()
    this.#goneAccounts = []
    this.#hasHardChanges = false
    return entries
  }
}
