import type { Mutant } from '../../../proof/mutant.ts'
import { batchExplorationMutants } from './batches.ts'
import { conventionExplorationMutants } from './conventions.ts'
import { isolationExplorationMutants } from './isolation.ts'
import { keyExplorationMutants } from './keys.ts'
import { killingSeeds } from './killing-seeds.ts'
import { labelExplorationMutants } from './labels.ts'
import { limitExplorationMutants } from './limits.ts'
import { rateExplorationMutants } from './rates.ts'
import { trackerExplorationMutants } from './trackers.ts'
import { voidExplorationMutants } from './voids.ts'
import { walletExplorationMutants } from './wallet.ts'
import { webhookExplorationMutants } from './webhooks.ts'

/** Services that break between calls what the specification states: walks alone catch them, each with its seed. */
export const explorationMutants: readonly Mutant[] = [
  ...walletExplorationMutants,
  ...rateExplorationMutants,
  ...labelExplorationMutants,
  ...voidExplorationMutants,
  ...batchExplorationMutants,
  ...trackerExplorationMutants,
  ...webhookExplorationMutants,
  ...keyExplorationMutants,
  ...limitExplorationMutants,
  ...isolationExplorationMutants,
  ...conventionExplorationMutants,
].map((mutant): Mutant => {
  const walksOf = killingSeeds[mutant.id]
  return walksOf === undefined ? mutant : { ...mutant, walksOf }
})
