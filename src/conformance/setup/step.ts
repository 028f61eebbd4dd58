import type { CallRequest } from '../call-request.ts'
import type { Answer } from '../http/answer.ts'
import { RuleBroken, SetupFailed } from '../http/failures.ts'
import type { OperationName } from '../http/operation.ts'
import type { Profile } from '../target/profile.ts'
import type { ResourcePool } from './resource-pool.ts'

/** The parts of a run that the setup of a rule needs. */
export interface SetupHost {
  readonly t: {
    readonly profile: Profile
    call(operation: OperationName, request?: CallRequest): Promise<Answer>
  }
  /**
   * The resources that rules on a shared account have in common, in which each rate is used once; undefined if the
   * rule has a separate account.
   */
  readonly pool: ResourcePool | undefined
  /** Called before setup steps that lead to a purchase. Throws if purchases are forbidden by now. */
  beforePurchase(): void
}

/** Runs a step of a setup. Throws SetupFailed if the target breaks an expectation in the step, as that does not make the rule fail. */
export async function runSetupStep<Value>(what: string, does: () => Promise<Value>): Promise<Value> {
  try {
    return await does()
  } catch (error) {
    throw toSetupFailure(what, error)
  }
}

/** Reads a field that the setup of a rule needs. Throws SetupFailed if the field is not as documented. */
export function readRequired<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw toSetupFailure(what, error)
  }
}

function toSetupFailure(what: string, error: unknown): unknown {
  return error instanceof RuleBroken ? new SetupFailed(`${what}: ${error.message}`, error) : error
}
