import * as z from 'zod'
import { latestInstantMs } from '../../time/timestamp.ts'
import { instant } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type ClockRecord = ReadonlyRecord<typeof clock>

export const clock = z.strictObject({
  mode: z.enum(['realtime', 'frozen']),
  /** Virtual milliseconds that pass in one real one. */
  rate: z.number().positive(),
  /** The virtual instant that belonged to `baseRealMs`. */
  baseMs: instant.max(latestInstantMs, 'is too far ahead'),
  baseRealMs: instant,
})
