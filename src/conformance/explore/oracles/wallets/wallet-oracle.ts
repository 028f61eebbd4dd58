import { isObject } from '../../../http/fields.ts'
import { placesIn } from '../../../rules/support/places.ts'
import { integerIn, resourceIn, succeeded } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import { afterLabelFault, noTrouble, outcomeOf, troubleAfter } from '../fault-state.ts'
import { Checks, either, ignored, type Judge, type Judgement } from '../oracle.ts'
import { isOwnedBy, mightAsk } from '../ownership.ts'
import { afterLiveSale, type Sale } from './live-sales.ts'
import { afterFreeReading, afterSandboxSale } from './sandbox-wallet.ts'
import {
  changed,
  costOf,
  explain,
  labelCents,
  mayHaveMore,
  owing,
  rateOf,
  reasonOf,
  type Suspect,
  seen,
  suspecting,
  type WalletMemory,
  walletOf,
  withRates,
  withWallet,
} from './wallet-memory.ts'

/** Live purchases take what they cost, once, and nothing else takes anything. */
export const wallets: Judge<WalletMemory> = {
  group: 'EXPL-001',
  start: { trouble: noTrouble, wallets: {}, rates: {}, paid: {}, places: undefined, sandbox: {}, free: {} },
  after: (before, step) => {
    const trouble = troubleAfter(before.trouble, step)
    const memory = trouble === before.trouble ? before : { ...before, trouble }
    if (step.kind === 'wallet set') {
      const { [step.client]: _, ...sandbox } = memory.sandbox
      const { [step.client]: __, ...free } = memory.free
      const wallet = changed(walletOf(memory, step.client), step.change, step)
      return ignored(withWallet({ ...memory, sandbox, free }, step.client, wallet))
    }
    if (step.kind !== 'call' || step.key.is !== 'good') return ignored(memory)
    return afterCall(memory, step)
  },
}

function afterCall(memory: WalletMemory, step: CallStep): Judgement<WalletMemory> {
  const isLive = step.key.environment === 'live'
  switch (step.operation) {
    case 'createRates':
      return ignored(withRates(memory, step))
    case 'buyLabel': {
      const rate = rateOf(memory, step.body)
      const isFree = rate?.mayBeFree === true && labelCents(step) === 0
      const costs = isFree ? [0] : [rate?.cents ?? labelCents(step)]
      const sale: Sale = {
        name: 'label',
        costs: rate?.mayBeFree === true && !isFree ? [...costs, 0] : costs,
        charge: 'STATES-6',
        refusal: 'STATES-10',
        sandbox: 'STATES-7',
        isOwn: rate === undefined || rate.environment === step.key.environment,
      }
      const next = { ...memory, trouble: afterLabelFault(memory.trouble, step) }
      return isLive ? afterLiveSale(memory, next, { step, sale }) : afterSandboxSale(next, step, sale)
    }
    case 'createBatch': {
      const sale: Sale = {
        name: 'batch',
        costs: [costOf(memory, step) ?? integerIn(resourceIn(step.answer, 'batch'), 'total_cost_cents')],
        charge: 'STATES-19',
        refusal: 'STATES-21',
        sandbox: 'STATES-20',
        isOwn: true,
      }
      return isLive ? afterLiveSale(memory, memory, { step, sale }) : afterSandboxSale(memory, step, sale)
    }
    case 'voidLabel':
    case 'buyBatch':
      return afterRefundable(memory, step)
    case 'getWallet':
      return isLive ? afterReading(memory, step) : afterFreeReading(memory, step)
    default:
      return ignored(memory)
  }
}

/** Whether a void or an item that fails gives money back is not stated: at most what was paid, and once. */
function afterRefundable(memory: WalletMemory, step: CallStep): Judgement<WalletMemory> {
  const { client, target = '', id } = step
  const isVoid = step.operation === 'voidLabel'
  const suspect: Suspect = isVoid
    ? { statement: 'STATES-13', what: `a void at ${id}` }
    : { statement: 'ENDPOINTS-87', what: `the start of a batch at ${id}` }
  const suspected = withWallet(memory, client, suspecting(walletOf(memory, client), suspect))
  const payment = memory.paid[target]
  const outcome = outcomeOf(memory.trouble, step)
  if (payment === undefined || outcome === 'refused') return ignored(suspected)
  const { [target]: _, ...paid } = suspected.paid
  const owner = walletOf(suspected, payment.client)
  const refunded = withWallet({ ...suspected, paid }, payment.client, owing(owner, payment.cents))
  if (outcome === 'done') return ignored(refunded)
  // A request without the right to it is refused, so a lost response to it changes nothing.
  const mayHaveRight = isOwnedBy({ client: payment.client, environment: 'live' }, step) && mightAsk(step)
  return mayHaveRight ? either(suspected, refunded) : ignored(suspected)
}

/** The live wallet is read: somewhere in it stands what it must hold. */
function afterReading(memory: WalletMemory, step: CallStep): Judgement<WalletMemory> {
  const { client, answer, id, atMs, isConcurrent } = step
  if (!succeeded(answer) || outcomeOf(memory.trouble, step) !== 'done' || !isObject(answer.json)) {
    return ignored(memory)
  }
  const wallet = walletOf(memory, client)
  const numbers = [...placesIn(answer.json)].filter((each): each is [string, number] =>
    Number.isSafeInteger(each[1]),
  )
  const { places } = memory
  const told = places === undefined ? numbers : numbers.filter(([place]) => places.includes(place))
  const by = { id, atMs, isConcurrent }
  if (wallet.cents === undefined) {
    const [first] = told
    const isClear = new Set(told.map(([, value]) => value)).size === 1
    if (first === undefined || !isClear) return ignored(memory)
    return ignored(withWallet(memory, client, seen(wallet, first[1], { ...by, explained: undefined })))
  }
  if (numbers.length === 0) return ignored(memory)
  const fitting = told.filter(([, value]) => explain(wallet, value, atMs) !== undefined)
  const checks = new Checks()
  const statement = wallet.suspects.at(-1)?.statement ?? 'ENDPOINTS-99'
  const isThere = checks.that(statement, fitting.length > 0, () => ({
    expected: `${wallet.cents} cents in the wallet${mayHaveMore(wallet)}`,
    seen: (told.length > 0 ? told : numbers).map(([place, value]) => `${place} ${value}`).join(', '),
    why: reasonOf(wallet),
  }))
  if (!isThere) return checks.judgement(memory)
  const values = new Set(fitting.map(([, value]) => value))
  const [value] = values
  const known = { ...memory, places: fitting.map(([place]) => place) }
  if (values.size > 1 || value === undefined) return checks.judgement(known)
  const explained = explain(wallet, value, atMs)
  return checks.judgement(withWallet(known, client, seen(wallet, value, { ...by, explained })))
}
