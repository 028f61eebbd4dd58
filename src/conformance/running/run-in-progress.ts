import type { Leftover, Observation } from '../report/report.ts'
import type { ResourcePool } from '../resource-pool.ts'
import type { Target } from '../target/target.ts'
import type { Answer } from '../wire/answer.ts'
import type { Client } from '../wire/client.ts'
import type { Pace } from '../wire/pace.ts'
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

/** What all rules of a run share. */
export interface Run {
  readonly target: Target
  readonly client: Client
  readonly signal: AbortSignal
  readonly slots: Slots
  readonly patience: Patience
  readonly waits: Waits
  readonly pace: Pace | undefined
  readonly limitRenewal: LimitRenewal | undefined
  /** For all rules, where they share an account whose time cannot be moved. */
  readonly expiredKey: ExpiredKey | undefined
  /** What each rule that began has sent so far. */
  readonly sentBy: Map<string, ReadonlyMap<string, number>>
  /** What rules hand on to each other, where they share an account. */
  readonly pool: ResourcePool | undefined
  readonly spending: Spending
  readonly buying: Buying
  /** Undefined where no live key was given, or its money is made up. */
  readonly liveWallet: LiveWallet | undefined
  readonly leftovers: Leftover[]
  /** The walks of the run, which begin when the first rule asks for them. */
  readonly exploration: SharedExploration
  readonly clockTrust: ClockTrust
  /** Requests that got no answer. */
  readonly losses: Losses
  /** Accounts on their way to being deleted. */
  readonly clearing: Promise<void>[]
  onAnswer(answer: Answer): void
  onObservation(observation: Observation): void
}
