import type { AccountRecord } from './accounts.ts'
import { type ChangeListener, type Collection, liveCollection } from './collection.ts'

export interface StartRecord {
  readonly seed: string
  /** How often a simulator has been started with these data. */
  readonly starts: number
  /** The machine's time at a late change, where accounts go on from should it be set back until the next start. */
  readonly latestRealMs?: number
}

/** The records of no account: how the simulator was started, and which accounts there are. */
export class SimulatorRecords {
  readonly start: Collection<StartRecord, StartRecord>
  readonly accounts: Collection<AccountRecord, AccountRecord>
  /** How many ids of accounts were drawn. */
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
