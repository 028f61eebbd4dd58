import { catalogue } from '../../../variations/catalogue.ts'
import type { ProofVariation } from '../variation.ts'
import { carrierAccountVariations } from './carriers.ts'
import { eventVariations } from './events.ts'
import { limitVariations } from './limits.ts'
import { priceVariations } from './prices.ts'
import { refusalVariations } from './refusals.ts'
import { timingVariations } from './timing.ts'
import { trackerVariations } from './trackers.ts'
import { voidVariations } from './voids.ts'

/** All variations of the correct service: those that the simulator serves, and those that also need control-protocol calls. */
export const variations: readonly ProofVariation[] = [
  ...catalogue,
  ...carrierAccountVariations,
  ...limitVariations,
  ...eventVariations,
  ...timingVariations,
  ...trackerVariations,
  ...voidVariations,
  ...priceVariations,
  ...refusalVariations,
]
