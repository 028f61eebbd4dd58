import type { Context } from '../accounts/context.ts'
import type { TrackerRecord } from '../accounts/records/tracking.ts'
import type { Environment } from '../specification/model.ts'
import { toTimestamp, toTimestampOrNull } from '../time/timestamp.ts'
import { showTracker, type TrackerBody } from './trackers.ts'

/** A tracker as the control protocol lists it: as the service shows it, with what a dashboard wants beside it. */
export interface ListedTrackerBody extends TrackerBody {
  readonly environment: Environment
  /** The account's label with this number. */
  readonly label_id: string | null
  /** What tells the parcel's way; null where nothing does, or events were pushed by hand. */
  readonly script: string | null
  readonly registered_at: string
  /** The last poll that succeeded. */
  readonly polled_at: string | null
  readonly next_poll_at: string
}

export function showListedTracker(context: Context, tracker: TrackerRecord): ListedTrackerBody {
  const journey = context.state.journeys.get(tracker.trackingNumber)
  return {
    ...showTracker(context, tracker),
    environment: tracker.environment,
    label_id: journey?.labelId ?? null,
    script: journey?.leg?.script ?? null,
    registered_at: toTimestamp(tracker.registeredAtMs),
    polled_at: toTimestampOrNull(tracker.polledAtMs),
    next_poll_at: toTimestamp(tracker.nextPollAtMs),
  }
}
