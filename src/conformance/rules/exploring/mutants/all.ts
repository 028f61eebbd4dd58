import type { Mutant } from '../../../selftest/mutant.ts'
import { walletExplorationMutants } from './wallet.ts'

/** Services that break between calls what the specification states. */
export const explorationMutants: readonly Mutant[] = [...walletExplorationMutants]
