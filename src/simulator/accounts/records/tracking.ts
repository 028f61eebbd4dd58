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
  /** The script's events up to this time are already among the journey's events. */
  toldUntilMs: optional(instant),
  /** The change of the journey that set it going. */
  change: count,
})

/** Something the carrier has said of a parcel. */
const event = z.strictObject({
  atMs: instant,
  status: trackingStatus,
  message: text,
  location: optional(text),
  /** The carrier holds the package: from here on a void is too late. */
  moving: z.boolean(),
  /** The change of the journey that brought it. */
  change: count,
})

/** What happens at the carrier to one tracking number, whether or not anyone polls. */
export const journey = z.strictObject({
  trackingNumber: text,
  /** Null while the number is known from the control protocol alone. */
  carrier: optional(carrier),
  environment: optional(environment),
  labelId: optional(text),
  leg: optional(leg),
  /** What no script tells: pushed by hand, or had happened when the script was changed. */
  events: z.array(event),
  /** When the package was scanned by hand, so that the script does not pick it up a second time. */
  pickedUpAtMs: optional(instant),
  /** How often it was changed by hand: time alone does not tell what came before a poll in the same millisecond. */
  changes: count,
})

export const tracker = z.strictObject({
  id: text,
  environment,
  trackingNumber: text,
  carrier,
  registeredAtMs: instant,
  nextPollAtMs: instant,
  /** What the last poll that succeeded brought; null while none has. */
  polledAtMs: optional(instant),
  /** The changes of the journey that poll knew of; later ones show at the next (choices 39). */
  changesSeen: count,
})
