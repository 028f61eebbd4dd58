import type { StatementId } from '../../../section.ts'
import { hour } from '../../durations.ts'
import { integerIn, resourceIn, textIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import { labelsMayFail, outcomeOf } from '../fault-state.ts'
import { allowEither, Checks, type Finding, ignoreStep, type Verdict } from '../oracle.ts'
import { findNonKeyErrorCode } from '../ownership.ts'
import {
  computeMaxBalance,
  describeExpectedBalance,
  describePossibleExtra,
  explainBalance,
  type FreeEvent,
  isReloadedFor,
  type Wallet,
  type WalletMemory,
  walletOf,
  withFreeEvent,
  withPayment,
  withReloadsDue,
  withShownBalance,
  withWallet,
} from './wallet-memory.ts'

/** A purchase of a label or a batch, and the statements of the specification about it. */
export interface Sale {
  readonly name: 'label' | 'batch'
  /** The possible prices of the purchase in cents; an unknown price is undefined. */
  readonly costs: readonly (number | undefined)[]
  /** The statement that a live purchase costs its price. */
  readonly charge: StatementId
  /** The statement that a refused purchase costs nothing. */
  readonly refusal: StatementId
  /** The statement that a purchase with a test key costs nothing. */
  readonly sandbox: StatementId
  /** False if the rate belongs to the other environment than the key. */
  readonly isOwn: boolean
}

interface Sold {
  readonly step: CallStep
  readonly sale: Sale
}

/** Checks that the service charges a live purchase once, and refuses it for lack of money only if money is missing. */
export function judgeLiveSale(
  before: WalletMemory,
  memory: WalletMemory,
  { step, sale }: Sold,
): Verdict<WalletMemory> {
  const { client } = step
  const wallet = walletOf(memory, client)
  const [cost] = sale.costs
  const resource = resourceIn(step.answer, sale.name)
  const outcome = outcomeOf(before.faultState, step)
  if (outcome === 'done' && resource !== undefined)
    return judgePurchaseCharge(memory, { step, sale, resource })
  const attempted = withWallet(memory, client, withReloadsDue(wallet, cost))
  if (outcome === 'refused') return judgeRefusedPurchase(before, attempted, { step, sale })
  if (wallet.cents === undefined) return ignoreStep(attempted)
  // If the response is lost or unclear, a later balance shows whether the purchase was charged.
  const charged = sale.costs.map((each) => {
    const paid = withReloadsDue(wallet, each)
    const left = each === undefined ? undefined : (paid.cents ?? 0) - each
    return withWallet(memory, client, { ...paid, cents: left, since: step.id })
  })
  return allowEither(attempted, ...charged)
}

/** Checks the price and the wallet balance after a purchase. */
function judgePurchaseCharge(
  memory: WalletMemory,
  { step, sale, resource }: Sold & { readonly resource: Readonly<Record<string, unknown>> },
): Verdict<WalletMemory> {
  const { client, id, atMs, isConcurrent } = step
  const [cost] = sale.costs
  const before = walletOf(memory, client)
  const wallet = withReloadsDue(before, cost)
  const shown = integerIn(resource, 'wallet_balance_after_cents')
  const bought = withPayment(memory, { id: textIn(resource, 'id'), cents: cost, client })
  const by = { id, atMs, isConcurrent }
  const createNextMemory = (
    cents: number | undefined,
    explained?: ReturnType<typeof explainBalance>,
  ): WalletMemory => withWallet(bought, client, withShownBalance(wallet, cents, { ...by, explained }))
  if (cost === undefined || wallet.cents === undefined) return ignoreStep(createNextMemory(shown))
  const checks = new Checks()
  if (wallet.reload !== undefined) {
    checks.that('ERRORS-57', computeMaxBalance(wallet) >= cost, () => ({
      expected: `a refusal: ${cost} cents cannot be paid from ${computeMaxBalance(wallet)}`,
      seen: `a ${sale.name}, and ${shown} cents left`,
      why: describeExpectedBalance(before),
    }))
  }
  if (shown === undefined) {
    const mayBeMore = wallet.credit + wallet.reloads > 0
    return checks.verdict(createNextMemory(mayBeMore ? undefined : wallet.cents - cost))
  }
  const explained = shown < 0 ? undefined : explainBalance(wallet, shown + cost, atMs)
  checks.that(sale.charge, explained !== undefined, () => ({
    expected: `wallet_balance_after_cents ${(wallet.cents ?? 0) - cost}: ${cost} cents less than before${describePossibleExtra(wallet)}`,
    seen: `wallet_balance_after_cents ${shown}`,
    why: describeExpectedBalance(before),
  }))
  return checks.verdict(createNextMemory(shown, explained))
}

/** Checks that the service charges nothing for a refused purchase, and names money as the reason only if money is missing. */
function judgeRefusedPurchase(
  before: WalletMemory,
  memory: WalletMemory,
  { step, sale }: Sold,
): Verdict<WalletMemory> {
  const { client, id } = step
  const wallet = walletOf(memory, client)
  const code = findNonKeyErrorCode(step)
  const event: FreeEvent = { statement: sale.refusal, what: `a ${sale.name} was refused at ${id}` }
  const [cost] = sale.costs
  const lacksReload =
    code?.startsWith('WALLET.') === true && cost !== undefined && isReloadedFor(wallet, cost)
  const since = lacksReload ? (wallet.unpaidSince ?? { id, atMs: step.atMs }) : wallet.unpaidSince
  const next = withWallet(memory, client, { ...withFreeEvent(wallet, event), unpaidSince: since })
  if (code === undefined || cost === undefined || wallet.cents === undefined) return ignoreStep(next)
  if (!sale.isOwn || labelsMayFail(before.faultState, client)) return ignoreStep(next)
  const checks = new Checks()
  if (lacksReload && wallet.unpaidSince !== undefined)
    checkWalletReloaded(checks, wallet, { step, cost, code })
  for (const { statement, holds, expected } of listRefusalConditions(wallet, code, cost)) {
    checks.that(statement, holds, () => {
      return { expected, seen: `402 ${code}`, why: describeExpectedBalance(walletOf(before, client)) }
    })
  }
  return checks.verdict(next)
}

/** Checks that a due wallet reload has happened within an hour. The specification states no time. */
function checkWalletReloaded(
  checks: Checks,
  wallet: Wallet,
  { step, cost, code }: { readonly step: CallStep; readonly cost: number; readonly code: string },
): void {
  const { id = '', atMs = 0 } = wallet.unpaidSince ?? {}
  if (step.atMs - atMs < hour) return
  checks.that('SERVICE-31', false, () => ({
    expected: `a purchase: the wallet reloads by ${wallet.reload?.amount_cents} cents, and ${cost} are needed`,
    seen: `402 ${code}`,
    why: `${id} was refused for lack of money an hour or more before, and auto-reload should have filled the wallet since`,
  }))
}

/** Errors of these groups may come before errors about the wallet. */
const otherCodes = /^(?:RATE|LABEL|CARRIER|BATCH|VALIDATION)\./

/** Lists the conditions that must hold for a refusal with this code. */
function listRefusalConditions(
  { cents = 0, card }: Wallet,
  code: string,
  cost: number,
): readonly (Pick<Finding, 'statement' | 'expected'> & { readonly holds: boolean })[] {
  const short = {
    statement: 'STATES-5',
    holds: cents < cost,
    expected: `a purchase: the wallet holds ${cents} cents and ${cost} are needed`,
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
      return otherCodes.test(code)
        ? []
        : [{ statement: 'ERRORS-57', holds: false, expected: 'a documented code, or a purchase' }]
  }
}
