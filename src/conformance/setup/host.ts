import type { CallRequest } from '../call-request.ts'
import type { Answer } from '../http/answer.ts'
import type { OperationName } from '../http/operation.ts'
import type { Profile } from '../target/profile.ts'
import type { ResourcePool } from './resource-pool.ts'

/** The parts of the run that the setup of a rule needs. */
export interface SetupHost {
  readonly t: {
    readonly profile: Profile
    call(operation: OperationName, request?: CallRequest): Promise<Answer>
  }
  /** Resources that rules on a shared account have in common; undefined if the rule has an account of its own. A rate is given out once. */
  readonly pool: ResourcePool | undefined
  /** Called before anything that ends in a purchase. Throws if nothing may be bought any more. */
  toBuy(): void
}
