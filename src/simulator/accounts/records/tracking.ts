import * as z from 'zod'
import { carrier, count, environment, instant, nullable, text, trackingStatus } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type JourneyEvent = ReadonlyRecord<typeof event>
export type JourneyRecord = ReadonlyRecord<typeof journey>
export type TrackerRecord = ReadonlyRecord<typeof tracker>

/** The part of a parcel's journey that follows one tracking script. */
const leg = z.strictObject({
  script: text,
  startMs: instant,
  /** The field `events` of the journey contains the script's events up to this time; null if none of them. */
  toldUntilMs: nullable(instant),
  /** The value of `changes` of the journey when the script started. */
  change: count,
})

/** An event of a carrier for a parcel. */
const event = z.strictObject({
  atMs: instant,
  status: trackingStatus,
  message: text,
  location: nullable(text),
  /** True if the carrier has the package since this event, so that its label can no longer be voided. */
  moving: z.boolean(),
  /** The value of `changes` of the journey when the event was added, or when the script of the event started. */
  change: count,
})

/** All events of one tracking number at the carrier, also events that no poll has shown yet. */
export const journey = z.strictObject({
  trackingNumber: text,
  /**
   * The carrier of the tracking number. The control protocol names no carrier, so it is null until a client tracks the
   * number.
   */
  carrier: nullable(carrier),
  environment: nullable(environment),
  labelId: nullable(text),
  leg: nullable(leg),
  /**
   * The events that do not come from the present tracking script: the control protocol added them, or an earlier script
   * did.
   */
  events: z.array(event),
  /** When the control protocol scanned the package; null if it did not. The script then adds no second pickup. */
  pickedUpAtMs: nullable(instant),
  /**
   * How often the control protocol changed the journey. If a change and a poll have the same millisecond, the number
   * shows which came first.
   */
  changes: count,
})

export const tracker = z.strictObject({
  id: text,
  environment,
  trackingNumber: text,
  carrier,
  registeredAtMs: instant,
  nextPollAtMs: instant,
  /** The time of the last successful poll; null before the first. */
  polledAtMs: nullable(instant),
  /** The number of manual changes before the last poll. The next poll shows later changes (choices 39). */
  changesSeen: count,
})
