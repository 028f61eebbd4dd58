/** A scenario: a named timeline of faults and wallet changes. */

import type { ParsedFault } from '../faults/fault-input.ts'
import { formatDuration } from '../time/duration.ts'

/** A change of the live wallet, with the field names of the wire (control protocol, How do I change the wallet?). */
export interface WalletChange {
  readonly balance_cents?: number
  readonly payment_method?: 'valid' | 'declined' | 'none'
  readonly auto_reload?: { readonly threshold_cents: number; readonly amount_cents: number } | null
}

/** A fault that begins `atMs` after the start of the scenario and lasts `forMs`, or until the scenario is stopped. */
export interface FaultStep {
  readonly atMs: number
  readonly forMs?: number
  readonly fault: ParsedFault
}

/** A wallet change `atMs` after the start of the scenario. The change stays until a later step changes it back. */
export interface WalletStep {
  readonly atMs: number
  readonly wallet: WalletChange
}

export type ScenarioStep = FaultStep | WalletStep

/** A scenario; its steps are sorted by when they begin. */
export interface Scenario {
  readonly name: string
  readonly description: string
  readonly steps: readonly ScenarioStep[]
}

/**
 * Returns the faults of a scenario. All are added at its start; `starts_in` and `lasts` say when each begins and ends.
 */
export function listScenarioFaults(scenario: Scenario): readonly ParsedFault[] {
  return scenario.steps
    .filter((step) => 'fault' in step)
    .map(({ atMs, forMs, fault }) => ({
      ...fault,
      starts_in: formatDuration(atMs),
      ...(forMs !== undefined && { lasts: formatDuration(forMs) }),
    }))
}

/** Returns the wallet changes of a scenario, sorted by when they are due. */
export function listWalletSteps(scenario: Scenario): readonly WalletStep[] {
  return scenario.steps.filter((step) => 'wallet' in step)
}
