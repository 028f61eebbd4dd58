import type { CallRequest } from '../call-request.ts'
import type { RuleContext } from '../rule-context.ts'
import type { Answer } from '../wire/answer.ts'
import { Unsafe } from '../wire/failures.ts'
import { type OperationName, operationOf, pathOf } from '../wire/operation.ts'
import type { SendingRule } from '../wire/sending-rule.ts'
import type { LivePurchases } from './live-purchases.ts'
import type { RuleExecution } from './rule-execution.ts'
import type { RuleKeys } from './rule-keys.ts'
import { madeId } from './spending.ts'

interface Caller {
  readonly sender: SendingRule
  readonly keys: RuleKeys
  readonly purchases: LivePurchases
}

/** How one rule calls the thirteen operations: it cannot do what it did not say it needs. */
export function openCall(execution: RuleExecution, { sender, keys, purchases }: Caller): RuleContext['call'] {
  const { rule, run, own, may } = execution
  return async (name, request = {}) => {
    if (request.takes429 === true && !may('load')) {
      throw new Unsafe(`${rule.id} exhausts a limit without needing "load"`)
    }
    const key = keys.valueOf(request.key)
    const isRealLive = !own && key?.startsWith('pr_live_') === true
    if (isRealLive && (name === 'createBatch' || name === 'buyBatch')) {
      throw new Unsafe(`${rule.id} would charge a live wallet for a batch, which nothing gives back`)
    }
    const send = (): Promise<Answer> => run.client.send(requestOf(name, request, key), sender)
    // Without that leave the client refuses to send it; a rate quoted live may be charged whatever the key.
    const isPaid = name === 'buyLabel' && (isRealLive || run.spending.priceOf(request.body) !== undefined)
    if (isPaid && may('spend')) return purchases.buy(send)
    const answer = await send()
    if (isRealLive && name === 'createRates') run.spending.learnPrices(answer)
    if (!own) rememberLeftover(execution, answer)
    return answer
  }
}

function requestOf(name: OperationName, request: CallRequest, key: string | undefined) {
  const { method } = operationOf(name)
  return {
    method,
    path: pathOf(name, request.id),
    key,
    headers: request.headers,
    // A POST without a body still says what it is.
    body: request.body ?? (method === 'POST' && name !== 'buyBatch' ? {} : undefined),
    takes429: request.takes429,
  }
}

const leaves = new Map<string | null, 'label' | 'tracker' | 'batch'>([
  ['buyLabel', 'label'],
  ['registerTracker', 'tracker'],
  ['createBatch', 'batch'],
])

function rememberLeftover({ rule, run }: RuleExecution, answer: Answer): void {
  const kind = leaves.get(answer.operation)
  const id = kind === undefined ? undefined : madeId(answer, kind)
  if (kind === undefined || id === undefined) return
  const environment = answer.request.key?.startsWith('pr_live_') === true ? 'live' : 'test'
  run.leftovers.push({ kind, id, note: `made with the ${environment} key by ${rule.id}` })
}
