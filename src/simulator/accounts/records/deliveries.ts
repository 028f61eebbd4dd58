import * as z from 'zod'
import { textUpTo } from '../../requests/text-field.ts'
import { count, environment, instant, optional, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type WebhookRecord = ReadonlyRecord<typeof webhook>
export type DeliveryRecord = ReadonlyRecord<typeof delivery>

const longestBody = 64 * 1024

export const webhook = z.strictObject({ url: optional(text), signingSecret: optional(text) })

const attempt = z.strictObject({ atMs: instant, responseCode: optional(z.int()), failure: optional(text) })

export const delivery = z.strictObject({
  id: text,
  environment,
  labelId: text,
  url: text,
  signingSecret: text,
  /** The exact body of every attempt (choices 46). */
  body: textUpTo(longestBody, { empty: true }),
  status: z.enum(['pending', 'succeeded', 'failed']),
  attempts: z.array(attempt),
  /** Attempts that count towards the five scheduled ones; a redelivery by hand does not. */
  scheduledAttempts: count,
  createdAtMs: instant,
  nextAttemptAtMs: optional(instant),
  redeliverAtMs: optional(instant),
  /** Set once a delay fault has moved the next attempt, so that it moves it only once. */
  delayed: z.boolean(),
})
