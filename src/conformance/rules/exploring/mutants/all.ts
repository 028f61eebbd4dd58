import type { Mutant } from '../../../selftest/mutant.ts'
import { labelExplorationMutants } from './labels.ts'
import { rateExplorationMutants } from './rates.ts'
import { voidExplorationMutants } from './voids.ts'
import { walletExplorationMutants } from './wallet.ts'

/** Services that break between calls what the specification states. */
export const explorationMutants: readonly Mutant[] = [
  ...walletExplorationMutants,
  ...rateExplorationMutants,
  ...labelExplorationMutants,
  ...voidExplorationMutants,
]
