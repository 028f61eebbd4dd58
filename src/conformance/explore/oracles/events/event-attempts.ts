import constants from '../../../../../fixtures/spec/constants.json' with { type: 'json' }
import { hasOffset, isObject, readTimestamp } from '../../../http/fields.ts'
import type { StatementId } from '../../../section.ts'
import { clockToleranceMs, minute, second } from '../../durations.ts'
import type { ClientName, Delivery } from '../../step.ts'
import type { Checks } from '../oracle.ts'
import { type Fields, readCreationTime } from './event-payloads.ts'

/** A span of time on a client's clock. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** A label that was bought alone (not in a batch), and the delivery attempts for its webhook event. */
export interface NotifiedLabel {
  readonly client: ClientName
  readonly fields: Fields
  readonly boughtMs: number
  /** True if delivery attempts for the label must arrive on time: a webhook was set at the purchase, and no later change may stop them. */
  readonly isDue: boolean
  /** The times at which attempts arrived. An attempt that arrived twice counts once. */
  readonly attempts: readonly Span[]
  /** How many duplicate deliveries have arrived. */
  readonly duplicates: number
  readonly hasSucceeded: boolean
  /** The time `created_at` in the first delivery; undefined before it arrives. */
  readonly createdMs: number | undefined
  /** The time `created_at` in the response to the purchase. */
  readonly purchaseCreatedMs: number | undefined
}

const delaysMs = constants.webhookDelaysSeconds.map((delay) => delay * second)
const earlyMs = 30 * second
/** How late a delivery attempt may be: a service may send attempts on whole minutes, and count each delay from the previous attempt. */
const lateMs = 65 * second

const attemptStatements: readonly StatementId[] = [
  'EVENTS-30',
  'EVENTS-31',
  'EVENTS-32',
  'EVENTS-33',
  'EVENTS-34',
]

/** Returns when the next delivery attempt may come, counted from the first attempt or from the previous attempt. */
function computeNextAttemptSpan({ attempts, boughtMs }: NotifiedLabel): Span | undefined {
  const delay = delaysMs[attempts.length]
  if (delay === undefined) return undefined
  const first = attempts[0]?.fromMs ?? boughtMs
  const before = attempts.at(-1)?.toMs ?? boughtMs
  return { fromMs: first + delay - earlyMs, toMs: before + delay + lateMs }
}

/** Checks whether a delivery arrived on time, and returns the label with this delivery recorded. */
export function checkArrivalTime(
  checks: Checks,
  label: NotifiedLabel,
  { each, span }: { readonly each: Delivery; readonly span: Span },
): NotifiedLabel {
  const createdMs = label.createdMs ?? readCreationTime(each)
  checks.that('EVENTS-12', readCreationTime(each) === createdMs, () => ({
    expected: `created_at ${new Date(createdMs ?? 0).toISOString()}`,
    seen: `created_at ${new Date(readCreationTime(each) ?? 0).toISOString()}`,
    why: `an earlier attempt for ${label.fields['id']} had the expected value`,
  }))
  checkPayloadTimes(checks, label, { each, span })
  const known = { ...label, createdMs }
  if (!label.isDue) return known
  const due = label.hasSucceeded ? undefined : computeNextAttemptSpan(label)
  if (due === undefined || span.toMs < due.fromMs) return countRepeatedDelivery(checks, known, span)
  const attempt = {
    fromMs: Math.max(span.fromMs, due.fromMs),
    toMs: Math.min(span.toMs, Math.max(due.toMs, span.fromMs)),
  }
  const hasSucceeded = 'status' in each.reply && each.reply.status >= 200 && each.reply.status <= 299
  checks.that(attemptStatements[label.attempts.length] ?? 'EVENTS-29', span.fromMs <= due.toMs, () => ({
    expected: `attempt ${label.attempts.length + 1} by ${new Date(due.toMs).toISOString()}`,
    seen: `the attempt after ${new Date(span.fromMs).toISOString()}`,
    why: 'the previous attempt failed, and the next one was due by this time',
  }))
  return { ...known, attempts: [...label.attempts, attempt], hasSucceeded }
}

/** Checks that `data.created_at` is the label's creation time, and that `timestamp` lies between purchase and arrival. */
function checkPayloadTimes(
  checks: Checks,
  { purchaseCreatedMs, boughtMs, fields }: NotifiedLabel,
  { each, span }: { readonly each: Delivery; readonly span: Span },
): void {
  const createdMs = readCreationTime(each)
  if (createdMs !== undefined && purchaseCreatedMs !== undefined) {
    checks.that('EVENTS-19', Math.abs(createdMs - purchaseCreatedMs) <= minute, () => ({
      expected: `data.created_at ${new Date(purchaseCreatedMs).toISOString()}`,
      seen: new Date(createdMs).toISOString(),
      why: `the response to the purchase of ${fields['id']} had this created_at`,
    }))
  }
  const timestamp = isObject(each.json) ? each.json['timestamp'] : undefined
  const text = typeof timestamp === 'string' ? timestamp : ''
  const atMs = readTimestamp(text)
  // A time without an offset may be the local time of the service.
  if (atMs === undefined || !hasOffset(text)) return
  const isBetween = atMs >= boughtMs - clockToleranceMs && atMs <= span.toMs + clockToleranceMs
  checks.that('EVENTS-21', isBetween, () => ({
    expected: `a timestamp from ${new Date(boughtMs).toISOString()} to ${new Date(span.toMs).toISOString()}`,
    seen: text,
    why: `${fields['id']} was bought at the earlier time, and its event arrived by the later one`,
  }))
}

/** Counts a duplicate delivery. Each attempt may have one duplicate within a minute, or a single duplicate may come later. */
function countRepeatedDelivery(checks: Checks, label: NotifiedLabel, span: Span): NotifiedLabel {
  const lastMs = label.attempts.at(-1)?.toMs ?? label.boughtMs
  const isApart = span.fromMs > lastMs + minute
  const count = label.attempts.length
  const max = isApart ? 1 : Math.max(1, count)
  const statement = label.hasSucceeded
    ? 'EVENTS-35'
    : count >= delaysMs.length
      ? 'EVENTS-29'
      : (attemptStatements[count] ?? 'EVENTS-29')
  checks.that(statement, label.duplicates < max, () => ({
    expected: label.hasSucceeded ? 'nothing more' : `attempt ${count + 1} only when it is due`,
    seen: `${label.duplicates + 1} additional deliveries`,
    why: `${count} attempts were made for ${label.fields['id']}${label.hasSucceeded ? ', and the last was answered with 2xx' : ''}`,
  }))
  return { ...label, duplicates: label.duplicates + 1 }
}

/** Checks that all delivery attempts that were due have arrived. */
export function checkMissingAttempts(checks: Checks, labels: readonly NotifiedLabel[], nowMs: number): void {
  for (const label of labels) {
    if (!label.isDue || label.hasSucceeded) continue
    const due = computeNextAttemptSpan(label)
    if (due === undefined) continue
    const count = label.attempts.length
    checks.that(attemptStatements[count] ?? 'EVENTS-28', nowMs <= due.toMs, () => ({
      expected: `attempt ${count + 1} by ${new Date(due.toMs).toISOString()}`,
      seen: `${count} attempts by ${new Date(nowMs).toISOString()}`,
      why: `${label.fields['id']} was bought while a webhook was set, and no attempt was answered with 2xx`,
    }))
  }
}
