import type { Context } from '../accounts/context.ts'
import type { TrackerRecord } from '../accounts/records/tracking.ts'
import type { ListedTrackerBody } from '../bodies/trackers.ts'
import { toTimestamp, toTimestampOrNull } from '../time/timestamp.ts'
import { buildTrackerBody } from './trackers.ts'

/** Returns a tracker as the control protocol lists it. */
export function buildListedTrackerBody(context: Context, tracker: TrackerRecord): ListedTrackerBody {
  const journey = context.state.journeys.get(tracker.trackingNumber)
  return {
    ...buildTrackerBody(context, tracker),
    environment: tracker.environment,
    label_id: journey?.labelId ?? null,
    script: journey?.leg?.script ?? null,
    registered_at: toTimestamp(tracker.registeredAtMs),
    polled_at: toTimestampOrNull(tracker.polledAtMs),
    next_poll_at: toTimestamp(tracker.nextPollAtMs),
  }
}
