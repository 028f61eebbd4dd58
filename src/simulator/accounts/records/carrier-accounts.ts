import * as z from 'zod'
import { carrier, instant, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type CarrierAccountRecord = ReadonlyRecord<typeof carrierAccount>

export const carrierAccount = z.strictObject({
  id: text,
  carrier,
  nickname: text,
  credentials: z.enum(['valid', 'rejected']),
  connectedAtMs: instant,
})
