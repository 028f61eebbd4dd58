import type { Context } from '../accounts/context.ts'
import type { DeliveryRecord } from '../accounts/records/deliveries.ts'
import type { MomentBody, TimelineBody } from '../bodies/timeline.ts'
import { attemptInstants } from '../webhooks/outbox.ts'
import { isStillDue } from './tasks.ts'
import { latestInstantMs, toTimestamp } from './timestamp.ts'

/** Something at an instant, before it is put into words. */
interface Moment {
  readonly atMs: number
  readonly kind: MomentBody['kind']
  readonly id: string
  /** Of what has fired: how often the same fired later at the same instant. */
  readonly later?: number
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
  /** How many on each side of now, the nearest. */
  readonly limit: number
}

/** What has fired in an account and what is due, in the order of time. */
export function showTimeline(context: Context, { fromMs, toMs, limit }: Span): TimelineBody {
  const nowMs = context.clock.now()
  const isWithin = ({ atMs }: Moment): boolean => atMs >= fromMs && atMs <= toMs
  const byTime = (a: Moment, b: Moment): number => a.atMs - b.atMs
  const marks = windowMarks(context).filter(isWithin)
  const past = [...fired(context), ...marks.filter(({ atMs }) => atMs <= nowMs)].filter(isWithin).sort(byTime)
  const due = [...waiting(context), ...marks.filter(({ atMs }) => atMs > nowMs)].filter(isWithin).sort(byTime)
  const show = (moment: Moment): MomentBody => ({
    at: toTimestamp(moment.atMs),
    kind: moment.kind,
    id: moment.id,
    what: describe(context, moment),
  })
  return {
    now: toTimestamp(nowMs),
    past: past.slice(-limit).map(show),
    due: due.slice(0, limit).map(show),
    has_more: past.length > limit || due.length > limit,
  }
}

function fired({ firedLog }: Context): Moment[] {
  const seen = new Map<string, number>()
  // From the end: the log forgets its oldest, and what it tells of remembers all.
  const newestFirst = firedLog
    .list()
    .toReversed()
    .flatMap(({ atMs, kind, id }) => {
      if (kind === 'quote_removal') return []
      const name = `${id} ${atMs}`
      const later = seen.get(name) ?? 0
      seen.set(name, later + 1)
      return [{ atMs, kind, id, later }]
    })
  return newestFirst.reverse()
}

function* waiting(context: Context): Generator<Moment> {
  for (const task of context.timeline.waiting()) {
    const { dueMs: atMs, kind, id } = task
    if (kind !== 'quote_removal' && atMs <= latestInstantMs && isStillDue(context, task))
      yield { atMs, kind, id }
  }
}

/** What begins and ends with the time alone: nothing is carried out then. */
function windowMarks({ state }: Context): Moment[] {
  const marks: Moment[] = []
  for (const { id, startsAtMs, endsAtMs } of state.faults.values()) {
    marks.push({ atMs: startsAtMs, kind: 'fault_begins', id })
    if (endsAtMs !== null) marks.push({ atMs: endsAtMs, kind: 'fault_ends', id })
  }
  for (const { id, expiresAtMs } of state.keys.values()) {
    if (expiresAtMs !== null) marks.push({ atMs: expiresAtMs, kind: 'key_expiry', id })
  }
  return marks
}

/** What it is, in words. What it is about may be gone. */
function describe(context: Context, { atMs, kind, id, later }: Moment): string {
  const { state } = context
  switch (kind) {
    case 'webhook':
      return later === undefined
        ? describeComing(state.deliveries.get(id), atMs)
        : describeMade(state.deliveries.get(id), { atMs, later })
    case 'rate_expiry':
      return 'rates expire'
    case 'poll': {
      const tracker = state.trackers.get(id)
      return tracker === undefined
        ? 'poll of a tracker'
        : `poll of ${tracker.carrier} ${tracker.trackingNumber}`
    }
    case 'batch': {
      const batch = state.batches.get(id)
      return batch === undefined
        ? 'step of a batch'
        : `step of a batch, ${batch.doneCount} of ${batch.itemCount} items done`
    }
    case 'scenario':
      return `step of the scenario ${state.scenarioSteps.get(id)?.scenario ?? 'that ran'}`
    case 'fault_begins':
    case 'fault_ends': {
      const fault = state.faults.get(id)
      const name = fault === undefined ? 'fault' : `${fault.target} ${fault.mode}`
      return `${name} ${kind === 'fault_begins' ? 'begins' : 'ends'}`
    }
    case 'key_expiry':
      return `${state.keys.get(id)?.environment ?? ''} key expires`.trim()
  }
}

function describeComing(delivery: DeliveryRecord | undefined, atMs: number): string {
  if (delivery === undefined) return 'webhook attempt'
  const before = attemptInstants(delivery).filter((instantMs) => instantMs < atMs).length
  return `attempt ${delivery.attempts.length + before + 1} to ${delivery.url}`
}

function describeMade(
  delivery: DeliveryRecord | undefined,
  { atMs, later }: { readonly atMs: number; readonly later: number },
): string {
  if (delivery === undefined) return 'webhook attempt'
  const { attempts, url } = delivery
  const at = attempts.findLastIndex((attempt) => attempt.atMs === atMs) - later
  const attempt = attempts[at]
  if (attempt === undefined) return `attempt to ${url}`
  return `attempt ${at + 1} to ${url}: ${attempt.responseCode ?? attempt.failure}`
}
