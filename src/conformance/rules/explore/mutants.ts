import type { Mutant } from '../../proof/mutant.ts'
import { batchMutants } from './mutants/batch-mix-ups.ts'
import { keyMutants } from './mutants/key-mix-ups.ts'
import { leakMutants } from './mutants/leaks.ts'
import { leftoverMutants } from './mutants/leftovers.ts'
import { limitMutants } from './mutants/limit-counts.ts'
import { deliveryMutants } from './mutants/lost-deliveries.ts'
import { raceMutants } from './mutants/races.ts'
import { trackerMutants } from './mutants/stale-trackers.ts'
import { chargeMutants } from './mutants/wrong-charges.ts'

/**
 * Maps the id of a mutant (a broken service) to a seed of random numbers. The eight random call sequences of this seed
 * find the mutant's fault. If a mutant is not listed, the sequences of any seed find its fault.
 */
export const killingSeeds: Readonly<Record<string, number>> = {
  'address-escaped': 21,
  'batch-beside-another-never-done': 13,
  'batch-limit-holds-up-buying': 2,
  'batch-refused-to-revoked-key-and-done': 15,
  'batched-rate-used-up': 12,
  'carrier-accounts-of-others': 14,
  'charge-lost-after-revocation': 1,
  'connected-label-surcharged-after-platform-one': 2,
  'connected-rates-as-platform': 7,
  'events-astray-after-clear': 14,
  'failure-sticks-to-next-purchase': 6,
  'gone-once-a-stranger-has-asked': 5,
  'history-doubled-after-failed-poll': 9,
  'key-after-revocation-unscoped': 8,
  'key-in-use-outlives-expiry': 7,
  'key-scopes-accumulate': 8,
  'keys-race-on-charge': 1,
  'keys-race-on-event': 1,
  'keys-race-on-void': 1,
  'label-kept-past-scopes': 7,
  'label-reads-and-voids-counted-together': 1,
  'live-failure-holds-up-sandbox': 10,
  'log-code-of-latest': 1,
  'new-key-inherits-count': 15,
  'one-batch-at-a-time': 6,
  'parallel-purchases-one-label': 1,
  'parallel-quotes-swap-shipments': 5,
  'parallel-refusals-one-request-id': 18,
  'reading-puts-off-poll': 1,
  'request-id-of-the-refusal-before': 10,
  'retry-repeats-request-id': 6,
  'revoked-key-back-next-day': 9,
  'sandbox-wallet-shows-live-one': 10,
  'second-batch-has-items-of-first': 1,
  'signature-of-the-event-before': 7,
  'tracking-number-without-leading-zeros': 5,
  'void-drops-contacts': 1,
  'void-drops-tracker': 1,
  'void-fee-with-next-purchase': 1,
  'void-of-one-voids-its-rate': 1,
  'what-is-not-there-takes-two': 2,
}

/**
 * Deliberately broken services that break a statement of the specification only after certain sequences of calls. The
 * rules that make random calls catch them.
 */
export const mutants: readonly Mutant[] = [
  ...chargeMutants,
  ...leftoverMutants,
  ...batchMutants,
  ...trackerMutants,
  ...deliveryMutants,
  ...keyMutants,
  ...limitMutants,
  ...leakMutants,
  ...raceMutants,
].map((mutant): Mutant => {
  const walkSeed = killingSeeds[mutant.id]
  return walkSeed === undefined ? mutant : { ...mutant, walkSeed }
})
