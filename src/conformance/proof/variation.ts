import type { Variation } from '../../variations/variation.ts'
import type { ProfileInput } from '../target/profile.ts'
import type { Alteration } from './mutant.ts'

/** A variation that may also send control-protocol calls to the correct service and learn of moves of its clocks. */
export interface ProofVariation extends Variation {
  /** The target profile that a user needs to test a service with this variation. */
  readonly profile?: ProfileInput
  open(): Alteration
}
