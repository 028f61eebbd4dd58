import * as z from 'zod'
import { carrier, count, environment, instant, nullable, text, trackingStatus } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type JourneyEvent = ReadonlyRecord<typeof event>
export type JourneyRecord = ReadonlyRecord<typeof journey>
export type TrackerRecord = ReadonlyRecord<typeof tracker>

/** The part of a parcel's journey that follows one script. */
const leg = z.strictObject({
  script: text,
  startMs: instant,
  /** The journey's `events` contain the events of the script up to this time; null for none. */
  toldUntilMs: nullable(instant),
  /** The number of the journey change that started the script. */
  change: count,
})

/** An event of a carrier for a parcel. */
const event = z.strictObject({
  atMs: instant,
  status: trackingStatus,
  message: text,
  location: nullable(text),
  /** True if the carrier has the package, so that its label can no longer be voided. */
  moving: z.boolean(),
  /** The number of the journey change that added the event. */
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
   * Events that are not from the current script: added by the control protocol, or older than the last change of the
   * script.
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
  /** The number of journey changes at the last poll. The next poll shows later changes (choices 39). */
  changesSeen: count,
})
