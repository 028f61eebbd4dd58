import { RuleBroken, SetupFailed } from '../http/failures.ts'

/** Runs a step of a setup. If the target breaks an expectation in it, that is no verdict on the rule: throws SetupFailed. */
export async function setupStep<Value>(what: string, does: () => Promise<Value>): Promise<Value> {
  try {
    return await does()
  } catch (error) {
    throw asSetup(what, error)
  }
}

/** Reads a field that the setup of a rule needs. Throws SetupFailed if it is not as documented. */
export function readNeeded<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw asSetup(what, error)
  }
}

function asSetup(what: string, error: unknown): unknown {
  return error instanceof RuleBroken ? new SetupFailed(`${what}: ${error.message}`, error) : error
}
