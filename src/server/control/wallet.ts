import * as z from 'zod'
import type { Collection } from '../../simulator/accounts/collection.ts'
import type { LedgerRecord } from '../../simulator/accounts/records/money.ts'
import type { LedgerEntryBody } from '../../simulator/bodies/wallet.ts'
import { buildLiveWalletBody, changeWallet, fundWallet } from '../../simulator/resources/wallet.ts'
import { amountBounds, maxDeclinedPayments } from '../../simulator/resources/wallet-bounds.ts'
import { toTimestamp } from '../../simulator/time/timestamp.ts'
import { createCentsSchema, createStrictSchema, listChoice } from './fields.ts'
import { createListBody } from './list-body.ts'
import { type ControlRoute, defineAccountRoute, defineBodyRoute, defineQueryRoute } from './route.ts'

const paymentMethods = ['valid', 'declined', 'none'] as const

const walletChange = createStrictSchema({
  balance_cents: createCentsSchema(amountBounds.balance)
    .optional()
    .describe('The new balance of the wallet.'),
  payment_method: z
    .enum(paymentMethods)
    .optional()
    .describe('The new card on file: `valid`, `declined` (every charge fails) or `none` (no card).'),
  auto_reload: createStrictSchema({
    threshold_cents: createCentsSchema(amountBounds.threshold).describe(
      'The balance below which the wallet is reloaded.',
    ),
    amount_cents: createCentsSchema(amountBounds.reload).describe(
      'The amount that the card is charged for a reload.',
    ),
  })
    .nullish()
    .describe('Automatic reloading of the wallet from the card on file; null switches it off.'),
  decline_next: z
    .int({ error: 'must be a whole number' })
    .min(0, 'must be at least 0')
    .max(maxDeclinedPayments, `must be at most ${maxDeclinedPayments}`)
    .optional()
    .describe(
      'How many of the next card payments, for funding or reloading, are declined; 0 declines none. Later payments work as before.',
    ),
})

const funding = createStrictSchema({
  amount_cents: createCentsSchema(amountBounds.funding).describe(
    'The amount to charge to the card and add to the balance.',
  ),
})

/** The calls about the live wallet; the sandbox wallet has no settings. */
export const walletRoutes: readonly ControlRoute[] = [
  defineAccountRoute('GET', '/wallet', (context) => ({ status: 200, body: buildLiveWalletBody(context) })),
  defineBodyRoute('PATCH', '/wallet', walletChange, (context, change) => {
    const { balance_cents, payment_method, auto_reload, decline_next } = change
    changeWallet(context, {
      balanceCents: balance_cents,
      paymentMethod: payment_method,
      declineNext: decline_next,
      autoReload: auto_reload && {
        thresholdCents: auto_reload.threshold_cents,
        amountCents: auto_reload.amount_cents,
      },
    })
    return { status: 200, body: buildLiveWalletBody(context) }
  }),
  defineBodyRoute('POST', '/wallet/fund', funding, (context, { amount_cents }) => {
    fundWallet(context, amount_cents)
    return { status: 200, body: buildLiveWalletBody(context) }
  }),
  defineQueryRoute('/wallet/ledger', listChoice, ({ state }, { environment, limit }) => {
    // The sandbox wallet has no ledger, because no money moves in it.
    const ids = environment === 'test' ? [] : [...state.ledger.keys()].reverse()
    return { status: 200, body: createListBody('ledger', showLedgerLines(state.ledger, ids), limit) }
  }),
]

function* showLedgerLines(
  ledger: Pick<Collection<LedgerRecord>, 'get'>,
  ids: readonly string[],
): Generator<LedgerEntryBody> {
  for (const id of ids) {
    const line = ledger.get(id)
    if (line !== undefined) yield showLedgerLine(line)
  }
}

function showLedgerLine(line: LedgerRecord): LedgerEntryBody {
  return {
    id: line.id,
    at: toTimestamp(line.atMs),
    kind: line.kind,
    amount_cents: line.amountCents,
    balance_cents: line.balanceCents,
    reference: line.reference,
    reference_kind: findReferenceKind(line.reference),
  }
}

/** Returns whether a ledger line is about a label or a batch, by the prefix of its reference; null for neither. */
function findReferenceKind(reference: string | null): 'label' | 'batch' | null {
  if (reference === null) return null
  return reference.startsWith('bat_') ? 'batch' : 'label'
}
