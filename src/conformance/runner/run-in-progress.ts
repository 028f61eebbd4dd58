import type { Answer } from '../http/answer.ts'
import type { Client } from '../http/client.ts'
import type { Pace } from '../http/pace.ts'
import type { Leftover, Observation } from '../report/report.ts'
import type { ResourcePool } from '../setup/resource-pool.ts'
import type { Target } from '../target/target.ts'
import type { Buying } from './buying.ts'
import type { ClockTrust } from './clock-trust.ts'
import type { ExpiredKey } from './expired-key.ts'
import type { LimitRenewal } from './limit-renewal.ts'
import type { LiveWallet } from './live-wallet.ts'
import type { Losses } from './losses.ts'
import type { Patience } from './patience.ts'
import type { SharedExploration } from './shared-exploration.ts'
import type { Slots } from './slots.ts'
import type { Spending } from './spending.ts'
import type { Waits } from './waits.ts'

/** A run in progress: what all its rules share. */
export interface Run {
  readonly target: Target
  readonly client: Client
  readonly signal: AbortSignal
  readonly slots: Slots
  readonly patience: Patience
  readonly waits: Waits
  readonly pace: Pace | undefined
  readonly limitRenewal: LimitRenewal | undefined
  /** The expired key of all rules; undefined if they have accounts of their own or the clock can be moved. */
  readonly expiredKey: ExpiredKey | undefined
  /** How many requests each rule that began has sent, by rule id and operation. */
  readonly sentBy: Map<string, ReadonlyMap<string, number>>
  /** The resources that rules on a shared account have in common; undefined if each has its own account. */
  readonly pool: ResourcePool | undefined
  readonly spending: Spending
  readonly buying: Buying
  /** The watch of the live wallet; undefined without a live key, or if its money is invented. */
  readonly liveWallet: LiveWallet | undefined
  readonly leftovers: Leftover[]
  /** The walks of the run. They begin when the first rule asks for them. */
  readonly exploration: SharedExploration
  readonly clockTrust: ClockTrust
  /** The requests that got no answer. */
  readonly losses: Losses
  /** Accounts that are being deleted. */
  readonly clearing: Promise<void>[]
  onAnswer(answer: Answer): void
  onObservation(observation: Observation): void
}
