import { isObject } from '../../../http/fields.ts'
import { readValuesByPath } from '../../../rules/support/values-by-path.ts'
import { hasSucceeded, integerIn, resourceIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import {
  judgeForeignRequest,
  noFaults,
  outcomeOf,
  recordLabelFaultTrigger,
  withUpdatedFaults,
} from '../fault-state.ts'
import { Checks, ignoreStep, type Oracle, type Verdict } from '../oracle.ts'
import { batchItemsOf, rateIdIn, sumItemPrices, withQuotedRates } from '../quoted-rates.ts'
import { judgeLiveSale, type Sale } from './live-sales.ts'
import { judgeSandboxReading, judgeSandboxSale } from './sandbox-wallet.ts'
import {
  applyWalletChange,
  describeExpectedBalance,
  describePossibleExtra,
  explainBalance,
  type FreeEvent,
  readLabelPrice,
  type WalletMemory,
  walletOf,
  withFreeEvent,
  withPendingRefund,
  withShownBalance,
  withWallet,
} from './wallet-memory.ts'

/** Checks in random walks that a live purchase is charged once, and nothing else is charged. */
export const wallets: Oracle<WalletMemory> = {
  group: 'EXPL-001',
  start: { faultState: noFaults, wallets: {}, rates: {}, paid: {}, places: undefined, sandbox: {}, free: {} },
  judge: (before, step) => {
    const memory = withUpdatedFaults(before, step)
    if (step.kind === 'wallet set') {
      const { [step.client]: _, ...sandbox } = memory.sandbox
      const { [step.client]: __, ...free } = memory.free
      const wallet = applyWalletChange(walletOf(memory, step.client), step.change, step)
      return ignoreStep(withWallet({ ...memory, sandbox, free }, step.client, wallet))
    }
    if (step.kind !== 'call' || step.key.is !== 'good') return ignoreStep(memory)
    return judgeResponse(memory, step)
  },
}

/** Checks the response to a request that may change or show a wallet. */
function judgeResponse(memory: WalletMemory, step: CallStep): Verdict<WalletMemory> {
  const isLive = step.key.environment === 'live'
  switch (step.operation) {
    case 'createRates':
      return ignoreStep({ ...memory, rates: withQuotedRates(memory.rates, step) })
    case 'buyLabel': {
      const rate = memory.rates[rateIdIn(step.body) ?? '']
      // A carrier may bill the client's own carrier account directly. The label then costs nothing.
      const mayBeFree = rate?.isOwnAccount === true
      const isFree = mayBeFree && readLabelPrice(step) === 0
      const costs = isFree ? [0] : [rate?.cents ?? readLabelPrice(step)]
      const sale: Sale = {
        name: 'label',
        costs: mayBeFree && !isFree ? [...costs, 0] : costs,
        charge: 'STATES-6',
        refusal: 'STATES-10',
        sandbox: 'STATES-7',
        isOwn: rate === undefined || rate.environment === step.key.environment,
      }
      const next = { ...memory, faultState: recordLabelFaultTrigger(memory.faultState, step) }
      return isLive ? judgeLiveSale(memory, next, { step, sale }) : judgeSandboxSale(next, step, sale)
    }
    case 'createBatch': {
      const items = batchItemsOf(step)
      const cost = items && sumItemPrices(memory.rates, items)
      const sale: Sale = {
        name: 'batch',
        costs: [cost ?? integerIn(resourceIn(step.answer, 'batch'), 'total_cost_cents')],
        charge: 'STATES-19',
        refusal: 'STATES-21',
        sandbox: 'STATES-20',
        isOwn: true,
      }
      return isLive ? judgeLiveSale(memory, memory, { step, sale }) : judgeSandboxSale(memory, step, sale)
    }
    case 'voidLabel':
    case 'buyBatch':
      return noteRefundableStep(memory, step)
    case 'getWallet':
      return isLive ? judgeWalletReading(memory, step) : judgeSandboxReading(memory, step)
    default:
      return ignoreStep(memory)
  }
}

/** Records that a void or a started batch may refund its price once. The specification does not say whether it does. */
function noteRefundableStep(memory: WalletMemory, step: CallStep): Verdict<WalletMemory> {
  const { client, target = '', id } = step
  const isVoid = step.operation === 'voidLabel'
  const event: FreeEvent = isVoid
    ? { statement: 'STATES-13', what: `a void at ${id}` }
    : { statement: 'ENDPOINTS-87', what: `the start of a batch at ${id}` }
  const withEvent = withWallet(memory, client, withFreeEvent(walletOf(memory, client), event))
  const payment = memory.paid[target]
  if (payment === undefined) return ignoreStep(withEvent)
  const { [target]: _, ...paid } = withEvent.paid
  const owner = walletOf(withEvent, payment.client)
  const refunded = withWallet({ ...withEvent, paid }, payment.client, withPendingRefund(owner, payment.cents))
  return judgeForeignRequest(withEvent, refunded, {
    step,
    owner: { client: payment.client, environment: 'live' },
  })
}

/** Checks that some number in the live wallet is the expected balance. */
function judgeWalletReading(memory: WalletMemory, step: CallStep): Verdict<WalletMemory> {
  const { client, answer, id, atMs, isConcurrent } = step
  if (!hasSucceeded(answer) || outcomeOf(memory.faultState, step) !== 'done' || !isObject(answer.json)) {
    return ignoreStep(memory)
  }
  const wallet = walletOf(memory, client)
  const numbers = [...readValuesByPath(answer.json)].filter((each): each is [string, number] =>
    Number.isSafeInteger(each[1]),
  )
  const { places } = memory
  const candidates = places === undefined ? numbers : numbers.filter(([place]) => places.includes(place))
  const by = { id, atMs, isConcurrent }
  if (wallet.cents === undefined) {
    const [first] = candidates
    const isClear = new Set(candidates.map(([, value]) => value)).size === 1
    if (first === undefined || !isClear) return ignoreStep(memory)
    return ignoreStep(
      withWallet(memory, client, withShownBalance(wallet, first[1], { ...by, explained: undefined })),
    )
  }
  if (numbers.length === 0) return ignoreStep(memory)
  const fitting = candidates.filter(([, value]) => explainBalance(wallet, value, atMs) !== undefined)
  const checks = new Checks()
  const statement = wallet.freeEvents.at(-1)?.statement ?? 'ENDPOINTS-99'
  const isThere = checks.that(statement, fitting.length > 0, () => ({
    expected: `${wallet.cents} cents in the wallet${describePossibleExtra(wallet)}`,
    seen: (candidates.length > 0 ? candidates : numbers)
      .map(([place, value]) => `${place} ${value}`)
      .join(', '),
    why: describeExpectedBalance(wallet),
  }))
  if (!isThere) return checks.verdict(memory)
  const values = new Set(fitting.map(([, value]) => value))
  const [value] = values
  const known = { ...memory, places: fitting.map(([place]) => place) }
  if (values.size > 1 || value === undefined) return checks.verdict(known)
  const explained = explainBalance(wallet, value, atMs)
  return checks.verdict(withWallet(known, client, withShownBalance(wallet, value, { ...by, explained })))
}
