import { ChangeLog } from '../storage/change-log.ts'
import {
  type Entry,
  isAccountRemoval,
  type Journal,
  type RecordEntry,
  type Store,
} from '../storage/journal.ts'
import type { AccountRegister } from './account-register.ts'
import type { ChangeWeight } from './collection.ts'
import type { Context } from './context.ts'
import type { SimulatorRecords } from './simulator-records.ts'
import type { State } from './state.ts'

/** Turns a value of the data file into a record; throws if it is not a valid one. */
type ReadRecord = (entry: RecordEntry, value: unknown) => unknown

/** Connects the accounts with the journal: collects changes for it, and restores its records. */
export class ChangeRecorder {
  readonly #records: SimulatorRecords
  readonly #accounts: () => AccountRegister
  readonly #beforeDrain: () => void
  readonly #log = new ChangeLog()
  #journal: Journal | null = null

  /** `beforeDrain` runs before changes are handed to the journal, and may add further changes. */
  constructor(options: {
    readonly records: SimulatorRecords
    readonly accounts: () => AccountRegister
    readonly beforeDrain: () => void
  }) {
    this.#records = options.records
    this.#accounts = options.accounts
    this.#beforeDrain = options.beforeDrain
  }

  /** Sends changes to this journal from now on; null drops them. */
  setJournal(journal: Journal | null): void {
    this.#journal = journal
  }

  /** Notes that a record changed. */
  note(
    account: string,
    change: { readonly collection: string; readonly id: string; readonly weight: ChangeWeight },
  ) {
    if (this.#journal !== null) this.#log.add(account, change)
  }

  /** Notes that all records of an account changed. */
  noteAll(account: string, state: State): void {
    if (this.#journal === null) return
    for (const collection of state.collections())
      this.#log.addAll(account, collection.name, collection.keys())
  }

  /** Notes that an account was emptied, so that its earlier changes need no writing. */
  noteEmptied(account: string): void {
    this.#log.removeAccount(account)
  }

  /** Resolves once every change so far is stored; undefined if there is nothing to wait for. */
  commit(): Promise<void> | undefined {
    if (this.#journal === null || !(this.#log.hasHardChanges || this.#journal.isBehind)) return undefined
    return this.#journal.commit()
  }

  async close(): Promise<void> {
    await this.#journal?.close()
  }

  /** Returns the content of the data file; `read` turns the file's values into records. */
  createStore(read: ReadRecord): Store {
    const size = (): number => this.#countRecords()
    return {
      get size() {
        return size()
      },
      drain: () => this.#drainChanges(),
      everything: () => this.#listAllRecords(),
      restore: (entry, isOwn) => this.#restoreEntry(entry, { isOwn, read }),
    }
  }

  #countRecords(): number {
    const simulatorRecords = this.#records.collections().reduce((sum, { size }) => sum + size, 0)
    return this.#accounts()
      .all()
      .reduce((sum, { state }) => sum + state.size, simulatorRecords)
  }

  #drainChanges(): readonly Entry[] {
    if (this.#log.hasHardChanges) this.#beforeDrain()
    return this.#log.drain(
      (account, collection, id) => this.#findCollection(account, collection)?.toJson(id) ?? null,
    )
  }

  /**
   * Yields all records. The list of accounts is read at once, before the first step. Otherwise a later drain
   * could hold a change of an account that is missing here, because it is deleted before its records are
   * read.
   */
  #listAllRecords(): Iterable<RecordEntry> {
    const accounts = this.#accounts().all()
    const ofNoAccount = this.#records.collections().flatMap((collection) =>
      [...collection.keys()].map((id) => ({
        account: '',
        collection: collection.name,
        id,
        json: collection.toJson(id),
      })),
    )
    return joinEntries(ofNoAccount, accounts)
  }

  /** Stores a record after a check. For an own record, only a collection of live objects needs the parsed value. */
  #restoreEntry(entry: Entry, { isOwn, read }: { readonly isOwn: boolean; readonly read: ReadRecord }): void {
    if (isAccountRemoval(entry)) {
      this.#accounts().restore(entry.account)
      return
    }
    const { account, id, json } = entry
    const parse = () => read(entry, JSON.parse(json ?? 'null'))
    const checked = isOwn || json === null ? undefined : parse()
    const collection = this.#findCollection(account, entry.collection)
    if (collection === undefined) {
      const isAccount = account === '' || this.#accounts().find(account) !== undefined
      throw new Error(isAccount ? `unknown collection ${entry.collection}` : `unknown account ${account}`)
    }
    collection.load(id, json, () => checked ?? parse())
    if (collection === this.#records.accounts) this.#accounts().restore(id)
  }

  #findCollection(account: string, name: string) {
    return account === ''
      ? this.#records.collection(name)
      : this.#accounts().find(account)?.state.collection(name)
  }
}

function* joinEntries(
  ofNoAccount: readonly RecordEntry[],
  accounts: readonly Context[],
): Generator<RecordEntry> {
  yield* ofNoAccount
  for (const { id, state } of accounts) yield* state.entries(id)
}
