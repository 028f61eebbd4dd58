import type { Context } from '../accounts/context.ts'
import type { LabelRecord } from '../accounts/records/labels.ts'
import type { JourneyEvent, JourneyRecord } from '../accounts/records/tracking.ts'
import type { CarrierName, Environment, TrackingStatus } from '../specification/model.ts'
import { findStatusMessage, normaliseStatus } from '../tracking/normalise.ts'
import {
  createScans,
  findScanMessage,
  findScript,
  isScriptName,
  type ScriptName,
} from '../tracking/script.ts'

/** The carrier whose messages the events of a parcel have while the parcel's own carrier is unknown. */
const anyCarrier: CarrierName = 'USPS'

/** Starts the journey of a bought label's parcel, which follows the script of its tracking number. */
export function startJourney(context: Context, label: LabelRecord): void {
  context.state.journeys.set(label.trackingNumber, {
    trackingNumber: label.trackingNumber,
    carrier: label.carrier,
    environment: label.environment,
    labelId: label.id,
    leg: {
      script: findScript(label.trackingNumber) ?? 'standard',
      startMs: label.createdAtMs,
      toldUntilMs: null,
      change: 0,
    },
    events: [],
    pickedUpAtMs: null,
    changes: 0,
  })
}

/**
 * Starts the journey of a registered tracking number if it has none. A number that belongs to no label follows the
 * script of its magic digits from now on; any other number has no events (choices 38).
 */
export function ensureJourney(
  context: Context,
  { trackingNumber, carrier }: { readonly trackingNumber: string; readonly carrier: CarrierName },
): void {
  const { journeys } = context.state
  const known = journeys.get(trackingNumber)
  if (known !== undefined) {
    // The control protocol changed the journey before a client tracked the number. Its carrier was unknown until now.
    if (known.carrier === null) journeys.set(trackingNumber, rewordForCarrier(carrier, known))
    return
  }
  const script = context.settings.magic ? findScript(trackingNumber) : undefined
  const leg =
    script === undefined ? null : { script, startMs: context.clock.now(), toldUntilMs: null, change: 0 }
  journeys.set(trackingNumber, { ...createUntrackedJourney(trackingNumber), carrier, leg })
}

/** Returns a journey whose carrier has become known, with its events in that carrier's wording. */
function rewordForCarrier(carrier: CarrierName, journey: JourneyRecord): JourneyRecord {
  const events = journey.events.map((event) =>
    event.message === findStatusMessage(anyCarrier, event.status)
      ? { ...event, message: findStatusMessage(carrier, event.status) }
      : event,
  )
  return { ...journey, carrier, events }
}

/** Returns the environment of the label with this number; null if no label has it. */
export function findLabelEnvironment(context: Context, trackingNumber: string): Environment | null {
  return context.state.journeys.get(trackingNumber)?.environment ?? null
}

/** Returns how often the control protocol changed the journey of a tracking number. */
export function countManualChanges(context: Context, trackingNumber: string): number {
  return context.state.journeys.get(trackingNumber)?.changes ?? 0
}

/**
 * Whether a carrier knows a tracking number. The number of a label is known only to the label's carrier (choices 38).
 */
export function isKnownToCarrier(context: Context, trackingNumber: string, carrier: CarrierName): boolean {
  const journey = context.state.journeys.get(trackingNumber)
  return journey === undefined || journey.labelId === null || journey.carrier === carrier
}

/**
 * Returns the events that a poll returned, oldest first: events up to the time of the poll, except those of later
 * manual changes of the journey (specification, Tracker).
 */
export function listPolledEvents(
  context: Context,
  { trackingNumber, carrier }: { readonly trackingNumber: string; readonly carrier: CarrierName },
  poll: { readonly atMs: number; readonly changesSeen: number },
): readonly JourneyEvent[] {
  if (!isKnownToCarrier(context, trackingNumber, carrier)) return []
  return listEventsUntil(context, trackingNumber, poll.atMs).filter(
    ({ change }) => change <= poll.changesSeen,
  )
}

/** Returns the carrier's past events of a tracking number and the planned ones of its script, oldest first. */
export function listPastAndPlannedEvents(
  context: Context,
  trackingNumber: string,
): { readonly past: readonly JourneyEvent[]; readonly coming: readonly JourneyEvent[] } {
  const nowMs = context.clock.now()
  const all = listEventsUntil(context, trackingNumber, Number.POSITIVE_INFINITY)
  return { past: all.filter(({ atMs }) => atMs <= nowMs), coming: all.filter(({ atMs }) => atMs > nowMs) }
}

/** Returns all events of a tracking number up to a time, oldest first. */
function listEventsUntil(context: Context, trackingNumber: string, untilMs: number): readonly JourneyEvent[] {
  const journey = context.state.journeys.get(trackingNumber)
  if (journey === undefined) return []
  return [...journey.events, ...listScriptEvents(context, journey)]
    .filter(({ atMs }) => atMs <= untilMs)
    .sort((a, b) => a.atMs - b.atMs)
}

/** Returns the time at which the carrier first had the package; null if it does not have it yet. */
export function findScanTime(context: Context, label: LabelRecord): number | null {
  const events = listEventsUntil(context, label.trackingNumber, context.clock.now())
  return events.find(({ moving }) => moving)?.atMs ?? null
}

/** Whether the carrier has the package now, so that it is too late for a void. */
export function hasBeenScanned(context: Context, label: LabelRecord): boolean {
  return findScanTime(context, label) !== null
}

/** Lets the carrier scan the package now. The tracking script of the package then adds no second pickup. */
export function scanPackageNow(context: Context, label: LabelRecord): void {
  const journey = storePastEvents(context, label.trackingNumber)
  const message = findScanMessage(label.carrier, 'picked_up')
  const nowMs = context.clock.now()
  const event = {
    atMs: nowMs,
    status: normaliseStatus(label.carrier, message),
    message,
    location: null,
    moving: true,
    change: journey.changes,
  }
  context.state.journeys.set(label.trackingNumber, {
    ...journey,
    events: [...journey.events, event],
    pickedUpAtMs: journey.pickedUpAtMs ?? nowMs,
  })
}

/** Makes a tracking number follow a script from now on; past events stay. */
export function switchScript(context: Context, trackingNumber: string, script: ScriptName): void {
  const journey = storePastEvents(context, trackingNumber)
  const leg = { script, startMs: context.clock.now(), toldUntilMs: null, change: journey.changes }
  context.state.journeys.set(trackingNumber, { ...journey, leg, pickedUpAtMs: null })
}

/**
 * Adds an event at the carrier now. From then on the tracking number follows no script: only the control protocol adds
 * events.
 */
export function addCarrierEvent(
  context: Context,
  trackingNumber: string,
  event: { readonly status: TrackingStatus; readonly message: string | null },
): void {
  const journey = storePastEvents(context, trackingNumber)
  const { status } = event
  const pushed = {
    atMs: context.clock.now(),
    status,
    message: event.message ?? findStatusMessage(journey.carrier ?? anyCarrier, status),
    location: null,
    moving: status !== 'pre_transit' && status !== 'unknown',
    change: journey.changes,
  }
  context.state.journeys.set(trackingNumber, { ...journey, leg: null, events: [...journey.events, pushed] })
}

/**
 * Ends the script of a voided label: nobody hands its parcel to the carrier, so nothing more happens by itself (choices
 * 38). The control protocol can still scan the parcel, add events or set a script.
 */
export function endScript(context: Context, { trackingNumber }: LabelRecord): void {
  const journey = context.state.journeys.get(trackingNumber)
  if (journey === undefined) return
  const events = listEventsUntil(context, trackingNumber, context.clock.now())
  context.state.journeys.set(trackingNumber, { ...journey, events, leg: null })
}

/** Returns the journey with all its events until now stored, and its change counter increased by one. */
function storePastEvents(context: Context, trackingNumber: string): JourneyRecord {
  const journey = context.state.journeys.get(trackingNumber) ?? createUntrackedJourney(trackingNumber)
  const nowMs = context.clock.now()
  const events = listEventsUntil(context, trackingNumber, nowMs)
  const leg = journey.leg && { ...journey.leg, toldUntilMs: nowMs }
  return { ...journey, events, leg, changes: journey.changes + 1 }
}

function createUntrackedJourney(trackingNumber: string): JourneyRecord {
  return {
    trackingNumber,
    carrier: null,
    environment: null,
    labelId: null,
    leg: null,
    events: [],
    pickedUpAtMs: null,
    changes: 0,
  }
}

function listScriptEvents(context: Context, journey: JourneyRecord): readonly JourneyEvent[] {
  const { leg, carrier } = journey
  if (leg === null || carrier === null || !isScriptName(leg.script)) return []
  const label = journey.labelId === null ? undefined : context.state.labels.get(journey.labelId)
  const shipment = label && context.state.shipments.get(label.shipmentId)
  const scans = createScans({
    script: leg.script,
    carrier,
    startMs: leg.startMs,
    // A script's history must not begin before the parcel's last event, or before the purchase of its label.
    notBeforeMs: journey.events.at(-1)?.atMs ?? label?.createdAtMs,
    from: shipment?.from,
    to: shipment?.to,
  })
  const pickup = findScanMessage(carrier, 'picked_up')
  const hasEarlierEvents = journey.events.length > 0
  const events = scans
    .filter(({ atMs }) => leg.toldUntilMs === null || atMs > leg.toldUntilMs)
    .filter(({ moving }) => moving || !hasEarlierEvents)
    .filter(({ message }) => journey.pickedUpAtMs === null || message !== pickup)
    .map((scan) => ({ ...scan, status: normaliseStatus(carrier, scan.message), change: leg.change }))
  return removeRepeatedScans(events, journey.events, leg.startMs)
}

/**
 * Removes the part of a script's history that repeats scans the parcel has already had. The last repeated scan stays if
 * it changes the status: a delivered parcel that follows `in_transit` is in transit again.
 */
function removeRepeatedScans(
  scans: readonly JourneyEvent[],
  earlier: readonly JourneyEvent[],
  startMs: number,
): readonly JourneyEvent[] {
  if (earlier.length === 0) return scans
  const last = scans.findLastIndex(({ atMs }) => atMs <= startMs)
  const repeated = scans.findLastIndex(
    (scan, index) =>
      index <= last &&
      earlier.some(
        ({ message, location }) => message === scan.message && (location ?? scan.location) === scan.location,
      ),
  )
  const changesStatus = scans[last]?.status !== earlier.at(-1)?.status
  return scans.slice(Math.max(0, changesStatus ? Math.min(repeated + 1, last) : repeated + 1))
}
