import type { CallRequest } from '../call-request.ts'
import type { Answer } from '../http/answer.ts'
import { Unsafe } from '../http/failures.ts'
import { type OperationName, operationOf, pathOf } from '../http/operation.ts'
import type { SendingRule } from '../http/sending-rule.ts'
import type { RuleContext } from '../rule-context.ts'
import type { LivePurchases } from './live-purchases.ts'
import type { RuleExecution } from './rule-execution.ts'
import type { RuleKeys } from './rule-keys.ts'
import { madeIn } from './spending.ts'

interface Caller {
  readonly sender: SendingRule
  readonly keys: RuleKeys
  readonly purchases: LivePurchases
}

/** Makes the function with which a rule calls operations. It throws Unsafe for what the rule has not declared to need. */
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
    // A rate that was quoted live may be charged whatever the key. Without the permission, the client refuses to send it.
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
    // A POST whose rule names no body still sends a JSON object.
    body: request.body ?? (method === 'POST' && name !== 'buyBatch' ? {} : undefined),
    takes429: request.takes429,
  }
}

function rememberLeftover({ rule, run }: RuleExecution, answer: Answer): void {
  const made = madeIn(answer)
  if (made === undefined) return
  const environment = answer.request.key?.startsWith('pr_live_') === true ? 'live' : 'test'
  run.leftovers.push({ ...made, note: `made with the ${environment} key by ${rule.id}` })
}
