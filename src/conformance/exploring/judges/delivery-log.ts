import { placesIn } from '../../rules/support/places.ts'
import { integerIn, listIn, objectIn, succeeded, textIn } from '../reading.ts'
import type { CallStep, ClientName, Delivered, Environment } from '../step.ts'
import { standingOf } from './asking.ts'
import type { Checks } from './checks.ts'

/** What has come of the event of one label, as its client's log has to tell it. */
interface Told {
  readonly client: ClientName
  readonly environment: Environment
  /** When the first attempt came, by the client's clock. */
  readonly cameMs: number
  readonly attempts: number
  /** How the attempts were answered; 0 where that was no answer. */
  readonly codes: readonly number[]
  /** A key of the client has read it in the log. */
  readonly wasRead: boolean
}

/** Plain data, for the memory of a judge. */
export interface LogMemory {
  /** By the ids of labels. */
  readonly told: Readonly<Record<string, Told>>
  /** What a key has missed in its log when it read it last. */
  readonly missed: Readonly<Record<string, readonly string[]>>
  /** Attempts may have been made that never arrived, or arrivals that were no attempts. */
  readonly isDisturbed: boolean
}

export const noLog: LogMemory = { told: {}, missed: {}, isDisturbed: false }

/** What has come in a step is in the log from then on. */
export function withDelivered(
  memory: LogMemory,
  deliveries: readonly Delivered[],
  nowOf: (client: ClientName) => number,
): LogMemory {
  let { told } = memory
  for (const each of deliveries) {
    const { labelId } = each
    if (labelId !== undefined)
      told = { ...told, [labelId]: afterArrival(told[labelId], each, nowOf(each.client)) }
  }
  return told === memory.told ? memory : { ...memory, told }
}

function afterArrival(before: Told | undefined, { client, json, reply }: Delivered, nowMs: number): Told {
  const number = textIn(objectIn(json, 'data'), 'tracking_number') ?? ''
  const known: Told = before ?? {
    client,
    environment: number.startsWith('9999') ? 'test' : 'live',
    cameMs: nowMs,
    attempts: 0,
    codes: [],
    wasRead: false,
  }
  const code = 'status' in reply ? reply.status : 0
  const codes = known.codes.includes(code) ? known.codes : [...known.codes, code]
  return { ...known, attempts: known.attempts + 1, codes }
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
  for (const [id, told] of own) {
    const entry = shown.get(id)
    if (entry !== undefined) judgeEntry(checks, entry, { id, told, isDisturbed: memory.isDisturbed })
  }
  const missing = Object.keys(memory.told).length > mostTold ? [] : missingIn(own, shown)
  const twice = missing.filter((id) => memory.missed[name]?.includes(id) === true)
  checks.that('EVENTS-37', twice.length === 0, () => ({
    expected: `the delivery of ${twice[0]} in the log`,
    seen: `a log of ${entries.length} deliveries without it, for the second time`,
    why: 'it came to the webhook of this client before others that are in the log, or was in it before, and there were fewer than 50 since',
  }))
  const told = Object.fromEntries(
    Object.entries(memory.told).map(([id, each]) => [id, shown.has(id) ? { ...each, wasRead: true } : each]),
  )
  return { ...memory, told, missed: { ...memory.missed, [name]: missing } }
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
