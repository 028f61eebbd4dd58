import * as z from 'zod'
import { createTextSchema } from '../../requests/text-field.ts'
import { count, environment, instant, optional, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type WebhookRecord = ReadonlyRecord<typeof webhook>
export type DeliveryRecord = ReadonlyRecord<typeof delivery>

const longestBody = 64 * 1024

export const webhook = z.strictObject({ url: optional(text), signingSecret: optional(text) })

const attempt = z.strictObject({ atMs: instant, responseCode: optional(z.int()), failure: optional(text) })

/**
 * An attempt requested through the control protocol. `delayed`: a delay fault has moved it, and moves it only
 * once.
 */
const redelivery = z.strictObject({ atMs: instant, delayed: z.boolean() })

export const delivery = z.strictObject({
  id: text,
  environment,
  labelId: text,
  url: text,
  signingSecret: text,
  /** The exact body of every attempt (choices 46). */
  body: createTextSchema(longestBody, { empty: true }),
  status: z.enum(['pending', 'succeeded', 'failed']),
  attempts: z.array(attempt),
  /** The number of attempts among the five scheduled ones; a manual redelivery does not count. */
  scheduledAttempts: count,
  createdAtMs: instant,
  nextAttemptAtMs: optional(instant),
  /** Additional attempts, in order of time. See `redeliveriesOf`. */
  redeliveries: z.array(redelivery).exactOptional(),
  /** Set once a delay fault has moved the next scheduled attempt, so that it moves it only once. */
  delayed: z.boolean(),
  /** Written by earlier versions instead of `redeliveries`: they had one at a time. */
  redeliverAtMs: optional(instant).exactOptional(),
})

/** Returns the requested attempts of a delivery that are not made yet, in order of time. */
export function redeliveriesOf({
  redeliveries,
  redeliverAtMs,
  delayed,
}: DeliveryRecord): readonly ReadonlyRecord<typeof redelivery>[] {
  if (redeliveries !== undefined) return redeliveries
  return redeliverAtMs === undefined || redeliverAtMs === null ? [] : [{ atMs: redeliverAtMs, delayed }]
}
