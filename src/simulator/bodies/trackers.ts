import * as z from 'zod'
import { scriptNames } from '../tracking/script.ts'
import {
  type BodyOf,
  body,
  describeSchema,
  id,
  listOf,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './body-schema.ts'
import { carrier, environment, trackingStatus } from './enums.ts'

/** An event on the way of a parcel (choices 37). */
export type TrackerEventBody = BodyOf<typeof trackerEventBody>
export const trackerEventBody = body(
  {
    status: trackingStatus,
    status_detail: text('What happened, in the words of the carrier.'),
    timestamp: timestamp('When the event happened.', { choice: 37 }),
    location: textOrNull('Where the event happened; null if the carrier names no place.', { choice: 37 }),
  },
  'An event on the way of a parcel.',
  { id: 'TrackerEvent' },
)

/** A tracker with all events of its parcel, oldest first (specification, Tracker). */
export type TrackerBody = BodyOf<typeof trackerBody>
export const trackerBody = body(
  {
    id: id('trk', 'The id of the tracker, to read it.'),
    tracking_number: text('The tracking number, as it was registered.'),
    carrier,
    status: trackingStatus,
    events: listOf(trackerEventBody, 'The events so far, oldest first.'),
  },
  'A tracker: it follows one tracking number.',
  { id: 'Tracker' },
)

/** A tracker as the control protocol lists it: the service's fields, with additional ones for a dashboard. */
export type ListedTrackerBody = BodyOf<typeof listedTrackerBody>
export const listedTrackerBody = body(
  {
    ...trackerBody.shape,
    environment,
    label_id: textOrNull(
      "The id of the account's label with this tracking number; null if the account has none.",
    ),
    script: textOrNull(
      'The tracking script that the number follows; null if it follows no script, or if the control protocol added events.',
    ),
    registered_at: timestamp('When the tracker was registered.'),
    polled_at: timestampOrNull('When a poll of the carrier last succeeded; null if no poll has succeeded.'),
    next_poll_at: timestamp('When the carrier is polled next.'),
  },
  'A tracker, with details that only the control protocol shows.',
  { id: 'ListedTracker' },
)

/** The response to a request that sets the script of a tracking number. */
export const scriptBody = body(
  {
    tracking_number: text('The tracking number.'),
    script: describeSchema(z.enum(scriptNames), 'The tracking script that the number follows from now on.'),
  },
  'The tracking script of a tracking number.',
  { id: 'TrackingScript' },
)

/** The response to a request that adds an event to a tracking number. */
export type TrackingEventBody = BodyOf<typeof trackingEventBody>
export const trackingEventBody = body(
  {
    tracking_number: text('The tracking number.'),
    status: describeSchema(trackingStatus, 'The status that trackers will show for the event.'),
    trackers: listOf(
      z.string(),
      'The ids of the trackers that follow the number. If no tracker follows it, the event is shown once a client registers the number.',
    ),
  },
  'A tracking event that the control protocol added.',
  { id: 'TrackingEvent' },
)

/** The response to a request that lets the carrier scan a label's package. */
export const scanBody = body(
  {
    label_id: id('lbl', 'The id of the label whose package was scanned.'),
    tracking_number: text('The tracking number of the label.'),
    scanned_at: timestamp('When the package was scanned.'),
  },
  'A scan of a package by its carrier.',
  { id: 'Scan' },
)
