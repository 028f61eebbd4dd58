import type { Variation } from '../../variations/variation.ts'
import type { ProfileInput } from '../target/profile.ts'
import type { Alteration } from './mutant.ts'

/** A variation that may also make control calls to the good service and see moves of its clocks. */
export interface ProofVariation extends Variation {
  /** The profile that a user of such a service would need. */
  readonly profile?: ProfileInput
  open(): Alteration
}
