import TinyQueue from 'tinyqueue'
import type { Context } from '../accounts/context.ts'
import type { BatchRecord } from '../accounts/records/batches.ts'
import type { DeliveryRecord } from '../accounts/records/deliveries.ts'
import type { ExpiredQuoteRecord, QuoteRecord } from '../accounts/records/quotes.ts'
import type { MomentBody, TimelineBody } from '../bodies/control/timeline.ts'
import { itemsPerStep, stepMs } from '../resources/batches/batch-pace.ts'
import { listAttemptInstants } from '../webhooks/outbox.ts'
import type { Task } from './agenda.ts'
import { isStillDue } from './tasks.ts'
import { latestInstantMs, toTimestamp } from './timestamp.ts'

/** An event at a time of the account's clock, without its description. */
interface Moment {
  readonly atMs: number
  readonly kind: MomentBody['kind']
  readonly id: string
  /** For a fired task: how many later entries of the log have the same task and the same time. */
  readonly later?: number
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The fired and the due tasks of an account, both in order of time. */
interface Timeline {
  readonly nowMs: number
  readonly past: readonly Moment[]
  /** The due tasks, each looked up only when it is read; undefined for a task that no longer applies. */
  readonly due: Iterable<Moment | undefined>
}

/**
 * Returns the timeline within a span. Entries of `due` are looked up only when they are read: there may be
 * very many tasks.
 */
export function readTimeline(context: Context, span: Span): Timeline {
  const nowMs = context.clock.now()
  const isWithin = ({ atMs }: Moment): boolean => atMs >= span.fromMs && atMs <= span.toMs
  const marks = listStartAndEndMoments(context).filter(isWithin)
  const past = [...listFiredMoments(context), ...marks.filter(({ atMs }) => atMs <= nowMs)]
    .filter(isWithin)
    .sort((a, b) => a.atMs - b.atMs)
  const waiting = marks.filter(({ atMs }) => atMs > nowMs)
  return { nowMs, past, due: listDueMoments(context, span, waiting) }
}

/** Returns the timeline within a span of time: the `limit` latest events before now, and the next `limit` events. */
export function buildTimelineBody(
  context: Context,
  { limit, ...span }: Span & { readonly limit: number },
): TimelineBody {
  const { nowMs, past, due } = readTimeline(context, span)
  const next: Moment[] = []
  for (const moment of due) {
    if (moment !== undefined) next.push(moment)
    if (next.length > limit) break
  }
  const show = (moment: Moment): MomentBody => buildMomentBody(context, moment)
  return {
    now: toTimestamp(nowMs),
    past: past.slice(-limit).map(show),
    due: next.slice(0, limit).map(show),
    has_more: past.length > limit || next.length > limit,
  }
}

/** Returns an event of the timeline as the control protocol shows it. */
export function buildMomentBody(context: Context, moment: Moment): MomentBody {
  return {
    at: toTimestamp(moment.atMs),
    kind: moment.kind,
    id: moment.id,
    what: describeTask(context, moment),
  }
}

function listFiredMoments({ firedLog }: Context): Moment[] {
  const seen = new Map<string, number>()
  // Entries are counted from the newest one. A count from the oldest one would change when the log drops old entries.
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

/** Yields the due tasks within a span and the given beginnings and ends of periods, all in order of time. */
function* listDueMoments(
  context: Context,
  { fromMs, toMs }: Span,
  marks: readonly Moment[],
): Generator<Moment | undefined> {
  const untilMs = Math.min(toMs, latestInstantMs)
  const moments: DueMoment[] = [...marks]
  for (const task of context.timeline.listWaitingTasks()) {
    const { dueMs: atMs, kind, id } = task
    if (kind !== 'quote_removal' && atMs >= fromMs && atMs <= untilMs) moments.push({ atMs, kind, id, task })
  }
  // A heap is faster here than a sorted list, because mostly few of the moments are read.
  const queue = new TinyQueue(moments, compareByTimeAndOrder)
  for (let next = queue.pop(); next !== undefined; next = queue.pop())
    yield next.task === undefined || isStillDue(context, next.task) ? next : undefined
}

/** An event that is still to come. */
export interface DueMoment extends Moment {
  /** The task; absent for a period that begins or ends by time alone. */
  readonly task?: Task
}

/** Compares moments by time, and moments of the same time in the order in which their tasks run. */
export function compareByTimeAndOrder(a: DueMoment, b: DueMoment): number {
  return a.atMs - b.atMs || (a.task?.order ?? -1) - (b.task?.order ?? -1)
}

/** Returns the beginnings and ends of fault periods and key validity. There is no task for them. */
function listStartAndEndMoments({ state }: Context): Moment[] {
  const marks: Moment[] = []
  for (const { id, startsAtMs, endsAtMs } of state.faults.values()) {
    marks.push({ atMs: startsAtMs, kind: 'fault_begins', id })
    if (endsAtMs !== null) marks.push({ atMs: endsAtMs, kind: 'fault_ends', id })
  }
  for (const { id, expiresAtMs } of state.keys.values()) {
    if (expiresAtMs !== null) marks.push({ atMs: computeKeyRefusalMs(expiresAtMs), kind: 'key_expiry', id })
  }
  return marks
}

/**
 * Returns when a key is first refused. A key is valid up to and including its end (choices 14), so it is refused a
 * millisecond later, in the same way as rates expire.
 */
export function computeKeyRefusalMs(expiresAtMs: number): number {
  return expiresAtMs + 1
}

/** Describes a task in words. The record of the task may be gone. */
function describeTask(context: Context, { atMs, kind, id, later }: Moment): string {
  const { state } = context
  switch (kind) {
    case 'webhook':
      return later === undefined
        ? describeNextAttempt(state.deliveries.get(id), atMs)
        : describePastAttempt(state.deliveries.get(id), { atMs, later })
    case 'rate_expiry':
      return describeExpiry(state.quotes.get(id))
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
        : `step of a batch, ${countItemsDoneAfterStep(batch, atMs)} of ${batch.itemCount} items done`
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

/** Returns how many items of a batch are done after the step at `atMs`. Steps come at even intervals. */
function countItemsDoneAfterStep({ boughtAtMs, itemCount }: BatchRecord, atMs: number): number {
  const steps = Math.round((atMs - (boughtAtMs ?? atMs)) / stepMs)
  return Math.min(itemCount, steps * itemsPerStep)
}

/** Describes a quote by its parcel. An expired quote keeps only its time, so it is described by its time. */
function describeExpiry(quote: QuoteRecord | ExpiredQuoteRecord | undefined): string {
  if (quote === undefined) return 'rates expire'
  if ('expired' in quote) return `rates quoted at ${toTimestamp(quote.createdAtMs).slice(11, 19)} UTC expire`
  return `rates for ${quote.parcel.weightOz} oz to ${quote.to.city} expire`
}

function describeNextAttempt(delivery: DeliveryRecord | undefined, atMs: number): string {
  if (delivery === undefined) return 'webhook attempt'
  const before = listAttemptInstants(delivery).filter((instantMs) => instantMs < atMs).length
  return `attempt ${delivery.attempts.length + before + 1} to ${delivery.url}`
}

function describePastAttempt(
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
