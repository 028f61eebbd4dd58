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
 * A webhook attempt that the control protocol requested. `delayed` is true after a fault with the mode `delay` has
 * postponed the attempt, so that it is postponed only once.
 */
const redelivery = z.strictObject({ atMs: instant, delayed: z.boolean() })

export const delivery = z.strictObject({
  id: text,
  environment,
  labelId: text,
  url: text,
  signingSecret: text,
  /** The exact request body of every webhook attempt (choices 46). */
  body: createTextSchema(maxBodyLength, { empty: true }),
  status: z.enum(['pending', 'succeeded', 'failed']),
  attempts: z.array(attempt),
  /** The number of scheduled attempts that were made, at most five. Requested redeliveries do not count. */
  scheduledAttempts: count,
  createdAtMs: instant,
  nextAttemptAtMs: nullable(instant),
  /** The requested redeliveries that are not made yet, in order of time. See `listRedeliveries`. */
  redeliveries: z.array(redelivery).exactOptional(),
  /** True after a `delay` fault has postponed the next scheduled attempt, so that it is postponed only once. */
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
