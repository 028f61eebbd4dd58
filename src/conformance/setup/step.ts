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
   * The resources that all rules on a shared account use, and the rates that no rule has used yet; undefined if the
   * rule has a separate account.
   */
  readonly pool: ResourcePool | undefined
  /** Called before a setup step that leads to a purchase. Throws if purchases are forbidden by now. */
  beforePurchase(): void
}

/** Runs a step of a rule's setup. Throws SetupFailed if the target breaks an expectation in it, so that the rule does not fail. */
export async function runSetupStep<Value>(stepName: string, step: () => Promise<Value>): Promise<Value> {
  try {
    return await step()
  } catch (error) {
    throw toSetupFailure(stepName, error)
  }
}

/** Reads a field that the setup of a rule needs. Throws SetupFailed if the field is not as documented. */
export function readRequired<Value>(stepName: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw toSetupFailure(stepName, error)
  }
}

/** Converts a broken expectation to SetupFailed, so that the rule does not fail. Returns any other error unchanged. */
function toSetupFailure(stepName: string, error: unknown): unknown {
  return error instanceof RuleBroken ? new SetupFailed(`${stepName}: ${error.message}`, error) : error
}
