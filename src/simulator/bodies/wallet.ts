import * as z from 'zod'
import {
  type BodyOf,
  body,
  cents,
  centsOrNull,
  describeSchema,
  id,
  textOrNull,
  timestamp,
} from './body-schema.ts'

/** A wallet as the wire shows it (choices 32). */
export type WalletBody = BodyOf<typeof walletBody>
export const walletBody = body(
  {
    balance_cents: cents('The balance of the wallet.', { choice: 32 }),
    currency: describeSchema(z.literal('USD'), 'The currency of all amounts.', { choice: 32 }),
    unlimited: describeSchema(z.boolean(), 'Whether the wallet never runs out, as in the sandbox.', {
      choice: 31,
    }),
    auto_reload: body(
      {
        enabled: describeSchema(z.boolean(), 'Whether automatic reloading is on.', { choice: 32 }),
        threshold_cents: centsOrNull(
          'The balance below which the wallet is reloaded; null if automatic reloading is off.',
          { choice: 32 },
        ),
        amount_cents: centsOrNull(
          'The amount that the card is charged for a reload; null if automatic reloading is off.',
          {
            choice: 32,
          },
        ),
      },
      'Automatic reloading of the wallet from the card on file.',
      { choice: 32 },
    ),
    payment_method: describeSchema(
      z.enum(['valid', 'declined', 'none']),
      'The card on file: `valid`, `declined` (every charge fails) or `none` (no card).',
      { choice: 32 },
    ),
  },
  'A prepaid wallet and how it is reloaded.',
  { id: 'Wallet', choice: 32 },
)

/** The live wallet, with a setting that only the control protocol shows. */
export type LiveWalletBody = BodyOf<typeof liveWalletBody>
export const liveWalletBody = body(
  {
    ...walletBody.shape,
    decline_next: describeSchema(
      z.int(),
      'How many of the next card payments are declined; after them the card is as `payment_method` says.',
    ),
  },
  'The wallet of the live keys, with a setting that only the control protocol shows.',
  { id: 'LiveWallet' },
)

/** A change of the live wallet's balance, as a line of the ledger. */
export type LedgerEntryBody = BodyOf<typeof ledgerEntryBody>
export const ledgerEntryBody = body(
  {
    id: id('led', 'The id of the ledger entry.'),
    at: timestamp('When the money moved.'),
    kind: describeSchema(
      z.enum(['opening', 'funding', 'auto_reload', 'charge', 'refund', 'adjustment']),
      [
        'Why the money moved:',
        '`opening`, the balance that the account began with;',
        '`funding`, paid in by card;',
        '`auto_reload`, reloaded by itself;',
        '`charge`, a purchase;',
        '`refund`, given back for items of a batch that failed;',
        '`adjustment`, set by the control protocol.',
      ].join(' '),
    ),
    amount_cents: cents('The amount that was added to the balance; negative if the balance was reduced.'),
    balance_cents: cents('The balance of the wallet after the movement.'),
    reference: textOrNull(
      'The id of the label or batch that was paid for or refunded; null for any other movement.',
    ),
    reference_kind: describeSchema(
      z.enum(['label', 'batch']).nullable(),
      'Whether `reference` is a label or a batch; null if it is neither.',
    ),
  },
  'A ledger entry: one movement of the live balance.',
  { id: 'LedgerEntry' },
)
