import * as z from 'zod'
import { carrier, count, environment, instant, optional, text, trackingStatus } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type JourneyEvent = ReadonlyRecord<typeof event>
export type JourneyRecord = ReadonlyRecord<typeof journey>
export type TrackerRecord = ReadonlyRecord<typeof tracker>

/** The part of a parcel's journey that follows a script. */
const leg = z.strictObject({
  script: text,
  startMs: instant,
  /** The journey's events include those of the script up to this time. */
  toldUntilMs: optional(instant),
  /** The change of the journey that started it. */
  change: count,
})

/** A carrier's event for a parcel. */
const event = z.strictObject({
  atMs: instant,
  status: trackingStatus,
  message: text,
  location: optional(text),
  /** The carrier holds the package: from here on a void is too late. */
  moving: z.boolean(),
  /** The change of the journey that added it. */
  change: count,
})

/** The events of one tracking number at the carrier, polled or not. */
export const journey = z.strictObject({
  trackingNumber: text,
  /** Null while the number is known from the control protocol alone. */
  carrier: optional(carrier),
  environment: optional(environment),
  labelId: optional(text),
  leg: optional(leg),
  /** Events outside the present script: added by hand, or past when the script was changed. */
  events: z.array(event),
  /** When the package was scanned by hand, so that the script does not pick it up a second time. */
  pickedUpAtMs: optional(instant),
  /** The number of changes by hand: in the same millisecond, time alone cannot order them and a poll. */
  changes: count,
})

export const tracker = z.strictObject({
  id: text,
  environment,
  trackingNumber: text,
  carrier,
  registeredAtMs: instant,
  nextPollAtMs: instant,
  /** The events of the last successful poll; null before it. */
  polledAtMs: optional(instant),
  /** The number of journey changes that the poll has seen; later ones show at the next (choices 39). */
  changesSeen: count,
})
