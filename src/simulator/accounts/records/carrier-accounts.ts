import * as z from 'zod'
import { carrier, instant, text } from './fields.ts'
import type { Kept } from './kept.ts'

export type CarrierAccountRecord = Kept<typeof carrierAccount>

export const carrierAccount = z.strictObject({
  id: text,
  carrier,
  nickname: text,
  credentials: z.enum(['valid', 'rejected']),
  connectedAtMs: instant,
})
