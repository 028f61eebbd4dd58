/** A named outage on a timeline: faults that come and go, and what happens to the wallet meanwhile. */

import type { AskedFault } from '../faults/fault-input.ts'
import { formatDuration } from '../time/duration.ts'

/** What a step does to the live wallet, in the wire's own names (control protocol, The wallet). */
export interface WalletChange {
  readonly balance_cents?: number
  readonly payment_method?: 'valid' | 'declined' | 'none'
  readonly auto_reload?: { readonly threshold_cents: number; readonly amount_cents: number } | null
}

/** A fault from `atMs` after the scenario's start, for `forMs`, or until the scenario is stopped. */
export interface FaultStep {
  readonly atMs: number
  readonly forMs?: number
  readonly fault: AskedFault
}

/** A change of the wallet `atMs` after the scenario's start; a later step changes it back. */
export interface WalletStep {
  readonly atMs: number
  readonly wallet: WalletChange
}

export type ScenarioStep = FaultStep | WalletStep

/** Steps are in the order they begin. */
export interface Scenario {
  readonly name: string
  readonly description: string
  readonly steps: readonly ScenarioStep[]
}

/** The scenario's faults as they are added at its start: each waits by its own `starts_in` and ends by its `lasts`. */
export function faultsOf(scenario: Scenario): readonly AskedFault[] {
  return scenario.steps
    .filter((step) => 'fault' in step)
    .map(({ atMs, forMs, fault }) => ({
      ...fault,
      starts_in: formatDuration(atMs),
      ...(forMs !== undefined && { lasts: formatDuration(forMs) }),
    }))
}

/** The scenario's changes of the wallet, in the order they are due. */
export function walletStepsOf(scenario: Scenario): readonly WalletStep[] {
  return scenario.steps.filter((step) => 'wallet' in step)
}
