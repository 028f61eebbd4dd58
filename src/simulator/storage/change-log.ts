import type { ChangeWeight } from '../accounts/collection.ts'
import { accountGone, type Entry } from './journal.ts'

/** Gives a record's JSON text as it stands, null if it is gone. */
export type RecordReader = (account: string, collection: string, id: string) => string | null

/** Which records have changed since the journal last asked; a record that changed twice is told once. */
export class ChangeLog {
  #changed = new Map<string, Map<string, Set<string>>>()
  #goneAccounts: string[] = []
  #isPressing = false

  /** Whether an answer has to wait until what changed is kept. */
  get isPressing(): boolean {
    return this.#isPressing
  }

  add(
    account: string,
    change: { readonly collection: string; readonly id: string; readonly weight: ChangeWeight },
  ): void {
    const collections = this.#changed.get(account) ?? new Map<string, Set<string>>()
    const ids = collections.get(change.collection) ?? new Set<string>()
    this.#changed.set(account, collections.set(change.collection, ids.add(change.id)))
    if (change.weight === 'hard') this.#isPressing = true
  }

  /** Everything the account had is gone; what is added for it later belongs to a new one of that name. */
  removeAccount(account: string): void {
    this.#changed.delete(account)
    this.#goneAccounts.push(account)
    this.#isPressing = true
  }

  /** All that has changed, in the order to apply it; the log is empty afterwards. */
  drain(read: RecordReader): readonly Entry[] {
    const entries: Entry[] = this.#goneAccounts.map(accountGone)
    // What belongs to no account says which accounts there are, so it comes first.
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
    this.#isPressing = false
    return entries
  }
}
