import type { Variation } from '../../variations/variation.ts'
import type { ProfileInput } from '../target/profile.ts'
import type { Alteration } from './mutant.ts'

/** A variation that may also use control calls and the clock of the good service. */
export interface ProofVariation extends Variation {
  /** The profile that a user of this service would have to write. */
  readonly profile?: ProfileInput
  open(): Alteration
}
