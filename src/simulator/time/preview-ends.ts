import type { Context } from '../accounts/context.ts'
import type { PreviewBody } from '../bodies/control/preview.ts'
import { listRateNames } from '../resources/rates.ts'
import { findRunningScenario } from '../scenarios/running.ts'
import { previewLimit } from './agenda.ts'
import { computeKeyRefusalMs } from './moments.ts'
import { isStillDue } from './tasks.ts'
import { toTimestamp } from './timestamp.ts'

interface End {
  readonly atMs: number
  readonly kind: PreviewBody['ends'][number]['kind']
  readonly id: string
  readonly name: string
}

interface Span {
  readonly nowMs: number
  readonly untilMs: number
}

/**
 * Returns which faults, keys, rates and scenario end within a span of time: the first rows of each kind, and the number
 * of all. Works in steps.
 */
export function* readPeriodEnds(
  context: Context,
  span: Span,
): Generator<void, { rows: PreviewBody['ends']; counts: PreviewBody['counts']['ends'] }> {
  const faults = listFaultEnds(context)
  const keys = listKeyEnds(context)
  const scenario = findScenarioEnd(context)
  const isWithin = ({ atMs }: End): boolean => atMs > span.nowMs && atMs <= span.untilMs
  const rates = yield* listRateEnds(context, span)
  const timed = [...faults, ...keys, ...scenario].filter(isWithin)
  const counts = { fault: 0, key: 0, rate: rates.count, scenario: 0 }
  for (const { kind } of timed) counts[kind] += 1
  const rows = [...timed, ...rates.first].sort((a, b) => a.atMs - b.atMs).slice(0, previewLimit)
  return { rows: rows.map(({ atMs, kind, id, name }) => ({ at: toTimestamp(atMs), kind, id, name })), counts }
}

function listFaultEnds({ state }: Context): readonly End[] {
  return [...state.faults.values()].flatMap(({ id, target, mode, endsAtMs }) =>
    endsAtMs === null ? [] : [{ atMs: endsAtMs, kind: 'fault', id, name: `${target} ${mode}` }],
  )
}

function listKeyEnds({ state }: Context): readonly End[] {
  return [...state.keys.values()].flatMap(({ id, environment, value, expiresAtMs, revokedAtMs }) => {
    if (expiresAtMs === null || revokedAtMs !== null) return []
    const name = `pr_${environment}_…${value.slice(-4)}`
    return [{ atMs: computeKeyRefusalMs(expiresAtMs), kind: 'key', id, name }]
  })
}

/**
 * Returns the end of the running scenario: the end of its last fault or step; infinite if one of its faults has no
 * end.
 */
function findScenarioEnd(context: Context): readonly End[] {
  const name = findRunningScenario(context)
  if (name === null) return []
  const { faults, scenarioSteps } = context.state
  const ends = [
    ...[...faults.values()]
      .filter(({ scenario }) => scenario === name)
      .map(({ endsAtMs }) => endsAtMs ?? Number.POSITIVE_INFINITY),
    ...[...scenarioSteps.values()].map(({ dueMs }) => dueMs),
  ]
  return [{ atMs: Math.max(...ends), kind: 'scenario', id: name, name }]
}

/** Returns the first rates that expire until a time, and how many rates expire until then. */
function* listRateEnds(
  context: Context,
  { untilMs }: Span,
): Generator<void, { readonly first: readonly End[]; readonly count: number }> {
  const due = context.timeline
    .listWaitingTasks()
    .filter(({ kind, dueMs }) => kind === 'rate_expiry' && dueMs <= untilMs)
    .sort((a, b) => a.dueMs - b.dueMs)
  const first: End[] = []
  let count = 0
  for (const task of due) {
    yield
    const quote = isStillDue(context, task) ? context.state.quotes.get(task.id) : undefined
    if (quote === undefined || 'expired' in quote) continue
    const rates = listRateNames(context, quote)
    count += rates.length
    if (first.length >= previewLimit) continue
    for (const { id, name } of rates) first.push({ atMs: task.dueMs, kind: 'rate', id, name })
  }
  return { first, count }
}
