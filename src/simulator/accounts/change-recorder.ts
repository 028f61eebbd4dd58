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

/** Checks a value of the data file and returns it as a record; throws if it is not valid. */
type ReadRecord = (entry: RecordEntry, value: unknown) => unknown

/** Connects the accounts with the journal of the data file: collects changes for it, and restores its records. */
export class ChangeRecorder {
  readonly #records: SimulatorRecords
  readonly #accounts: () => AccountRegister
  readonly #beforeDrain: () => void
  readonly #log = new ChangeLog()
  #journal: Journal | null = null

  /** `beforeDrain` runs before the journal receives changes, and may add more changes. */
  constructor(options: {
    readonly records: SimulatorRecords
    readonly accounts: () => AccountRegister
    readonly beforeDrain: () => void
  }) {
    this.#records = options.records
    this.#accounts = options.accounts
    this.#beforeDrain = options.beforeDrain
  }

  /** Sets the journal that receives all changes from now on. Without a journal, changes are not stored. */
  setJournal(journal: Journal | null): void {
    this.#journal = journal
  }

  /** Notes a changed record, which the next commit writes to the data file. */
  noteChange(
    account: string,
    change: { readonly collection: string; readonly id: string; readonly weight: ChangeWeight },
  ) {
    if (this.#journal !== null) this.#log.add(account, change)
  }

  /** Notes that all records of an account changed. */
  noteAllRecords(account: string, state: State): void {
    if (this.#journal === null) return
    for (const collection of state.listCollections())
      this.#log.addAll(account, collection.name, collection.keys())
  }

  /** Notes that all records of an account were removed. Earlier changes of the account need not be written. */
  noteEmptiedAccount(account: string): void {
    this.#log.removeAccount(account)
  }

  /** Resolves once all noted changes are in the data file; returns undefined if no change waits. */
  commit(): Promise<void> | undefined {
    if (this.#journal === null || !(this.#log.hasHardChanges || this.#journal.hasUnwrittenChanges))
      return undefined
    return this.#journal.commit()
  }

  async closeJournal(): Promise<void> {
    await this.#journal?.close()
  }

  /**
   * Returns the methods with which the journal of the data file reads and restores all records. `read` checks each
   * value of the file.
   */
  createStore(read: ReadRecord): Store {
    const countRecords = (): number => this.#countRecords()
    return {
      get size() {
        return countRecords()
      },
      drain: () => this.#drainChanges(),
      listRecords: () => this.#listAllRecords(),
      restore: (entry, isOwn) => this.#restoreEntry(entry, { isOwn, read }),
    }
  }

  #countRecords(): number {
    const simulatorRecords = this.#records.listCollections().reduce((sum, { size }) => sum + size, 0)
    return this.#accounts()
      .listAccounts()
      .reduce((sum, { state }) => sum + state.size, simulatorRecords)
  }

  #drainChanges(): readonly Entry[] {
    if (this.#log.hasHardChanges) this.#beforeDrain()
    return this.#log.drain(
      (account, collection, id) => this.#findCollection(account, collection)?.toJson(id) ?? null,
    )
  }

  /**
   * Yields all records. The list of accounts is read before the first step. Otherwise an account could be deleted
   * before its records are read, although the journal still receives changes of that account.
   */
  #listAllRecords(): Iterable<RecordEntry> {
    const accounts = this.#accounts().listAccounts()
    const simulatorEntries = this.#records.listCollections().flatMap((collection) =>
      [...collection.keys()].map((id) => ({
        account: '',
        collection: collection.name,
        id,
        json: collection.toJson(id),
      })),
    )
    return joinEntries(simulatorEntries, accounts)
  }

  /** Stores a record of the data file. A record that this version wrote (`isOwn`) is not checked, and parsed only if needed. */
  #restoreEntry(entry: Entry, { isOwn, read }: { readonly isOwn: boolean; readonly read: ReadRecord }): void {
    if (isAccountRemoval(entry)) {
      this.#accounts().restoreAccount(entry.account)
      return
    }
    const { account, id, json } = entry
    const parse = () => read(entry, JSON.parse(json ?? 'null'))
    const checked = isOwn || json === null ? undefined : parse()
    const collection = this.#findCollection(account, entry.collection)
    if (collection === undefined) {
      const isAccount = account === '' || this.#accounts().findAccount(account) !== undefined
      throw new Error(isAccount ? `unknown collection ${entry.collection}` : `unknown account ${account}`)
    }
    collection.load(id, json, () => checked ?? parse())
    if (collection === this.#records.accounts) this.#accounts().restoreAccount(id)
  }

  #findCollection(account: string, name: string) {
    return account === ''
      ? this.#records.findCollection(name)
      : this.#accounts().findAccount(account)?.state.findCollection(name)
  }
}

function* joinEntries(
  simulatorEntries: readonly RecordEntry[],
  accounts: readonly Context[],
): Generator<RecordEntry> {
  yield* simulatorEntries
  for (const { id, state } of accounts) yield* state.listEntries(id)
}
