import type { AccountRecord } from './accounts.ts'
import { type ChangeListener, type Collection, liveCollection } from './collection.ts'

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

/** The records that belong to no account: how the simulator was started, and the list of accounts. */
export class SimulatorRecords {
  readonly start: Collection<StartRecord, StartRecord>
  readonly accounts: Collection<AccountRecord, AccountRecord>
  /** How many account ids have been drawn. */
  readonly accountIds: Collection<number, number>

  constructor(changed: ChangeListener) {
    this.start = liveCollection('start', changed)
    this.accounts = liveCollection('accounts', changed)
    this.accountIds = liveCollection('account_ids', changed)
  }

  collections() {
    return [this.start, this.accountIds, this.accounts]
  }

  collection(name: string) {
    return this.collections().find((collection) => collection.name === name)
  }
}
