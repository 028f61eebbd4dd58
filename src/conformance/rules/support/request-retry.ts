import { TransportFailure } from '../../http/failures.ts'
import type { OperationName } from '../../http/operation.ts'
import { TooLate } from '../../http/sending/deadline.ts'
import type { RuleContext } from '../../rule-context.ts'

const mostTries = 4

/**
 * Repeats a request without an answer. It is for rules that need hundreds of answers, which would otherwise begin anew for
 * a lost one. The request must be one that may be carried out twice.
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

/** A context whose requests are repeated without an answer, if that has no further effect. It is for rules that send very many. */
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

/** Whether a request got no response for another reason than the time limit, so that a second try may succeed. */
export function isLost(error: unknown): error is TransportFailure {
  return error instanceof TransportFailure && !(error.cause instanceof TooLate)
}
