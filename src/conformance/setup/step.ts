import { RuleBroken, SetupFailed } from '../wire/failures.ts'

/** Does what a rule takes for granted. Throws SetupFailed where the target breaks it: that is no verdict on the rule. */
export async function setupStep<Value>(what: string, does: () => Promise<Value>): Promise<Value> {
  try {
    return await does()
  } catch (error) {
    throw asSetup(what, error)
  }
}

/** Reads a field that a rule needs of what was made ready. Throws SetupFailed where it is not as documented. */
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
