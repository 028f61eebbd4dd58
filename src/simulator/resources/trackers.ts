import type { Context } from '../accounts/context.ts'
import type { TrackerRecord } from '../accounts/records/tracking.ts'
import type { State } from '../accounts/state.ts'
import type { TrackerBody } from '../bodies/trackers.ts'
import { findCarrierFault } from '../faults/carrier-failure.ts'
import { type Call, requireVisibleResource } from '../requests/call.ts'
import { fail } from '../specification/errors.ts'
import { type CarrierName, carrierNames, environments } from '../specification/model.ts'
import { trackingRefreshMs } from '../specification/operations.ts'
import { toTimestamp } from '../time/timestamp.ts'
import {
  countManualChanges,
  ensureJourney,
  findLabelEnvironment,
  isKnownToCarrier,
  listPolledEvents,
} from './journeys.ts'

/**
 * Registers a tracker. The carrier is polled at once, then every 4 hours. A second registration returns the same
 * tracker (specification, POST /v1/trackers; choices 36, 39).
 */
export function registerTracker(
  call: Call,
  input: { readonly trackingNumber: string; readonly carrier: CarrierName },
): TrackerBody {
  const { context, environment } = call
  const { trackingNumber, carrier } = input
  if (environment === 'test' && findLabelEnvironment(context, trackingNumber) === 'live') {
    fail('AUTH.KEY.SANDBOX_IN_PRODUCTION')
  }
  const id = findOrDeriveTrackerId(context, { environment, carrier, trackingNumber })
  const known = context.state.trackers.get(id)
  if (known !== undefined) return buildTrackerBody(context, known)
  ensureJourney(context, input)
  const tracker: TrackerRecord = {
    id,
    environment,
    trackingNumber,
    carrier,
    registeredAtMs: call.nowMs,
    nextPollAtMs: call.nowMs,
    polledAtMs: null,
    changesSeen: 0,
  }
  return buildTrackerBody(context, pollOnSchedule(context, tracker))
}

/** Returns the ids of all trackers of a tracking number, in both environments. */
export function listTrackerIds(context: Context, trackingNumber: string): readonly string[] {
  const followers = carrierNames.filter((carrier) => isKnownToCarrier(context, trackingNumber, carrier))
  return environments
    .flatMap((environment) =>
      followers.map((carrier) => findOrDeriveTrackerId(context, { environment, carrier, trackingNumber })),
    )
    .filter((id) => context.state.trackers.has(id))
}

/**
 * Returns the id of a tracker. It is derived from environment, carrier and tracking number, so that a second
 * registration finds the same tracker.
 */
function findOrDeriveTrackerId({ random, state }: Context, tracker: Followed): string {
  const name = joinTrackerName(tracker)
  const id = random.deriveIdFromName('trk', name)
  return state.trackers.has(id) ? id : (indexForeignTrackers(state, random.idTag).get(name) ?? id)
}

type Followed = Pick<TrackerRecord, 'environment' | 'carrier' | 'trackingNumber'>

function joinTrackerName({ environment, carrier, trackingNumber }: Followed): string {
  return `${environment} ${carrier} ${trackingNumber}`
}

/**
 * Indexes trackers from another account's snapshot, which keep the ids that the other account derived. All of them come
 * with the snapshot, so the map need not change later.
 */
function indexForeignTrackers(state: State, idTag: string): ReadonlyMap<string, string> {
  const known = foreignTrackersByState.get(state)
  if (known !== undefined) return known
  const others = new Map<string, string>()
  for (const id of state.trackers.keys()) {
    const tracker = id.startsWith(`trk_${idTag}`) ? undefined : state.trackers.get(id)
    if (tracker !== undefined) others.set(joinTrackerName(tracker), id)
  }
  foreignTrackersByState.set(state, others)
  return others
}

const foreignTrackersByState = new WeakMap<State, ReadonlyMap<string, string>>()

/** Returns a tracker in its state after the last successful poll (specification, GET /v1/trackers/{id}). */
export function getTracker(call: Call, id: string): TrackerBody {
  const tracker = requireVisibleResource(call, call.context.state.trackers.get(id), 'TRACKER.NOT_FOUND')
  return buildTrackerBody(call.context, tracker)
}

/**
 * Polls the carrier at the tracker's regular time. If the poll fails, the tracker's events stay. The next poll
 * is 4 hours later in either case.
 */
export function pollOnSchedule(context: Context, tracker: TrackerRecord): TrackerRecord {
  const polled = {
    ...pollCarrier(context, tracker),
    nextPollAtMs: tracker.nextPollAtMs + trackingRefreshMs,
  }
  context.state.trackers.set(tracker.id, polled)
  schedulePoll(context, polled)
  return polled
}

/** Polls the carrier now. The tracker's next regular poll keeps its time. */
export function pollImmediately(context: Context, tracker: TrackerRecord): void {
  context.state.trackers.set(tracker.id, pollCarrier(context, tracker))
}

/** Returns the tracker after a poll: unchanged if the poll fails. */
function pollCarrier(context: Context, tracker: TrackerRecord): TrackerRecord {
  if (findCarrierFault(context, tracker.carrier, 'tracking') !== undefined) return tracker
  return {
    ...tracker,
    polledAtMs: context.clock.now(),
    changesSeen: countManualChanges(context, tracker.trackingNumber),
  }
}

export function schedulePoll(context: Context, tracker: TrackerRecord): void {
  context.timeline.schedule({ dueMs: tracker.nextPollAtMs, kind: 'poll', id: tracker.id })
}

/** Returns a tracker in the form of a service response, in its state after the last successful poll. */
export function buildTrackerBody(context: Context, tracker: TrackerRecord): TrackerBody {
  const { polledAtMs: atMs, changesSeen } = tracker
  const events = atMs === null ? [] : listPolledEvents(context, tracker, { atMs, changesSeen })
  return {
    id: tracker.id,
    tracking_number: tracker.trackingNumber,
    carrier: tracker.carrier,
    status: events.at(-1)?.status ?? 'unknown',
    events: events.map((event) => ({
      status: event.status,
      status_detail: event.message,
      timestamp: toTimestamp(event.atMs),
      location: event.location,
    })),
  }
}
