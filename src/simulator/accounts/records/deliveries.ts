import * as z from 'zod'
import { createTextSchema } from '../../requests/text-field.ts'
import { count, environment, instant, nullable, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type WebhookRecord = ReadonlyRecord<typeof webhook>
export type DeliveryRecord = ReadonlyRecord<typeof delivery>

const maxBodyLength = 64 * 1024

export const webhook = z.strictObject({ url: nullable(text), signingSecret: nullable(text) })

const attempt = z.strictObject({ atMs: instant, responseCode: nullable(z.int()), failure: nullable(text) })

/**
 * An attempt that was requested by the control protocol. `delayed` is true once a delay fault has moved it, so that it
 * is moved only once.
 */
const redelivery = z.strictObject({ atMs: instant, delayed: z.boolean() })

export const delivery = z.strictObject({
  id: text,
  environment,
  labelId: text,
  url: text,
  signingSecret: text,
  /** The exact body of every attempt (choices 46). */
  body: createTextSchema(maxBodyLength, { empty: true }),
  status: z.enum(['pending', 'succeeded', 'failed']),
  attempts: z.array(attempt),
  /** The number of scheduled attempts that were made, at most five. Requested redeliveries do not count. */
  scheduledAttempts: count,
  createdAtMs: instant,
  nextAttemptAtMs: nullable(instant),
  /** The requested redeliveries that are not made yet, in order of time. See `listRedeliveries`. */
  redeliveries: z.array(redelivery).exactOptional(),
  /** True once a delay fault has moved the next scheduled attempt, so that it is moved only once. */
  delayed: z.boolean(),
  /** The time of a requested redelivery in records of earlier versions, which had one at a time. */
  redeliverAtMs: nullable(instant).exactOptional(),
})

/** Returns the requested redeliveries of a delivery that are not made yet, in order of time. */
export function listRedeliveries({
  redeliveries,
  redeliverAtMs,
  delayed,
}: DeliveryRecord): readonly ReadonlyRecord<typeof redelivery>[] {
  if (redeliveries !== undefined) return redeliveries
  return redeliverAtMs === undefined || redeliverAtMs === null ? [] : [{ atMs: redeliverAtMs, delayed }]
}
