import * as z from 'zod'
import { latestInstantMs } from '../../time/timestamp.ts'
import { instant } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type ClockRecord = ReadonlyRecord<typeof clock>

export const clock = z.strictObject({
  mode: z.enum(['realtime', 'frozen']),
  /** Milliseconds of the account's clock per real millisecond. */
  rate: z.number().positive(),
  /** The time of the account's clock when real time was `baseRealMs`. */
  baseMs: instant.max(latestInstantMs, 'is too far ahead'),
  baseRealMs: instant,
})
