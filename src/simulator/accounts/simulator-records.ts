import type { AccountRecord } from './accounts.ts'
import {
  type ChangeListener,
  type Collection,
  createObjectCollection,
  createPackedCollection,
} from './collection.ts'

export interface StartRecord {
  readonly seed: string
  /** How often the simulator was started with this data file. */
  readonly starts: number
  /**
   * The time of the machine's clock at a recent change. If that clock is set back before the next start, accounts continue
   * from this time.
   */
  readonly latestRealMs?: number
}

/** A snapshot that a user saved under a name. */
export interface NamedSnapshotRecord {
  readonly account: string
  readonly name: string
  /** The number in the ids of the snapshot's parts; later saves have higher numbers. */
  readonly number: number
  readonly parts: number
  readonly bytes: number
  /** The time of the machine's clock when the snapshot was saved. */
  readonly savedAtMs: number
  /** The time of the account's clock in the snapshot. */
  readonly clockAtMs: number
}

/** The records that belong to no account's state: the starts of the simulator, the list of accounts, and named snapshots. */
export class SimulatorRecords {
  readonly start: Collection<StartRecord, StartRecord>
  readonly accounts: Collection<AccountRecord, AccountRecord>
  /** Holds one record: how many random account ids were drawn so far. */
  readonly accountIdCounter: Collection<number, number>
  /** When each account was last used, in milliseconds of real time. No response waits until it is stored. */
  readonly uses: Collection<number, number>
  /** Named snapshots, by account and name. */
  readonly snapshots: Collection<NamedSnapshotRecord, NamedSnapshotRecord>
  /** The parts of the snapshots' JSON texts, by the numbers of snapshot and part. */
  readonly snapshotParts: Collection<string, string>

  constructor(changed: ChangeListener) {
    this.start = createObjectCollection('start', changed)
    this.accounts = createObjectCollection('accounts', changed)
    this.accountIdCounter = createObjectCollection('account_ids', changed)
    this.uses = createObjectCollection('uses', changed, 'soft')
    this.snapshots = createObjectCollection('snapshots', changed)
    this.snapshotParts = createPackedCollection('snapshot_parts', changed)
  }

  listCollections() {
    return [this.start, this.accountIdCounter, this.accounts, this.uses, this.snapshots, this.snapshotParts]
  }

  findCollection(name: string) {
    return this.listCollections().find((collection) => collection.name === name)
  }
}
