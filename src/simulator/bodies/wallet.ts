import * as z from 'zod'
import { type BodyOf, body, cents, centsOrNull, described, id, textOrNull, timestamp } from './body-schema.ts'

/** A wallet as the wire shows it (choices 32). */
export type WalletBody = BodyOf<typeof walletBody>
export const walletBody = body(
  {
    balance_cents: cents('What it holds.', { choice: 32 }),
    currency: described(z.literal('USD'), 'The currency of all amounts.', { choice: 32 }),
    unlimited: described(z.boolean(), 'Whether it never runs out, as that of the sandbox.', { choice: 31 }),
    auto_reload: body(
      {
        enabled: described(z.boolean(), 'Whether it tops itself up.', { choice: 32 }),
        threshold_cents: centsOrNull('Below which balance it does; null where it does not.', { choice: 32 }),
        amount_cents: centsOrNull('How much it then takes from the card; null where it does not.', {
          choice: 32,
        }),
      },
      'How it tops itself up.',
      { choice: 32 },
    ),
    payment_method: described(
      z.enum(['valid', 'declined', 'none']),
      'The card on file: `valid`, `declined` when it is charged, or `none`.',
      { choice: 32 },
    ),
  },
  'A prepaid wallet.',
  { choice: 32 },
)

/** A movement of the live balance. */
export type LedgerEntryBody = BodyOf<typeof ledgerEntryBody>
export const ledgerEntryBody = body(
  {
    id: id('led', 'The id of the entry.'),
    at: timestamp('When the money moved.'),
    kind: described(
      z.enum(['opening', 'funding', 'auto_reload', 'charge', 'refund', 'adjustment']),
      'Why it moved: with the account, by card, by itself, for a purchase, back from a batch, or set by hand.',
    ),
    amount_cents: cents('How much came in; less than nothing where it went out.'),
    balance_cents: cents('What the wallet held then.'),
    reference: textOrNull('The label or batch the money moved for; null where it was for neither.'),
    reference_kind: described(
      z.enum(['label', 'batch']).nullable(),
      'Which of the two that is; null where it is neither.',
    ),
  },
  'A movement of the live balance.',
)
