import constants from '../../../../../fixtures/spec/constants.json' with { type: 'json' }
import { hasOffset, readTimestamp } from '../../../http/fields.ts'
import { readValuesByPath } from '../../../rules/support/values-by-path.ts'
import { findStatusValues, haveDifferentStatusValues } from '../../../rules/webhooks/log-statuses.ts'
import { clockToleranceMs, day, minute } from '../../durations.ts'
import { hasSucceeded, integerIn, listIn, objectIn, textIn } from '../../response-fields.ts'
import type { CallStep, ClientName, Delivery, Environment } from '../../step.ts'
import type { Checks } from '../oracle.ts'
import { determineKeyStatus } from '../ownership.ts'
import type { Span } from './event-attempts.ts'

/** The facts about the webhook event of one label, which the client's delivery log must report. */
interface LoggedEvent {
  readonly client: ClientName
  readonly environment: Environment
  /** The latest time at which the first delivery attempt can have arrived: the end of the step in which it came. `sinceMs` is the earliest. */
  readonly cameMs: number
  readonly sinceMs: number
  readonly attempts: number
  /** The status codes of the receiver's replies; 0 for a closed connection. */
  readonly codes: readonly number[]
  /** True if the client has read the event in the delivery log with one of its keys. */
  readonly wasRead: boolean
  /** True if the receiver replied to an attempt with 2xx. */
  readonly hasSucceeded: boolean
  /** The number of attempts that the last reading of the delivery log showed. */
  readonly attemptsRead: number
}

/** An event that a reading of the delivery log shows, and the time of the reading. */
interface Reading {
  readonly id: string
  readonly logged: LoggedEvent
  readonly nowMs: number
}

type Entry = Readonly<Record<string, unknown>>

/** The texts of a delivery log entry, by the paths of its fields. */
type StatusTexts = Readonly<Record<string, string>>

/** The webhook events that the delivery log must report. It is plain data, so that a check can keep several versions of it. */
export interface LogMemory {
  /** The events that the delivery log must report, by label id. */
  readonly logged: Readonly<Record<string, LoggedEvent>>
  /** For each key, the labels whose deliveries were missing when the key last read the log. */
  readonly missed: Readonly<Record<string, readonly string[]>>
  /** True if a fault may have dropped or repeated delivery attempts. */
  readonly isDisturbed: boolean
  /** The texts of two log entries: of the first successful and of the first failed delivery. */
  readonly ends: { readonly succeeded?: StatusTexts; readonly failed?: StatusTexts }
}

/** The memory at the start of a walk: the log must report nothing. */
export const noLog: LogMemory = {
  logged: {},
  missed: {},
  isDisturbed: false,
  ends: {},
}

/** Adds the deliveries that a step caused, which the delivery log must report from now on. */
export function withLoggedDeliveries(
  memory: LogMemory,
  deliveries: readonly Delivery[],
  clockOf: (client: ClientName) => Span,
): LogMemory {
  let { logged } = memory
  for (const each of deliveries) {
    const { labelId } = each
    if (labelId !== undefined)
      logged = { ...logged, [labelId]: updateLoggedEvent(logged[labelId], each, clockOf(each.client)) }
  }
  return logged === memory.logged ? memory : { ...memory, logged }
}

/** Returns what the log must report about an event after a further delivery attempt. */
function updateLoggedEvent(
  before: LoggedEvent | undefined,
  { client, json, reply }: Delivery,
  clock: Span,
): LoggedEvent {
  const number = textIn(objectIn(json, 'data'), 'tracking_number') ?? ''
  const known: LoggedEvent = before ?? {
    client,
    environment: number.startsWith('9999') ? 'test' : 'live',
    cameMs: clock.toMs,
    sinceMs: clock.fromMs,
    attempts: 0,
    codes: [],
    wasRead: false,
    hasSucceeded: false,
    attemptsRead: 0,
  }
  const code = 'status' in reply ? reply.status : 0
  const codes = known.codes.includes(code) ? known.codes : [...known.codes, code]
  const hasSucceeded = known.hasSucceeded || (code >= 200 && code <= 299)
  return { ...known, attempts: known.attempts + 1, codes, hasSucceeded }
}

/** If the walk has caused more events than this, missing events are not reported: the log keeps only the last 50. */
const maxKnownEvents = 45

/** Checks that the delivery log shows the client's deliveries and their outcomes to each key with all scopes. */
export function checkDeliveryLog(checks: Checks, memory: LogMemory, step: CallStep): LogMemory {
  const { client, environment, name, scopes } = step.key
  const entries = listIn(step.answer, 'deliveries')
  const isClear = determineKeyStatus(step) === 'good' && scopes === 'all' && !step.isConcurrent
  if (entries === undefined || !hasSucceeded(step.answer) || !isClear) return memory
  const own = Object.entries(memory.logged).filter(
    ([, logged]) => logged.client === client && logged.environment === environment,
  )
  const shown = new Map<string, Entry>()
  for (const entry of entries) {
    const named = [...readValuesByPath(entry).values()].find((value) => own.some(([id]) => id === value))
    if (typeof named === 'string') shown.set(named, entry)
  }
  checkEntryOwners(checks, memory, { client, entries })
  let { ends } = memory
  for (const [id, logged] of own) {
    const entry = shown.get(id)
    if (entry === undefined) continue
    const reading = { id, logged, nowMs: step.atMs }
    if (!memory.isDisturbed) checkAttemptCount(checks, entry, reading)
    checkResponseCode(checks, entry, reading)
    // The delivery log may lag by one reading, so a new attempt need not be in it yet.
    if (logged.attemptsRead !== logged.attempts || memory.isDisturbed) continue
    checkEntryTimes(checks, entry, reading)
    ends = checkEntryStatus(checks, entry, reading, ends)
  }
  const missing = Object.keys(memory.logged).length > maxKnownEvents ? [] : findMissingLabels(own, shown)
  const twice = missing.filter((id) => memory.missed[name]?.includes(id) === true)
  checks.that('EVENTS-37', twice.length === 0, () => ({
    expected: `the delivery of ${twice[0]} in the log`,
    seen: `a log of ${entries.length} deliveries, for the second time without the delivery of ${twice[0]}`,
    why: 'an earlier reading of the log showed the delivery, or the log shows a later one; fewer than 50 have come since',
  }))
  const logged = Object.fromEntries(
    Object.entries(memory.logged).map(([id, each]) => [
      id,
      shown.has(id) ? { ...each, wasRead: true, attemptsRead: each.attempts } : each,
    ]),
  )
  return { ...memory, ends, logged, missed: { ...memory.missed, [name]: missing } }
}

/**
 * Lists labels whose delivery is missing in the log: an earlier reading had it, or the log lists a delivery that came
 * a minute later. The log may lag, so newer deliveries may be missing.
 */
function findMissingLabels(
  own: readonly (readonly [string, LoggedEvent])[],
  shown: ReadonlyMap<string, unknown>,
): readonly string[] {
  const latestMs = Math.max(
    ...own.map(([id, { cameMs }]) => (shown.has(id) ? cameMs : Number.NEGATIVE_INFINITY)),
  )
  return own.flatMap(([id, { cameMs, wasRead }]) =>
    !shown.has(id) && (wasRead || cameMs + minute <= latestMs) ? [id] : [],
  )
}

/** Checks the number of attempts in a log entry, if a field has an unmistakable name: the specification does not name the field. */
function checkAttemptCount(checks: Checks, entry: Entry, { id, logged }: Reading): void {
  const attempts = integerIn(entry, 'attempts') ?? integerIn(entry, 'attempt_count')
  if (attempts === undefined) return
  checks.that('RESOURCES-110', attempts <= logged.attempts, () => ({
    expected: `at most ${logged.attempts} attempts`,
    seen: `${attempts} attempts`,
    why: `this many attempts for ${id} arrived`,
  }))
}

/** Checks that the response code in a log entry is one of the receiver's replies. */
function checkResponseCode(checks: Checks, entry: Entry, { id, logged }: Reading): void {
  const code = integerIn(entry, 'response_code') ?? integerIn(entry, 'response_status')
  // The delivery log may report a closed connection in any way.
  if (code === undefined || code < 100 || code > 599 || logged.codes.includes(0)) return
  checks.that('RESOURCES-109', logged.codes.includes(code), () => ({
    expected: `a response code of ${logged.codes.join(', ')}`,
    seen: `the response code ${code}`,
    why: `the receiver gave these replies to the attempts for ${id}`,
  }))
}

/** Checks that no entry of a client's delivery log names another client's delivery. */
function checkEntryOwners(
  checks: Checks,
  { logged }: LogMemory,
  { client, entries }: { readonly client: ClientName; readonly entries: readonly unknown[] },
): void {
  const others = new Set(Object.entries(logged).flatMap(([id, each]) => (each.client === client ? [] : [id])))
  if (others.size === 0) return
  const foreign = entries
    .flatMap((entry) => [...readValuesByPath(entry).values()])
    .find((value) => typeof value === 'string' && others.has(value))
  checks.that('EVENTS-37', foreign === undefined, () => ({
    expected: `only deliveries of client ${client}`,
    seen: `the delivery of ${foreign}`,
    why: 'the label belongs to another client, and only the webhook of that client gets its event',
  }))
}

/** Checks that a log entry contains a time between the first attempt of its delivery and now. */
function checkEntryTimes(checks: Checks, entry: Entry, { id, logged, nowMs }: Reading): void {
  const hasTime = [...readValuesByPath(entry).values()].some((value) => {
    const ms = readTimestamp(value)
    // A time without an offset may be the local time of the service.
    const graceMs = hasOffset(value) ? clockToleranceMs : day
    return ms !== undefined && ms >= logged.sinceMs - graceMs && ms <= nowMs + graceMs
  })
  checks.that('RESOURCES-111', hasTime, () => ({
    expected: `an ISO 8601 timestamp from ${new Date(logged.sinceMs).toISOString()} on, somewhere in the entry`,
    seen: JSON.stringify(entry).slice(0, 300),
    why: `the event of ${id} did not arrive before this time`,
  }))
}

/** Checks that the delivery log shows different statuses for a successful and a failed delivery. */
function checkEntryStatus(
  checks: Checks,
  entry: Entry,
  { id, logged }: Reading,
  ends: LogMemory['ends'],
): LogMemory['ends'] {
  const hasFailed = !logged.hasSucceeded && logged.attempts >= constants.webhookAttempts
  if (!logged.hasSucceeded && !hasFailed) return ends
  const other = hasFailed ? ends.succeeded : ends.failed
  const marks = findStatusValues(entry)
  if (other !== undefined) {
    const differs = haveDifferentStatusValues(new Map(Object.entries(other)), marks)
    checks.that(hasFailed ? 'EVENTS-36' : 'RESOURCES-108', differs, () => ({
      expected: `a status that differs from that of a delivery that ${hasFailed ? 'has succeeded' : 'has failed five times'}`,
      seen: JSON.stringify(entry).slice(0, 300),
      why: `the delivery of ${id} ${hasFailed ? 'has failed five times' : 'has succeeded'}`,
    }))
  }
  const own = hasFailed ? 'failed' : 'succeeded'
  return ends[own] === undefined ? { ...ends, [own]: Object.fromEntries(marks) } : ends
}
