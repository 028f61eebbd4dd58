import type { Mutant } from '../../../selftest/mutant.ts'
import { batchExplorationMutants } from './batches.ts'
import { conventionExplorationMutants } from './conventions.ts'
import { foundBy } from './found-by.ts'
import { isolationExplorationMutants } from './isolation.ts'
import { keyExplorationMutants } from './keys.ts'
import { labelExplorationMutants } from './labels.ts'
import { limitExplorationMutants } from './limits.ts'
import { rateExplorationMutants } from './rates.ts'
import { trackerExplorationMutants } from './trackers.ts'
import { voidExplorationMutants } from './voids.ts'
import { walletExplorationMutants } from './wallet.ts'
import { webhookExplorationMutants } from './webhooks.ts'

/** Services that break between calls what the specification states. */
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
]

/**
 * Those that the proof tries: what walks alone find, by the group that does and the seed with which it does. What a plain rule
 * catches as well has a mutant like it in the topic of that rule.
 */
export const provedMutants: readonly Mutant[] = explorationMutants.flatMap((mutant): readonly Mutant[] => {
  const found = foundBy[mutant.id]
  return found === undefined ? [] : [{ ...mutant, kills: [found.kills], walksOf: found.seed }]
})
