import type { StatementId } from '../../ledger/statement.ts'
import { placesIn } from '../../rules/support/places.ts'
import { isObject } from '../../wire/fields.ts'
import type { Finding, Judge, Judgement } from '../judge.ts'
import { either, ignored } from '../judgement.ts'
import { integerIn, listIn, resourceIn, succeeded, textIn } from '../reading.ts'
import type { CallStep, ClientName, Environment } from '../step.ts'
import { refusalOf } from './asking.ts'
import { Checks } from './checks.ts'
import {
  afterLabelFault,
  labelsMayFail,
  noTrouble,
  outcomeOf,
  type Trouble,
  troubleAfter,
} from './trouble.ts'
import {
  asked,
  changed,
  explain,
  isReloadedFor,
  mostIn,
  owing,
  reasonOf,
  type Suspect,
  seen,
  suspecting,
  unknownWallet,
  type Wallet,
} from './wallet-amounts.ts'

interface Memory {
  readonly trouble: Trouble
  readonly wallets: Readonly<Partial<Record<ClientName, Wallet>>>
  readonly rates: Readonly<Record<string, Priced>>
  /** Live labels and batches that were paid for, and for which nothing has come back yet. */
  readonly paid: Readonly<Record<string, number>>
  /** Where in a wallet its balance can stand: the names of its fields are not stated. */
  readonly places: readonly string[] | undefined
  /** What purchases in the sandbox have shown as the balance after them. */
  readonly sandbox: Readonly<Partial<Record<ClientName, number>>>
  /** What a test key read in its wallet, where that is not the live one, by the places of its numbers. */
  readonly free: Readonly<Partial<Record<ClientName, Readonly<Record<string, number>>>>>
}

interface Priced {
  readonly cents: number
  readonly environment: Environment
  /** The carrier may bill the client itself for what goes by its own account: then the label says that it was free. */
  readonly mayBeFree: boolean
}

/** Live purchases take what they cost, once, and nothing else takes anything. */
export const wallets: Judge<Memory> = {
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

function afterCall(memory: Memory, step: CallStep): Judgement<Memory> {
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
      return ignored(afterRefundable(memory, step))
    case 'getWallet':
      return isLive ? afterReading(memory, step) : afterFreeReading(memory, step)
    default:
      return ignored(memory)
  }
}

/** Something that is sold, and what is stated of it. */
interface Sale {
  readonly name: 'label' | 'batch'
  /** What it can cost; undefined where that is not known. */
  readonly costs: readonly (number | undefined)[]
  readonly charge: StatementId
  readonly refusal: StatementId
  readonly sandbox: StatementId
  readonly isOwn: boolean
}

interface Sold {
  readonly step: CallStep
  readonly sale: Sale
}

function afterLiveSale(before: Memory, memory: Memory, { step, sale }: Sold): Judgement<Memory> {
  const { client } = step
  const wallet = walletOf(memory, client)
  const [cost] = sale.costs
  const resource = resourceIn(step.answer, sale.name)
  const outcome = outcomeOf(before.trouble, step)
  if (outcome === 'done' && resource !== undefined) return afterCharge(memory, { step, sale, resource })
  const attempted = withWallet(memory, client, asked(wallet, cost))
  if (outcome === 'refused') return afterRefusal(before, attempted, { step, sale })
  if (wallet.cents === undefined) return ignored(attempted)
  // It may have been carried out: what the wallet shows later will tell.
  const charged = sale.costs.map((each) => {
    const paid = asked(wallet, each)
    const left = each === undefined ? undefined : (paid.cents ?? 0) - each
    return withWallet(memory, client, { ...paid, cents: left, since: step.id })
  })
  return either(attempted, ...charged)
}

/** It was sold: its cost is gone from the wallet, and the answer says what is left. */
function afterCharge(
  memory: Memory,
  { step, sale, resource }: Sold & { readonly resource: Readonly<Record<string, unknown>> },
): Judgement<Memory> {
  const { client, id, atMs, isConcurrent } = step
  const [cost] = sale.costs
  const before = walletOf(memory, client)
  const wallet = asked(before, cost)
  const shown = integerIn(resource, 'wallet_balance_after_cents')
  const bought = withPaid(memory, { id: textIn(resource, 'id'), cents: cost })
  const by = { id, atMs, isConcurrent }
  const next = (cents: number | undefined, explained?: ReturnType<typeof explain>): Memory =>
    withWallet(bought, client, seen(wallet, cents, { ...by, explained }))
  if (cost === undefined || wallet.cents === undefined) return ignored(next(shown))
  const checks = new Checks()
  if (wallet.reload !== undefined) {
    checks.that('ERRORS-57', mostIn(wallet) >= cost, () => ({
      expected: `a refusal for want of money: ${cost} cents cannot be paid from ${mostIn(wallet)}`,
      seen: `a ${sale.name}, and ${shown} cents left`,
      why: reasonOf(before),
    }))
  }
  if (shown === undefined) {
    const mayBeMore = wallet.credit + wallet.reloads > 0
    return checks.judgement(next(mayBeMore ? undefined : wallet.cents - cost))
  }
  const explained = shown < 0 ? undefined : explain(wallet, shown + cost, atMs)
  checks.that(sale.charge, explained !== undefined, () => ({
    expected: `wallet_balance_after_cents ${(wallet.cents ?? 0) - cost}: ${cost} cents less than before${mayHaveMore(wallet)}`,
    seen: `wallet_balance_after_cents ${shown}`,
    why: reasonOf(before),
  }))
  return checks.judgement(next(shown, explained))
}

/** It was refused: nothing is taken, and for want of money only where money is wanting. */
function afterRefusal(before: Memory, memory: Memory, { step, sale }: Sold): Judgement<Memory> {
  const { client, id } = step
  const wallet = walletOf(memory, client)
  const code = refusalOf(step)
  const suspect: Suspect = { statement: sale.refusal, what: `a ${sale.name} was refused at ${id}` }
  const [cost] = sale.costs
  const isWanting = code?.startsWith('WALLET.') === true && cost !== undefined && isReloadedFor(wallet, cost)
  const since = isWanting ? (wallet.wanting ?? { id, atMs: step.atMs }) : wallet.wanting
  const next = withWallet(memory, client, { ...suspecting(wallet, suspect), wanting: since })
  if (code === undefined || cost === undefined || wallet.cents === undefined) return ignored(next)
  if (!sale.isOwn || labelsMayFail(before.trouble, client)) return ignored(next)
  const checks = new Checks()
  if (isWanting && wallet.wanting !== undefined) checkReloaded(checks, wallet, { step, cost, code })
  for (const { statement, holds, expected } of termsOf(wallet, code, cost)) {
    checks.that(statement, holds, () => {
      return { expected, seen: `402 ${code}`, why: reasonOf(walletOf(before, client)) }
    })
  }
  return checks.judgement(next)
}

const hourMs = 3_600_000

/** When a reload comes is not stated: with the purchase that lacks it, or some time after; but an hour is enough. */
function checkReloaded(
  checks: Checks,
  wallet: Wallet,
  { step, cost, code }: { readonly step: CallStep; readonly cost: number; readonly code: string },
): void {
  const { id = '', atMs = 0 } = wallet.wanting ?? {}
  if (step.atMs - atMs < hourMs) return
  checks.that('SERVICE-31', false, () => ({
    expected: `a sale: the wallet reloads itself with ${wallet.reload?.amount_cents} cents, and ${cost} are needed`,
    seen: `402 ${code}`,
    why: `money was wanting at ${id} already, an hour or more before, with a card that is valid and auto-reload on`,
  }))
}

/** Of the codes of other groups any may come first. */
const others = /^(?:RATE|LABEL|CARRIER|BATCH|VALIDATION)\./

/** What must be so for a refusal with this code. */
function termsOf(
  { cents = 0, card }: Wallet,
  code: string,
  cost: number,
): readonly (Pick<Finding, 'statement' | 'expected'> & { readonly holds: boolean })[] {
  const short = {
    statement: 'STATES-5',
    holds: cents < cost,
    expected: `a sale: the wallet holds ${cents} cents and ${cost} are needed`,
  } as const
  switch (code) {
    case 'WALLET.PAYMENT.FAILED': {
      const holds = card === undefined || card === 'declined'
      const expected = `another code: the card is ${card}, not declined`
      return [short, { statement: 'ERRORS-59', holds, expected }]
    }
    case 'WALLET.PAYMENT_METHOD.MISSING': {
      const holds = card === undefined || card === 'none'
      return [short, { statement: 'ERRORS-61', holds, expected: 'another code: there is a card on file' }]
    }
    case 'WALLET.INSUFFICIENT_BALANCE':
      return [short]
    default:
      return others.test(code)
        ? []
        : [{ statement: 'ERRORS-57', holds: false, expected: 'a code that is documented, or a sale' }]
  }
}

/** A test key never lacks money, and what it is shown as its balance never falls. */
function afterSandboxSale(memory: Memory, step: CallStep, sale: Sale): Judgement<Memory> {
  const { client, id } = step
  const live = walletOf(memory, client)
  const suspect = { statement: sale.sandbox, what: `a ${sale.name} was asked for with a test key at ${id}` }
  const next = withWallet(memory, client, suspecting(live, suspect))
  const code = refusalOf(step)
  const checks = new Checks()
  if (code?.startsWith('WALLET.') === true && sale.isOwn && !labelsMayFail(memory.trouble, client)) {
    if (outcomeOf(memory.trouble, step) !== 'refused') return ignored(next)
    checks.that('SERVICE-27', false, () => ({
      expected: `a sandbox ${sale.name}: the wallet of the sandbox is unlimited`,
      seen: code,
      why: 'it was asked for with a test key, which is never charged',
    }))
    return checks.judgement(next)
  }
  const resource = resourceIn(step.answer, sale.name)
  const shown = integerIn(resource, 'wallet_balance_after_cents')
  if (resource !== undefined) checks.that('SERVICE-27', true, nothing)
  if (shown === undefined) return checks.judgement(next)
  const was = memory.sandbox[client]
  const known = { ...next, sandbox: { ...memory.sandbox, [client]: shown } }
  if (was === undefined) return checks.judgement(known)
  // A service may show the live wallet here, which nothing of the sandbox moves.
  const isLive = live.cents === undefined || explain(live, shown, step.atMs) !== undefined
  checks.that(sale.sandbox, was === shown || isLive, () => ({
    expected: `wallet_balance_after_cents ${was}, as before: a test key is not charged`,
    seen: `wallet_balance_after_cents ${shown}`,
    why: `the purchase with a test key before this one showed ${was} cents`,
  }))
  return checks.judgement(known)
}

const nothing = (): never => {
  throw new Error('what holds needs no words')
}

/** Whether a void or an item that fails gives money back is not stated: at most what was paid, and once. */
function afterRefundable(memory: Memory, step: CallStep): Memory {
  const { client, target = '', id } = step
  const isVoid = step.operation === 'voidLabel'
  const suspect: Suspect = isVoid
    ? { statement: 'STATES-13', what: `a void at ${id}` }
    : { statement: 'ENDPOINTS-87', what: `the start of a batch at ${id}` }
  const wallet = suspecting(walletOf(memory, client), suspect)
  const cents = memory.paid[target]
  if (cents === undefined || outcomeOf(memory.trouble, step) === 'refused') {
    return withWallet(memory, client, wallet)
  }
  const { [target]: _, ...paid } = memory.paid
  return withWallet({ ...memory, paid }, client, owing(wallet, cents))
}

/** The live wallet is read: somewhere in it stands what it must hold. */
function afterReading(memory: Memory, step: CallStep): Judgement<Memory> {
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

/** The wallet of the sandbox is never charged. A service may show the live one in its place, from the first time on. */
function afterFreeReading(memory: Memory, step: CallStep): Judgement<Memory> {
  const { client, answer, atMs, id } = step
  if (!succeeded(answer) || outcomeOf(memory.trouble, step) !== 'done' || !isObject(answer.json)) {
    return ignored(memory)
  }
  const live = walletOf(memory, client)
  const { places } = memory
  // Until the live wallet has shown where a balance stands, any number may be something else.
  if (places === undefined) return ignored(memory)
  const numbers = [...placesIn(answer.json)].filter(
    (each): each is [string, number] => Number.isSafeInteger(each[1]) && places.includes(each[0]),
  )
  const before = memory.free[client]
  if (before === undefined) {
    const isClear = live.cents !== undefined && !step.isConcurrent
    const isFree = numbers.every(([, value]) => explain(live, value, atMs) === undefined)
    if (!isClear || !isFree || numbers.length === 0) return ignored(memory)
    return ignored({ ...memory, free: { ...memory.free, [client]: Object.fromEntries(numbers) } })
  }
  const fallen = numbers.find(([place, value]) => value < (before[place] ?? value))
  const checks = new Checks()
  checks.that('STATES-7', fallen === undefined, () => ({
    expected: `${fallen?.[0]} ${before[fallen?.[0] ?? '']}, as a test key read it before: nothing charges the sandbox`,
    seen: `${fallen?.[0]} ${fallen?.[1]}`,
    why: `it was another wallet than the live one, which nobody has set since; read with a test key at ${id}`,
  }))
  return checks.judgement(memory)
}

function mayHaveMore({ credit, reloads, reload }: Wallet): string {
  const more = [
    ...(credit > 0 ? [`up to ${credit} that may be paid back`] : []),
    ...(reloads > 0 && reload != null
      ? [`up to ${reloads} reloads of ${reload.amount_cents} cents each`]
      : []),
  ]
  return more.length === 0 ? '' : `, or more by ${more.join(' and ')}`
}

const walletOf = ({ wallets: all }: Memory, client: ClientName): Wallet => all[client] ?? unknownWallet

function withWallet(memory: Memory, client: ClientName, wallet: Wallet): Memory {
  return { ...memory, wallets: { ...memory.wallets, [client]: wallet } }
}

function withPaid(
  memory: Memory,
  { id, cents }: { readonly id: string | undefined; readonly cents: number | undefined },
): Memory {
  if (id === undefined || cents === undefined || cents === 0) return memory
  return { ...memory, paid: { ...memory.paid, [id]: cents } }
}

function withRates(memory: Memory, step: CallStep): Memory {
  const { environment } = step.key
  const quoted = (listIn(step.answer, 'rates') ?? []).flatMap((rate): [string, Priced][] => {
    const id = textIn(rate, 'id')
    const cents = integerIn(rate, 'rate_cents')
    if (id === undefined || cents === undefined) return []
    return [[id, { cents, environment, mayBeFree: rate['account_type'] === 'byoa' }]]
  })
  if (quoted.length === 0) return memory
  return { ...memory, rates: { ...memory.rates, ...Object.fromEntries(quoted) } }
}

function rateOf({ rates }: Memory, body: unknown): Priced | undefined {
  const id = isObject(body) ? textIn(body, 'rate_id') : undefined
  return id === undefined ? undefined : rates[id]
}

const labelCents = (step: CallStep): number | undefined =>
  integerIn(resourceIn(step.answer, 'label'), 'rate_cents')

/** What the items of a batch cost together, by themselves or by their rates. */
function costOf(memory: Memory, { body }: CallStep): number | undefined {
  const items = isObject(body) ? body['items'] : undefined
  if (!Array.isArray(items)) return undefined
  return items.reduce<number | undefined>((sum, item: unknown) => {
    const cents = isObject(item) ? (integerIn(item, 'rate_cents') ?? rateOf(memory, item)?.cents) : undefined
    return sum === undefined || cents === undefined ? undefined : sum + cents
  }, 0)
}
