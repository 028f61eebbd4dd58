import type { ProfileInput } from '../target/profile.ts'
import type { Alteration } from './mutant.ts'

/** A variation: a service that conforms to the specification and differs from the simulator in one way. No rule may fail on it. */
export interface Variation {
  /** The id in kebab-case, which is never used again. */
  readonly id: string
  /** The difference from the simulator, which the specification allows. */
  readonly what: string
  /** The profile that a user of this service would have to write. */
  readonly profile?: ProfileInput
  open(): Alteration
}
