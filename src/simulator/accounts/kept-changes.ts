import { ChangeLog } from '../storage/change-log.ts'
import { type Entry, isAccountGone, type Journal, type RecordEntry, type Store } from '../storage/journal.ts'
import type { AccountRegister } from './account-register.ts'
import type { ChangeWeight } from './collection.ts'
import type { SimulatorRecords } from './simulator-records.ts'

/** Makes a record of the value a file holds; throws where it is none. */
type ReadRecord = (entry: RecordEntry, value: unknown) => unknown

/** The door between the accounts and the journal: what changed goes out by it, and what was kept comes in. */
export class KeptChanges {
  readonly #own: SimulatorRecords
  readonly #accounts: () => AccountRegister
  readonly #beforeDrain: () => void
  readonly #log = new ChangeLog()
  #journal: Journal | null = null

  /** `beforeDrain` may still change what is drained with the rest. */
  constructor(options: {
    readonly own: SimulatorRecords
    readonly accounts: () => AccountRegister
    readonly beforeDrain: () => void
  }) {
    this.#own = options.own
    this.#accounts = options.accounts
    this.#beforeDrain = options.beforeDrain
  }

  /** From now on changes are told to this one; null keeps none. */
  open(journal: Journal | null): void {
    this.#journal = journal
  }

  note(
    account: string,
    change: { readonly collection: string; readonly id: string; readonly weight: ChangeWeight },
  ) {
    if (this.#journal !== null) this.#log.add(account, change)
  }

  noteEmptied(account: string): void {
    this.#log.removeAccount(account)
  }

  /** Resolves once every change so far is kept; undefined where there is nothing to wait for. */
  commit(): Promise<void> | undefined {
    if (this.#journal === null || !(this.#log.isPressing || this.#journal.isBehind)) return undefined
    return this.#journal.commit()
  }

  async close(): Promise<void> {
    await this.#journal?.close()
  }

  /** All that there is to keep, as a data file takes it; `read` makes records of what the file holds. */
  store(read: ReadRecord): Store {
    const size = (): number => this.#size()
    return {
      get size() {
        return size()
      },
      drain: () => this.#drain(),
      everything: () => this.#everything(),
      restore: (entry) => this.#restore(entry, read),
    }
  }

  #size(): number {
    const own = this.#own.collections().reduce((sum, { size }) => sum + size, 0)
    return this.#accounts()
      .all()
      .reduce((sum, { state }) => sum + state.size, own)
  }

  #drain(): readonly Entry[] {
    if (this.#log.isPressing) this.#beforeDrain()
    return this.#log.drain(
      (account, collection, id) => this.#collection(account, collection)?.toJson(id) ?? null,
    )
  }

  *#everything(): Generator<RecordEntry> {
    // Which accounts there are is settled at once: each must come before its own records, and no other's may.
    const accounts = this.#accounts().all()
    yield* this.#own.collections().flatMap((collection) =>
      [...collection.keys()].map((id) => ({
        account: '',
        collection: collection.name,
        id,
        json: collection.toJson(id),
      })),
    )
    for (const { id, state } of accounts) yield* state.entries(id)
  }

  #restore(entry: Entry, read: ReadRecord): void {
    if (isAccountGone(entry)) {
      this.#accounts().restore(entry.account)
      return
    }
    const { account, id, json } = entry
    const loaded = json === null ? undefined : { value: read(entry, JSON.parse(json)), json }
    const collection = this.#collection(account, entry.collection)
    if (collection === undefined) throw new Error(`unknown collection ${entry.collection}`)
    collection.load(id, loaded)
    if (collection === this.#own.accounts) this.#accounts().restore(id)
  }

  #collection(account: string, name: string) {
    return account === ''
      ? this.#own.collection(name)
      : this.#accounts().find(account)?.state.collection(name)
  }
}
