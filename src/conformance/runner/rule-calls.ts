import type { CallRequest } from '../call-request.ts'
import { toExchange } from '../explore/describe-walk.ts'
import type { Answer, CapturedExchange, SendingRule } from '../http/answer.ts'
import { describeAnswer, errorCodeOf, isSuccess } from '../http/expect.ts'
import { NotJudged, OverBudget, Throttled, Unsafe } from '../http/failures.ts'
import { type OperationName, operationOf, pathOf } from '../http/operation.ts'
import type { RuleContext, RuleInbox } from '../rule-context.ts'
import type { Arrival, Reply } from '../target/arrival.ts'
import type { RuleBox } from '../target/box.ts'
import { createKeyNaming } from '../target/key-variable.ts'
import { findLeftover, readCreatedId } from './money/buying.ts'
import { isRefusedByService } from './money/live-wallet.ts'
import { NotBought } from './money/spending.ts'
import type { RuleExecution, RuleKeys } from './rule-account.ts'
import type { RuleWaits } from './waiting/adaptive-timeout.ts'

interface Caller {
  readonly sender: SendingRule
  readonly keys: RuleKeys
  readonly purchases: LivePurchases
}

/** Creates the function with which a rule calls operations. It throws Unsafe for a request for which the rule has declared no need. */
export function createOperationCaller(
  execution: RuleExecution,
  { sender, keys, purchases }: Caller,
): RuleContext['call'] {
  const { rule, run, own, hasDeclared } = execution
  return async (name, request = {}) => {
    if (request.takes429 === true && !hasDeclared('load')) {
      throw new Unsafe(`${rule.id} uses up a rate limit, but its needs do not list "load"`)
    }
    const key = keys.findKey(request.key)
    const isRealLive = !own && key?.startsWith('pr_live_') === true
    if (isRealLive && (name === 'createBatch' || name === 'buyBatch')) {
      throw new Unsafe(`${rule.id} would charge a live wallet for a batch, which no void refunds`)
    }
    const send = (): Promise<Answer> => run.client.send(buildRequest(name, request, key), sender)
    // Buying a rate that was quoted with a live key may cost money with any key. The client refuses it if the rule may not spend.
    const isPaid = name === 'buyLabel' && (isRealLive || run.buying.findLivePrice(request.body) !== undefined)
    if (isPaid && hasDeclared('spend')) return purchases.buy(send)
    const answer = await send()
    const leftover = own ? undefined : findLeftover(answer, `by ${rule.id}`)
    if (leftover !== undefined) run.leftovers.push(leftover)
    return answer
  }
}

function buildRequest(name: OperationName, request: CallRequest, key: string | undefined) {
  const { method } = operationOf(name)
  return {
    method,
    path: pathOf(name, request.id),
    key,
    headers: request.headers,
    // If a rule gives no body for a POST, an empty JSON object is sent, except for the purchase of a batch.
    body: request.body ?? (method === 'POST' && name !== 'buyBatch' ? {} : undefined),
    takes429: request.takes429,
  }
}

/** The requests and responses of a rule so far. */
export interface RuleExchanges {
  readonly sender: SendingRule
  readonly exchanges: readonly CapturedExchange[]
  /** The number of requests that got a response, by operation. */
  readonly sent: ReadonlyMap<string, number>
  /** Returns the number of calls of the control protocol that got a response. */
  readonly controlCalls: () => number
  /** The endpoints of the rule's requests that got no readable response. */
  readonly lost: readonly string[]
}

/** How many exchanges of a rule are kept at most: the first ones and the last ones, as the last ones led to the outcome. */
const maxExchanges = 40
const keptFirst = 10

/** Creates an empty list of a rule's exchanges, and the `SendingRule` that adds exchanges to the list. */
export function createRuleExchanges(
  { rule, run, made, own, hasDeclared, controlCalls }: RuleExecution,
  onAnswer: (answer: Answer) => void,
): RuleExchanges {
  const exchanges: CapturedExchange[] = []
  const sent = new Map<string, number>()
  const lost: string[] = []
  // The newest key that was created to renew rate limits, if any. The rule uses it to the end, although later rules may
  // get newer ones.
  const fresh = run.limitRenewal?.getKey()
  const keepExchange = (exchange: CapturedExchange): void => {
    exchanges.push(exchange)
    if (exchanges.length > maxExchanges) exchanges.splice(keptFirst, 1)
  }
  let callCount = 0
  // The report shows control-protocol calls among the requests, as they changed the target between two requests.
  controlCalls.onCall = (call) => {
    callCount += 1
    keepExchange({ show: () => toExchange(call, run.target.control?.client.url) })
  }
  return {
    exchanges,
    sent,
    controlCalls: () => callCount,
    lost,
    sender: {
      onExchange: keepExchange,
      onAnswer: (answer) => {
        const name = answer.operation ?? 'other'
        sent.set(name, (sent.get(name) ?? 0) + 1)
        onAnswer(answer)
        run.onAnswer(answer)
      },
      onLost: (place) => {
        lost.push(place)
      },
      ruleId: rule.id,
      nameKey: createKeyNaming([made?.keys, run.target.keys, { test: fresh }]),
      maySpend: () => own || hasDeclared('spend'),
      preparePurchase: (operation, asked) => run.buying.preparePurchase(rule, operation, asked),
    },
  }
}

/** The receiver of a rule's webhook deliveries, opened when the rule first asks for it. */
export interface InboxForRule {
  readonly open: RuleContext['inbox']
  /** Assigns the webhook events of a label to the rule that bought it, as an event may arrive before the rule opens its receiver. */
  record(answer: Answer): void
  /** Returns a function like `call` that announces each purchase, as the webhook event may arrive before the response with the label's id. */
  wrapCall(call: RuleContext['call']): RuleContext['call']
  /** Returns the webhook deliveries that arrived for the rule so far. */
  arrivals(): readonly Arrival[]
  close(): void
}

/** Prepares the webhook receiver of a rule without opening it. */
export function prepareRuleInbox(
  { rule, run, requireAccount }: RuleExecution,
  ruleWaits: RuleWaits,
): InboxForRule {
  const { inbox, control, webhookSecret } = run.target
  let box: RuleBox | undefined
  return {
    arrivals: () => box?.arrivals() ?? [],
    close: () => box?.close(),
    wrapCall: (call) => async (name, request) => {
      const end = name === 'buyLabel' ? box?.expectDelivery() : undefined
      try {
        return await call(name, request)
      } finally {
        end?.()
      }
    },
    record: (answer) => {
      const id = answer.operation === 'buyLabel' ? readCreatedId(answer, 'label') : undefined
      if (id !== undefined) box?.claim(id)
    },
    open: async () => {
      if (inbox === undefined)
        throw new Unsafe(`${rule.id} uses the webhook inbox, but its needs do not list "inbox"`)
      if (control?.works.has('webhook') !== true) {
        box = inbox.openSharedBox()
        return createRuleInbox(box, webhookSecret, ruleWaits)
      }
      box = inbox.openBox()
      return createRuleInbox(box, await requireAccount().webhook.set(box.url), ruleWaits)
    },
  }
}

function createRuleInbox(box: RuleBox, secret: string | undefined, ruleWaits: RuleWaits): RuleInbox {
  return {
    url: box.url,
    secret,
    respond: (script) => box.respond(script),
    waitFor: async (labelId, attempts = 1) => {
      const arrivals = await ruleWaits.waitForArrivals(box, labelId, attempts)
      const reply = box.findWrongReply(labelId)
      if (reply !== undefined) throw new NotJudged(describeWrongReply(labelId, reply))
      return arrivals
    },
    arrivals: (labelId) => {
      box.claim(labelId)
      return box.arrivals(labelId)
    },
    all: () => box.arrivals(),
  }
}

function describeWrongReply(labelId: string, reply: Reply): string {
  const how = 'cut' in reply ? 'was not answered' : `was answered with ${reply.status}`
  return `the event of ${labelId} came so long before the response to the purchase that it ${how} before the run knew which rule bought the label`
}

/** The labels that a rule buys with a live key. The run voids them when the rule ends. */
export interface LivePurchases {
  /** Sends a purchase with a live key, and remembers the label to void it later. */
  buy(send: () => Promise<Answer>): Promise<Answer>
  /** Voids all labels that the rule bought with a live key, whatever the outcome of the rule. */
  voidAll(options: { readonly key: () => string; readonly sender: SendingRule }): Promise<void>
}

/** Creates the empty list of labels that a rule buys with a live key. */
export function createLivePurchases({ rule, run }: RuleExecution): LivePurchases {
  /** The ids of the labels that the rule bought; undefined for a purchase whose response was lost or had no id. */
  const bought: (string | undefined)[] = []
  return {
    buy: async (send) => {
      try {
        const answer = await send()
        if (!isRefusedByService(answer)) bought.push(readCreatedId(answer, 'label'))
        return answer
      } catch (error) {
        if (!isPurchaseUnsent(error)) bought.push(undefined)
        throw error
      }
    },
    voidAll: async ({ key, sender }) => {
      for (const id of bought.splice(0)) {
        if (id === undefined) {
          const note = `perhaps bought by ${rule.id}: no response named the label, look for it in the shipping history`
          run.leftovers.push({ kind: 'live label', id: 'unknown', note })
        } else {
          const request = { method: 'DELETE', path: pathOf('voidLabel', id), key: key(), cleansUp: true }
          const voided = await run.client.send(request, sender).then(describeVoidOutcome, String)
          const note = `bought by ${rule.id}, ${voided === 'voided' ? voided : `not voided: ${voided}`}`
          run.leftovers.push({ kind: 'live label', id, note })
        }
      }
    },
  }
}

function describeVoidOutcome(answer: Answer): string {
  // If the rule has already voided the label itself, the service rightly refuses a second void.
  const isVoid = isSuccess(answer) || errorCodeOf(answer) === 'LABEL.VOID.ALREADY_REQUESTED'
  return isVoid ? 'voided' : describeAnswer(answer)
}

/** Returns true if an error means that a purchase was not sent, or that the target refused it because of a rate limit. */
function isPurchaseUnsent(error: unknown): boolean {
  return [NotBought, OverBudget, Throttled, Unsafe].some((kind) => error instanceof kind)
}
