import type { CallRequest } from '../call-request.ts'
import type { ResourcePool } from '../resource-pool.ts'
import type { Profile } from '../target/profile.ts'
import type { Answer } from '../wire/answer.ts'
import type { OperationName } from '../wire/operation.ts'

/** What setup needs to know beyond the context. */
export interface SetupHost {
  readonly t: {
    readonly profile: Profile
    call(operation: OperationName, request?: CallRequest): Promise<Answer>
  }
  /** What was made earlier in the run, where rules share an account; a rate is handed out once. */
  readonly pool: ResourcePool | undefined
  /** Before anything that ends in a purchase. May throw, where nothing is bought any more. */
  toBuy(): void
}
