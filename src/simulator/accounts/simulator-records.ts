import type { AccountRecord } from './accounts.ts'
import {
  type ChangeListener,
  type Collection,
  createLiveCollection,
  createPackedCollection,
} from './collection.ts'

export interface StartRecord {
  readonly seed: string
  /** The number of starts with these data. */
  readonly starts: number
  /**
   * The machine's time at a recent change. If the machine's clock is set back before the next start, accounts
   * continue from this time.
   */
  readonly latestRealMs?: number
}

/** A snapshot that the simulator keeps under a name. */
export interface NamedSnapshotRecord {
  readonly account: string
  readonly name: string
  /** Identifies its parts; later saves have higher numbers. */
  readonly number: number
  readonly parts: number
  readonly bytes: number
  /** The machine's time when it was saved. */
  readonly savedAtMs: number
  /** The time of the account's clock in it. */
  readonly clockAtMs: number
}

/** The records that belong to no account: how the simulator was started, the list of accounts, and named snapshots. */
export class SimulatorRecords {
  readonly start: Collection<StartRecord, StartRecord>
  readonly accounts: Collection<AccountRecord, AccountRecord>
  /** How many account ids have been drawn. */
  readonly accountIds: Collection<number, number>
  /** When each account was last used: milliseconds of real time. No response waits until it is stored. */
  readonly uses: Collection<number, number>
  /** Named snapshots, by account and name. */
  readonly snapshots: Collection<NamedSnapshotRecord, NamedSnapshotRecord>
  /** The JSON texts of these snapshots, by the snapshot's number and the part's. */
  readonly snapshotParts: Collection<string, string>

  constructor(changed: ChangeListener) {
    this.start = createLiveCollection('start', changed)
    this.accounts = createLiveCollection('accounts', changed)
    this.accountIds = createLiveCollection('account_ids', changed)
    this.uses = createLiveCollection('uses', changed, 'soft')
    this.snapshots = createLiveCollection('snapshots', changed)
    this.snapshotParts = createPackedCollection('snapshot_parts', changed)
  }

  collections() {
    return [this.start, this.accountIds, this.accounts, this.uses, this.snapshots, this.snapshotParts]
  }

  collection(name: string) {
    return this.collections().find((collection) => collection.name === name)
  }
}
