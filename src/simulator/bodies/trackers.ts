import * as z from 'zod'
import { scriptNames } from '../tracking/script.ts'
import {
  type BodyOf,
  body,
  described,
  id,
  listOf,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './body-schema.ts'
import { carrier, environment, trackingStatus } from './enums.ts'

export const trackerEventBody = body(
  {
    status: trackingStatus,
    status_detail: text("What happened, in the carrier's own words."),
    timestamp: timestamp('When it happened.', { choice: 37 }),
    location: textOrNull('Where; null where the carrier names no place.', { choice: 37 }),
  },
  'Something that happened to the parcel.',
)

export type TrackerBody = BodyOf<typeof trackerBody>
export const trackerBody = body(
  {
    id: id('trk', 'What to read the tracker by.'),
    tracking_number: text('The number, as it was registered.'),
    carrier,
    status: trackingStatus,
    events: listOf(trackerEventBody, 'All that has happened, the oldest first.'),
  },
  'A tracking number that is followed.',
)

/** A tracker as the control protocol lists it: as the service shows it, with what a dashboard wants beside it. */
export type ListedTrackerBody = BodyOf<typeof listedTrackerBody>
export const listedTrackerBody = body(
  {
    ...trackerBody.shape,
    environment,
    label_id: textOrNull("The account's label with this number; null where it is on none."),
    script: textOrNull(
      "What tells the parcel's way; null where nothing does, or events were pushed by hand.",
    ),
    registered_at: timestamp('When it was registered.'),
    polled_at: timestampOrNull('The last poll that succeeded; null where none has.'),
    next_poll_at: timestamp('The next poll.'),
  },
  'A tracker as the service shows it, with what a dashboard wants beside it.',
)

/** What a script that was given to a number is answered with. */
export const scriptBody = body(
  {
    tracking_number: text('The number.'),
    script: described(z.enum(scriptNames), 'The script that it follows from here on.'),
  },
  'The script of a number.',
)

/** What an event that was pushed is answered with. */
export type TrackingEventBody = BodyOf<typeof trackingEventBody>
export const trackingEventBody = body(
  {
    tracking_number: text('The number.'),
    status: described(trackingStatus, 'The status it shows as.'),
    trackers: listOf(
      z.string(),
      'The ids of the trackers that follow the number; without any, it shows from the first registration on.',
    ),
  },
  'An event that was pushed.',
)

/** What a scan is answered with. */
export const scanBody = body(
  {
    label_id: id('lbl', 'The label whose package was scanned.'),
    tracking_number: text('The number of the label.'),
    scanned_at: timestamp('When it was scanned.'),
  },
  'A scan by the carrier.',
)
