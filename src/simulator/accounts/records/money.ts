import * as z from 'zod'
import { count, instant, nullable, paymentMethod, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type WalletRecord = ReadonlyRecord<typeof wallet>
export type LedgerRecord = ReadonlyRecord<typeof ledgerLine>

const autoReload = z.strictObject({ thresholdCents: count, amountCents: z.int().positive() })

export const wallet = z.strictObject({
  balanceCents: z.int(),
  paymentMethod,
  autoReload: nullable(autoReload),
  /** How many of the next card payments are declined. Wallets of the first versions lack it. */
  declineNext: count.default(0),
})

export const ledgerLine = z.strictObject({
  id: text,
  atMs: instant,
  kind: z.enum(['opening', 'funding', 'auto_reload', 'charge', 'refund', 'adjustment']),
  amountCents: z.int(),
  balanceCents: z.int(),
  /** The id of the label or batch that the money was for. */
  reference: nullable(text),
})
