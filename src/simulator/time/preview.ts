import TinyQueue from 'tinyqueue'
import type { Context } from '../accounts/context.ts'
import type { PreviewBody } from '../bodies/control/preview.ts'
import type { MomentBody } from '../bodies/control/timeline.ts'
import { itemsPerStep, stepMs } from '../resources/batches/batch-pace.ts'
import { trackingRefreshMs } from '../specification/operations.ts'
import { previewLimit, type Task } from './agenda.ts'
import { buildMomentBody, compareByTimeAndOrder, type DueMoment } from './moments.ts'
import { readPeriodEnds } from './preview-ends.ts'
import { isStillDue } from './tasks.ts'
import { toTimestamp } from './timestamp.ts'

/** Work that repeats until the end of a clock move, with the number of runs that are left. */
interface Repeated extends DueMoment {
  readonly runs: number
}

/**
 * Returns the work that a move of the clock to `targetMs` would trigger, and the periods that it would end, in steps.
 * If `targetMs` is null, the clock does not move. The preview counts every repetition of polls and batch steps. It does
 * not count retries of a webhook and work that other work causes, because both depend on responses that do not exist
 * yet.
 */
export function* previewMove(context: Context, targetMs: number | null): Generator<void, PreviewBody> {
  const nowMs = context.clock.now()
  const untilMs = targetMs ?? Number.NEGATIVE_INFINITY
  const due = yield* listDueTasks(context, { nowMs, untilMs })
  const ends = yield* readPeriodEnds(context, { nowMs, untilMs })
  return {
    now: toTimestamp(nowMs),
    reached_at: toTimestamp(targetMs ?? nowMs),
    due: due.rows,
    ends: ends.rows,
    counts: { due: due.counts, ends: ends.counts },
  }
}

function* listDueTasks(
  context: Context,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
): Generator<void, { rows: readonly MomentBody[]; counts: PreviewBody['counts']['due'] }> {
  const counts = { webhook: 0, rate_expiry: 0, poll: 0, batch: 0, scenario: 0, fault_begins: 0 }
  const moments: Repeated[] = []
  for (const { id, startsAtMs } of context.state.faults.values()) {
    if (startsAtMs > nowMs && startsAtMs <= untilMs)
      moments.push({ atMs: startsAtMs, kind: 'fault_begins', id, runs: 1 })
  }
  counts.fault_begins = moments.length
  for (const task of context.timeline.listWaitingTasks()) {
    yield
    const { kind, dueMs, id } = task
    if (kind === 'quote_removal' || dueMs > untilMs || !isStillDue(context, task)) continue
    const runs = countRuns(context, task, untilMs)
    counts[kind] += runs
    moments.push({ atMs: dueMs, kind, id, task, runs })
  }
  const queue = new TinyQueue(moments, compareByTimeAndOrder)
  const rows: MomentBody[] = []
  for (let next = queue.pop(); next !== undefined && rows.length < previewLimit; next = queue.pop()) {
    rows.push(buildMomentBody(context, next))
    const everyMs = next.task && repeatsEveryMs[next.task.kind]
    if (next.runs > 1 && everyMs !== undefined)
      queue.push({ ...next, atMs: next.atMs + everyMs, runs: next.runs - 1 })
    yield
  }
  return { rows, counts }
}

const repeatsEveryMs: Partial<Readonly<Record<Task['kind'], number>>> = {
  poll: trackingRefreshMs,
  batch: stepMs,
}

/** Returns how often a task would run until a time, if it schedules itself again. */
function countRuns({ state }: Context, { kind, id, dueMs }: Task, untilMs: number): number {
  const everyMs = repeatsEveryMs[kind]
  if (everyMs === undefined) return 1
  const runs = Math.floor((untilMs - dueMs) / everyMs) + 1
  const batch = kind === 'batch' ? state.batches.get(id) : undefined
  if (batch === undefined) return runs
  return Math.min(runs, Math.ceil((batch.itemCount - batch.doneCount) / itemsPerStep))
}
