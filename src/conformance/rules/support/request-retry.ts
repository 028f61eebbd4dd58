import { TransportFailure } from '../../http/failures.ts'
import type { OperationName } from '../../http/operation.ts'
import { TooLate } from '../../http/sending/deadline.ts'
import type { RuleContext } from '../../rule-context.ts'

const mostTries = 4

/**
 * Sends a request, and again if no response comes. It is for rules with hundreds of requests, which would otherwise start again for
 * a lost one. The request must have the same effect if it is carried out twice.
 */
export async function repeatUntilAnswered<Made>(ask: () => Promise<Made>): Promise<Made> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!isLost(error) || tried === mostTries) throw error
    }
  }
}

/** Requests that have the same effect if they are carried out twice. */
const repeatable: readonly OperationName[] = [
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

/** Returns a context that sends a request again if it got no response. It is for rules that send very many requests. */
export function withRetries(
  t: RuleContext,
  operations: readonly OperationName[] | 'all' = repeatable,
): RuleContext {
  const call: RuleContext['call'] = (operation, request) =>
    operations === 'all' || operations.includes(operation)
      ? repeatUntilAnswered(() => t.call(operation, request))
      : t.call(operation, request)
  return Object.create(t, { call: { value: call } })
}

/** Returns whether a request got no response for a reason other than the time limit, so that a second try may succeed. */
export function isLost(error: unknown): error is TransportFailure {
  return error instanceof TransportFailure && !(error.cause instanceof TooLate)
}
