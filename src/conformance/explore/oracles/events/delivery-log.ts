import constants from '../../../../../fixtures/spec/constants.json' with { type: 'json' }
import { hasOffset, readTimestamp } from '../../../http/fields.ts'
import { placesIn } from '../../../rules/support/places.ts'
import { marksDiffer, marksIn } from '../../../rules/webhooks/log-marks.ts'
import { integerIn, listIn, objectIn, succeeded, textIn } from '../../response-fields.ts'
import type { CallStep, ClientName, Delivered, Environment } from '../../step.ts'
import type { Checks } from '../oracle.ts'
import { standingOf } from '../ownership.ts'

/** What has come of the event of one label, as its client's log has to tell it. */
interface Told {
  readonly client: ClientName
  readonly environment: Environment
  /** When the first attempt had come, by the client's clock, and since when it can have been. */
  readonly cameMs: number
  readonly sinceMs: number
  readonly attempts: number
  /** How the attempts were answered; 0 where that was no answer. */
  readonly codes: readonly number[]
  /** A key of the client has read it in the log. */
  readonly wasRead: boolean
  /** An attempt was answered with 2xx. */
  readonly hasSucceeded: boolean
  /** How many attempts had come when the log was read last. */
  readonly attemptsRead: number
}

/** What is said in words in an entry of the log, by its place. */
type Marked = Readonly<Record<string, string>>

/** Plain data, for the memory of a judge. */
export interface LogMemory {
  /** By the ids of labels. */
  readonly told: Readonly<Record<string, Told>>
  /** What a key has missed in its log when it read it last. */
  readonly missed: Readonly<Record<string, readonly string[]>>
  /** Attempts may have been made that never arrived, or arrivals that were no attempts. */
  readonly isDisturbed: boolean
  /** How the first entries look of a delivery that has succeeded, and of one that has failed for good. */
  readonly ends: { readonly succeeded?: Marked; readonly failed?: Marked }
}

export const noLog: LogMemory = {
  told: {},
  missed: {},
  isDisturbed: false,
  ends: {},
}

/** A client's clock before a step and after it. */
interface Clock {
  readonly fromMs: number
  readonly toMs: number
}

/** What has come in a step is in the log from then on. */
export function withDelivered(
  memory: LogMemory,
  deliveries: readonly Delivered[],
  clockOf: (client: ClientName) => Clock,
): LogMemory {
  let { told } = memory
  for (const each of deliveries) {
    const { labelId } = each
    if (labelId !== undefined)
      told = { ...told, [labelId]: afterArrival(told[labelId], each, clockOf(each.client)) }
  }
  return told === memory.told ? memory : { ...memory, told }
}

function afterArrival(before: Told | undefined, { client, json, reply }: Delivered, clock: Clock): Told {
  const number = textIn(objectIn(json, 'data'), 'tracking_number') ?? ''
  const known: Told = before ?? {
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

/** Fewer than the log holds, so that nothing has gone out of it. */
const mostTold = 45
const minuteMs = 60_000

/** The log of a client has its last deliveries, whichever of its keys reads it, each with what came of it. */
export function judgeLog(checks: Checks, memory: LogMemory, step: CallStep): LogMemory {
  const { client, environment, name, scopes } = step.key
  const entries = listIn(step.answer, 'deliveries')
  const isClear = standingOf(step) === 'good' && scopes === 'all' && !step.isConcurrent
  if (entries === undefined || !succeeded(step.answer) || !isClear) return memory
  const own = Object.entries(memory.told).filter(
    ([, told]) => told.client === client && told.environment === environment,
  )
  const shown = new Map<string, Readonly<Record<string, unknown>>>()
  for (const entry of entries) {
    const named = [...placesIn(entry).values()].find((value) => own.some(([id]) => id === value))
    if (typeof named === 'string') shown.set(named, entry)
  }
  judgeOwners(checks, memory, { client, entries })
  let { ends } = memory
  for (const [id, told] of own) {
    const entry = shown.get(id)
    if (entry === undefined) continue
    judgeEntry(checks, entry, { id, told, isDisturbed: memory.isDisturbed })
    // A log may be late by a reading.
    if (told.attemptsRead !== told.attempts || memory.isDisturbed) continue
    judgeTimes(checks, entry, { id, told, nowMs: step.atMs })
    ends = judgeStatus(checks, entry, { id, told, ends })
  }
  const missing = Object.keys(memory.told).length > mostTold ? [] : missingIn(own, shown)
  const twice = missing.filter((id) => memory.missed[name]?.includes(id) === true)
  checks.that('EVENTS-37', twice.length === 0, () => ({
    expected: `the delivery of ${twice[0]} in the log`,
    seen: `a log of ${entries.length} deliveries without it, for the second time`,
    why: 'it came to the webhook of this client before others that are in the log, or was in it before, and there were fewer than 50 since',
  }))
  const told = Object.fromEntries(
    Object.entries(memory.told).map(([id, each]) => [
      id,
      shown.has(id) ? { ...each, wasRead: true, attemptsRead: each.attempts } : each,
    ]),
  )
  return { ...memory, ends, told, missed: { ...memory.missed, [name]: missing } }
}

/** A log may be late, and name no labels: what was in it before is missing, and what came well before others that are in it. */
function missingIn(
  own: readonly (readonly [string, Told])[],
  shown: ReadonlyMap<string, unknown>,
): readonly string[] {
  const latestMs = Math.max(
    ...own.map(([id, { cameMs }]) => (shown.has(id) ? cameMs : Number.NEGATIVE_INFINITY)),
  )
  return own.flatMap(([id, { cameMs, wasRead }]) =>
    !shown.has(id) && (wasRead || cameMs + minuteMs <= latestMs) ? [id] : [],
  )
}

/** The names of an entry's fields are not stated: only what can be nothing else is held to what has come. */
function judgeEntry(
  checks: Checks,
  entry: Readonly<Record<string, unknown>>,
  { id, told, isDisturbed }: { readonly id: string; readonly told: Told; readonly isDisturbed: boolean },
): void {
  const attempts = integerIn(entry, 'attempts') ?? integerIn(entry, 'attempt_count')
  if (attempts !== undefined && !isDisturbed) {
    checks.that('RESOURCES-110', attempts <= told.attempts, () => ({
      expected: `at most ${told.attempts} attempts`,
      seen: `${attempts} attempts`,
      why: `so many have come for ${id}`,
    }))
  }
  const code = integerIn(entry, 'response_code') ?? integerIn(entry, 'response_status')
  // One that was cut is told in whatever way.
  if (code === undefined || code < 100 || code > 599 || told.codes.includes(0)) return
  checks.that('RESOURCES-109', told.codes.includes(code), () => ({
    expected: `a response code of ${told.codes.join(', ')}`,
    seen: `the response code ${code}`,
    why: `the receiver has answered the attempts for ${id} so`,
  }))
}

/** No entry names what came to another client alone. */
function judgeOwners(
  checks: Checks,
  { told }: LogMemory,
  { client, entries }: { readonly client: ClientName; readonly entries: readonly unknown[] },
): void {
  const others = new Set(Object.entries(told).flatMap(([id, each]) => (each.client === client ? [] : [id])))
  if (others.size === 0) return
  const foreign = entries
    .flatMap((entry) => [...placesIn(entry).values()])
    .find((value) => typeof value === 'string' && others.has(value))
  checks.that('EVENTS-37', foreign === undefined, () => ({
    expected: `deliveries of client ${client} alone`,
    seen: `the delivery of ${foreign}`,
    why: 'that label is another client’s, and its event came to the webhook of that client',
  }))
}

/** Attempts may go out on whole minutes, and clocks may differ a little. */
const halfHourMs = 30 * minuteMs
/** A time without an offset may be the local time of wherever the service is. */
const dayMs = 24 * 60 * minuteMs

/** An entry has a time somewhere that can be one of its delivery. */
function judgeTimes(
  checks: Checks,
  entry: Readonly<Record<string, unknown>>,
  { id, told, nowMs }: { readonly id: string; readonly told: Told; readonly nowMs: number },
): void {
  const hasTime = [...placesIn(entry).values()].some((value) => {
    const ms = readTimestamp(value)
    const graceMs = hasOffset(value) ? halfHourMs : dayMs
    return ms !== undefined && ms >= told.sinceMs - graceMs && ms <= nowMs + graceMs
  })
  checks.that('RESOURCES-111', hasTime, () => ({
    expected: `an ISO 8601 timestamp from ${new Date(told.sinceMs).toISOString()} on, somewhere in the entry`,
    seen: JSON.stringify(entry).slice(0, 300),
    why: `the event of ${id} came since`,
  }))
}

/** Whatever says of a delivery that it has succeeded is not what is said of one that has failed for good. */
function judgeStatus(
  checks: Checks,
  entry: Readonly<Record<string, unknown>>,
  by: { readonly id: string; readonly told: Told; readonly ends: LogMemory['ends'] },
): LogMemory['ends'] {
  const { id, told, ends } = by
  const hasFailed = !told.hasSucceeded && told.attempts >= constants.webhookAttempts
  if (!told.hasSucceeded && !hasFailed) return ends
  const other = hasFailed ? ends.succeeded : ends.failed
  const marks = marksIn(entry)
  if (other !== undefined) {
    const differs = marksDiffer(new Map(Object.entries(other)), marks)
    checks.that(hasFailed ? 'EVENTS-36' : 'RESOURCES-108', differs, () => ({
      expected: `another status than of one that ${hasFailed ? 'has succeeded' : 'has failed five times'}`,
      seen: JSON.stringify(entry).slice(0, 300),
      why: `the delivery of ${id} ${hasFailed ? 'has failed five times' : 'has succeeded'}, and was in the log so before`,
    }))
  }
  const own = hasFailed ? 'failed' : 'succeeded'
  return ends[own] === undefined ? { ...ends, [own]: Object.fromEntries(marks) } : ends
}
