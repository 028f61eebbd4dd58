import type { Mutant } from '../../../selftest/mutant.ts'
import { ageMutants } from './rates/ages.ts'
import { failureMutants } from './rates/failures.ts'
import { lostMutants } from './rates/lost.ts'
import { mixedMutants } from './rates/mixed.ts'
import { otherQuotes } from './rates/others.ts'

/** Rates: what is left behind for another quote, and for a purchase. */
export const rateExplorationMutants: readonly Mutant[] = [
  ...ageMutants,
  ...lostMutants,
  ...failureMutants,
  ...mixedMutants,
  ...otherQuotes,
]
