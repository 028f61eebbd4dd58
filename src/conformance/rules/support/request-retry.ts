import { TransportFailure } from '../../http/failures.ts'
import type { OperationName } from '../../http/operation.ts'
import { TooLate } from '../../http/sending/deadline.ts'
import type { RuleContext } from '../../rule-context.ts'

const maxTries = 4

/**
 * Sends a request, and repeats it up to three times if no response comes. Throws the last error. Rules with hundreds of
 * requests use this function, so that one lost request does not restart the rule. The request must have the same effect if
 * it is carried out twice.
 */
export async function repeatUntilResponse<Made>(ask: () => Promise<Made>): Promise<Made> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!isLostRequest(error) || tried === maxTries) throw error
    }
  }
}

/** Operations that have the same effect if they are carried out twice. */
const repeatableOperations: readonly OperationName[] = [
  'validateAddress',
  'createRates',
  'getLabel',
  'registerTracker',
  'getTracker',
  'listCarrierAccounts',
  'getBatch',
  'getWallet',
  'listDeliveries',
]

/** Returns a rule context that repeats a request that got no response. Only rules with very many requests use it. */
export function withRetries(
  t: RuleContext,
  operations: readonly OperationName[] | 'all' = repeatableOperations,
): RuleContext {
  const call: RuleContext['call'] = (operation, request) =>
    operations === 'all' || operations.includes(operation)
      ? repeatUntilResponse(() => t.call(operation, request))
      : t.call(operation, request)
  return Object.create(t, { call: { value: call } })
}

/** Returns true if an error says that a request got no response for another reason than a timeout, so that a second try may succeed. */
export function isLostRequest(error: unknown): error is TransportFailure {
  return error instanceof TransportFailure && !(error.cause instanceof TooLate)
}
