import type { Context } from '../accounts/context.ts'
import type { LedgerRecord, WalletRecord } from '../accounts/records/money.ts'
import type { LiveWalletBody, WalletBody } from '../bodies/wallet.ts'
import type { Call } from '../requests/call.ts'
import { refuseField } from '../requests/json-body.ts'
import { type ErrorCode, fail } from '../specification/errors.ts'
import type { Environment } from '../specification/model.ts'
import { amountBounds, maxBalanceCents } from './wallet-bounds.ts'

/** The sandbox wallet is unlimited: it always shows this balance (choices 31). */
export const sandboxBalanceCents = 10_000_000

export const openingBalanceCents = 100_000

/** Returns the wallet of the key's environment (specification, GET /v1/wallet; choices 32). */
export function getWallet(call: Call): WalletBody {
  return buildWalletBody(call.context, call.environment)
}

/** Returns the wallet of an environment, as the service shows it (choices 32). */
export function buildWalletBody(context: Context, environment: Environment): WalletBody {
  const wallet = context.state.wallet.get()
  return {
    balance_cents: readBalanceCents(context, environment),
    currency: 'USD',
    unlimited: environment === 'test',
    auto_reload: {
      enabled: wallet.autoReload !== null,
      threshold_cents: wallet.autoReload?.thresholdCents ?? null,
      amount_cents: wallet.autoReload?.amountCents ?? null,
    },
    payment_method: wallet.paymentMethod,
  }
}

/** Returns the live wallet as the control protocol shows it. */
export function buildLiveWalletBody(context: Context): LiveWalletBody {
  return { ...buildWalletBody(context, 'live'), decline_next: context.state.wallet.get().declineNext }
}

/** Returns the balance of an environment's wallet, in cents (choices 31). */
export function readBalanceCents(context: Context, environment: Environment): number {
  return environment === 'test' ? sandboxBalanceCents : context.state.wallet.get().balanceCents
}

/**
 * Charges the live wallet, with auto-reload first if it applies; returns the balance after the charge. Throws WALLET.*
 * (402), without moving money, if the wallet cannot pay. A sandbox purchase costs nothing.
 */
export function chargeWallet(
  context: Context,
  purchase: { readonly environment: Environment; readonly priceCents: number; readonly reference: string },
): number {
  if (purchase.environment === 'test') return sandboxBalanceCents
  reloadForPrice(context, purchase.priceCents)
  return bookAmount(context, {
    kind: 'charge',
    amountCents: -purchase.priceCents,
    reference: purchase.reference,
  })
}

/** Pays a price back into the wallet that was charged for it. */
export function refundCharge(
  context: Context,
  purchase: { readonly environment: Environment; readonly priceCents: number; readonly reference: string },
): void {
  if (purchase.environment === 'test') return
  bookAmount(context, { kind: 'refund', amountCents: purchase.priceCents, reference: purchase.reference })
}

/**
 * Changes the balance of the live wallet and adds a line to its ledger; returns the new balance. A wallet never holds
 * more than its maximum: an amount beyond the maximum is cut, and the ledger line has the amount that was booked
 * (choices 32).
 */
export function bookAmount(
  context: Context,
  entry: Pick<LedgerRecord, 'kind' | 'amountCents' | 'reference'>,
): number {
  const { state, clock, random } = context
  const wallet = state.wallet.get()
  const amountCents = Math.min(entry.amountCents, Math.max(0, maxBalanceCents - wallet.balanceCents))
  const balance = wallet.balanceCents + amountCents
  const id = random.drawId('led')
  state.wallet.set({ ...wallet, balanceCents: balance })
  state.ledger.set(id, { id, atMs: clock.now(), ...entry, amountCents, balanceCents: balance })
  return balance
}

/**
 * Makes sure that the wallet can pay a price; throws WALLET.* if not. Auto-reload charges the card if the price
 * would leave the balance below its threshold (choices 30).
 */
function reloadForPrice(context: Context, priceCents: number): void {
  const { balanceCents: balance, autoReload } = context.state.wallet.get()
  const shortCents = priceCents - balance
  if (autoReload === null) {
    if (shortCents > 0) fail('WALLET.INSUFFICIENT_BALANCE')
    return
  }
  const wantedCents = shortCents + autoReload.thresholdCents
  if (wantedCents <= 0) return
  const refusal = chargeCard(context)
  if (refusal !== undefined) {
    // A price that the balance covers is not refused because of the card.
    if (shortCents <= 0) return
    fail(refusal)
  }
  const reloads = Math.max(1, Math.ceil(shortCents / autoReload.amountCents))
  bookAmount(context, { kind: 'auto_reload', amountCents: reloads * autoReload.amountCents, reference: null })
}

/**
 * Returns the error of a card payment that is not accepted; undefined if it is accepted. If the control protocol has
 * set the next N payments to be declined, each call with a card on file counts as one of them.
 */
function chargeCard({ state }: Context): ErrorCode | undefined {
  const wallet = state.wallet.get()
  if (wallet.paymentMethod === 'none') return 'WALLET.PAYMENT_METHOD.MISSING'
  const isDeclined = wallet.paymentMethod === 'declined' || wallet.declineNext > 0
  if (wallet.declineNext > 0) state.wallet.set({ ...wallet, declineNext: wallet.declineNext - 1 })
  return isDeclined ? 'WALLET.PAYMENT.FAILED' : undefined
}

/**
 * Pays money in by card (specification, LIMITS-32). Throws VALIDATION.FIELD.INVALID for an amount out of bounds,
 * WALLET.PAYMENT.FAILED or WALLET.PAYMENT_METHOD.MISSING without a valid card.
 */
export function fundWallet(context: Context, amountCents: number): void {
  const { balanceCents: balance } = context.state.wallet.get()
  const { min } = amountBounds.funding
  if (amountCents < min) refuseField('amount_cents', `must be at least ${min}`)
  const maxCents = Math.max(0, maxBalanceCents - balance - sumRefundableCents(context))
  if (amountCents > maxCents) {
    refuseField(
      'amount_cents',
      `must be at most ${maxCents}, so that the balance stays at most ${maxBalanceCents} after all possible refunds of open batches`,
    )
  }
  const code = chargeCard(context)
  if (code !== undefined) {
    noteDeclinedTopUp(context, { atMs: context.clock.now(), amountCents, code })
    fail(code)
  }
  bookAmount(context, { kind: 'funding', amountCents, reference: null })
}

/** A top-up that the card did not pay. */
export interface DeclinedTopUp {
  readonly atMs: number
  readonly amountCents: number
  readonly code: ErrorCode
}

/**
 * The maximum number of declined top-ups that are kept, and of declined requests that the dashboard's page Wallet
 * lists.
 */
export const maxDeclined = 20

/**
 * Declined top-ups are kept only in memory, like the request log: they moved no money, so the ledger has no line for
 * them.
 */
const declinedTopUps = new WeakMap<Context, readonly DeclinedTopUp[]>()

/** Returns the latest declined top-ups of an account, newest first. */
export function listDeclinedTopUps(context: Context): readonly DeclinedTopUp[] {
  return declinedTopUps.get(context) ?? []
}

function noteDeclinedTopUp(context: Context, topUp: DeclinedTopUp): void {
  declinedTopUps.set(context, [topUp, ...listDeclinedTopUps(context)].slice(0, maxDeclined))
}

/**
 * Returns the cents that may still be refunded for items of open batches. Funding leaves room for these refunds below
 * the maximum balance.
 */
function sumRefundableCents({ state }: Context): number {
  let cents = 0
  for (const { environment, status, totalCostCents } of state.batches.values())
    if (environment === 'live' && status !== 'completed') cents += totalCostCents
  return cents
}

export interface WalletChange {
  readonly balanceCents?: number | undefined
  readonly paymentMethod?: WalletRecord['paymentMethod'] | undefined
  readonly autoReload?: WalletRecord['autoReload'] | undefined
  readonly declineNext?: number | undefined
}

/**
 * Changes the settings of the live wallet that only the control protocol can change. A new balance gets a ledger line
 * like any other change.
 */
export function changeWallet(context: Context, change: WalletChange): void {
  const wallet = context.state.wallet.get()
  if (change.balanceCents !== undefined && change.balanceCents !== wallet.balanceCents) {
    const amountCents = change.balanceCents - wallet.balanceCents
    bookAmount(context, { kind: 'adjustment', amountCents, reference: null })
  }
  context.state.wallet.set({
    ...context.state.wallet.get(),
    ...(change.paymentMethod !== undefined && { paymentMethod: change.paymentMethod }),
    ...(change.autoReload !== undefined && { autoReload: change.autoReload }),
    ...(change.declineNext !== undefined && { declineNext: change.declineNext }),
  })
}
