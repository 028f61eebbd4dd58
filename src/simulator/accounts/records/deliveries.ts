import * as z from 'zod'
import { textUpTo } from '../../requests/text-field.ts'
import { count, environment, instant, optional, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type WebhookRecord = ReadonlyRecord<typeof webhook>
export type DeliveryRecord = ReadonlyRecord<typeof delivery>

const longestBody = 64 * 1024

export const webhook = z.strictObject({ url: optional(text), signingSecret: optional(text) })

const attempt = z.strictObject({ atMs: instant, responseCode: optional(z.int()), failure: optional(text) })

/** An attempt that was asked for by hand. `delayed`: a delay fault has moved it, and moves it only once. */
const redelivery = z.strictObject({ atMs: instant, delayed: z.boolean() })

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
  /** In the order of time: each is one attempt more. See `redeliveriesOf`. */
  redeliveries: z.array(redelivery).exactOptional(),
  /** Set once a delay fault has moved the next scheduled attempt, so that it moves it only once. */
  delayed: z.boolean(),
  /** Written by earlier versions in the place of `redeliveries`: they knew of one at a time. */
  redeliverAtMs: optional(instant).exactOptional(),
})

/** The attempts of a delivery that were asked for by hand and are still to be made, in the order of time. */
export function redeliveriesOf({
  redeliveries,
  redeliverAtMs,
  delayed,
}: DeliveryRecord): readonly ReadonlyRecord<typeof redelivery>[] {
  if (redeliveries !== undefined) return redeliveries
  return redeliverAtMs === undefined || redeliverAtMs === null ? [] : [{ atMs: redeliverAtMs, delayed }]
}
