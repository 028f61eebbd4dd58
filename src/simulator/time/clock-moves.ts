import type { Context } from '../accounts/context.ts'
import type { AdvancedBody, ClockBody } from '../bodies/control/clock.ts'
import { refuseField } from '../requests/json-body.ts'
import { fail } from '../specification/errors.ts'
import { trackingRefreshMs } from '../specification/operations.ts'
import { DataFileError } from '../storage/data-file/data-file-error.ts'
import type { TaskKind } from './agenda.ts'
import { isStillDue } from './tasks.ts'
import { AdvanceHeldUp, AdvanceStopped, type FiredTask } from './timeline.ts'
import { latestInstantMs, toTimestamp } from './timestamp.ts'

/** The longest advance: a hundred years. For one tracker that is 219,000 polls, which take two seconds. */
export const longestAdvanceMs = 36_525 * 86_400_000

/**
 * The maximum number of polls in one advance. The response lists every poll, and with many more it would be too long
 * for one string.
 */
const maxPolls = 3_000_000

/** Returns an account's clock as the control protocol shows it. */
export function buildClockBody({ clock }: Context): ClockBody {
  return { now: toTimestamp(clock.now()), mode: clock.mode, rate: clock.rate }
}

/** A move of the clock: by a span, to a time, or to the next task of a kind. */
export type ClockMove =
  /** A move by a span of time. `field` names the span in an error message. */
  | { readonly spanMs: number; readonly field?: string }
  | { readonly toMs: number }
  | { readonly next: TaskKind | 'any' }

/**
 * Moves the clock. Resolves when all work due until the new time has run. Throws like `findMoveTarget`, and
 * CONTROL.CLOCK.STOPPED or CONTROL.CLOCK.BUSY if the advance cannot be finished.
 */
export function moveClock(context: Context, move: ClockMove): Promise<AdvancedBody> {
  // Advancing by zero waits for work that is already due, however slow it is.
  const waits = 'spanMs' in move && move.spanMs === 0
  return advance(context, () => findMoveTarget(context, move), { waits })
}

/**
 * Returns the time that a move of the clock reaches; null if no task of the wanted kind is due. Throws
 * CONTROL.CLOCK.BACKWARDS for a time in the past, VALIDATION.FIELD.INVALID for one too far ahead.
 */
export function findMoveTarget(context: Context, move: ClockMove): number | null {
  if ('next' in move) return findNextDueMs(context, move.next)
  if ('toMs' in move) return requireReachableTime(context, move.toMs, 'to')
  return requireReachableTime(context, context.clock.now() + move.spanMs, move.field ?? 'by')
}

/** Returns when the next task of a kind is due. A task after the year 9999, which no clock reaches, is never due. */
function findNextDueMs(context: Context, kind: TaskKind | 'any'): number | null {
  let nextMs: number | null = null
  for (const task of context.timeline.listWaitingTasks()) {
    const isWanted = kind === 'any' ? task.kind !== 'quote_removal' : task.kind === kind
    if (!isWanted || task.dueMs > latestInstantMs) continue
    if ((nextMs === null || task.dueMs < nextMs) && isStillDue(context, task)) nextMs = task.dueMs
  }
  return nextMs
}

/** Advances the clock by a span; see `moveClock`. */
export function advanceBy(context: Context, spanMs: number, field = 'by'): Promise<AdvancedBody> {
  return moveClock(context, { spanMs, field })
}

/** Changes how time runs. If `nowMs` is later than the present time, first runs the work that is due until then. */
export async function changeClock(
  context: Context,
  change: {
    readonly nowMs?: number | undefined
    readonly mode?: ClockBody['mode'] | undefined
    readonly rate?: number | undefined
  },
): Promise<ClockBody> {
  const { nowMs, mode, rate } = change
  const configure = (): void => context.clock.configure({ mode, rate })
  // The mode changes at exactly `nowMs`. If a fast clock ran on first, it would be frozen at a later time.
  if (nowMs !== undefined) {
    await advance(context, () => requireReachableTime(context, nowMs, 'now'), { onReached: configure })
  }
  if (context.timeline.isStopped) throwAdvanceError(context, new AdvanceStopped())
  if (nowMs === undefined) configure()
  context.timeline.resetTimer()
  return buildClockBody(context)
}

async function advance(
  context: Context,
  findTargetMs: () => number | null,
  how: { readonly waits?: boolean; readonly onReached?: () => void } = {},
): Promise<AdvancedBody> {
  const fired = await context.timeline
    .advance(findTargetMs, how)
    .catch((error: unknown) => throwAdvanceError(context, error))
  const clock = buildClockBody(context)
  return { ...clock, fired: await buildFiredBodies(context, fired) }
}

/**
 * Formats the results of an advance in steps. A century can have very many results, and other requests run meanwhile.
 */
async function buildFiredBodies(
  { settings }: Context,
  fired: readonly FiredTask[],
): Promise<AdvancedBody['fired']> {
  const shown: AdvancedBody['fired'][number][] = []
  for (const each of fired) {
    shown.push(buildFiredBody(each))
    if (shown.length % rowsPerStep === 0) await settings.realTime.pause()
  }
  return shown
}

const rowsPerStep = 5_000

/**
 * Throws the error response for an interrupted advance. Its message says which time the clock has reached. The tasks
 * that ran until then are not undone.
 */
function throwAdvanceError({ clock }: Context, error: unknown): never {
  const reached = `The clock has reached ${toTimestamp(clock.now())}`
  if (error instanceof AdvanceStopped) {
    fail('CONTROL.CLOCK.STOPPED', {
      message: `${reached}: then the account was reset, replaced or deleted, or the simulator stopped.`,
    })
  }
  if (error instanceof AdvanceHeldUp) fail('CONTROL.CLOCK.BUSY')
  if (error instanceof DataFileError) {
    fail('REQUEST.STORAGE.FAILED', {
      message: `${reached}, where a webhook waits for the data file: ${error.reason}.`,
    })
  }
  throw error
}

/** Returns a fired task as the control protocol shows it. */
export function buildFiredBody({ atMs, kind, id }: FiredTask): AdvancedBody['fired'][number] {
  return { at: toTimestamp(atMs), kind, id }
}

function requireReachableTime(context: Context, instantMs: number, field: string): number {
  const nowMs = context.clock.now()
  if (instantMs < nowMs) {
    fail('CONTROL.CLOCK.BACKWARDS', {
      message: `Time never runs backwards: it is already ${toTimestamp(nowMs)}.`,
      extras: { field },
      problems: [{ field, reason: `must not be before now, ${toTimestamp(nowMs)}` }],
    })
  }
  if (instantMs - nowMs > longestAdvanceMs)
    refuseField(field, 'moves the clock by more than a hundred years at once; move it in several steps')
  const polls = context.state.trackers.size * Math.floor((instantMs - nowMs) / trackingRefreshMs)
  if (polls > maxPolls)
    refuseField(field, `moves the clock over ${polls} polls of trackers at once; move it in several steps`)
  if (instantMs > latestInstantMs)
    refuseField(field, `moves the clock beyond ${toTimestamp(latestInstantMs)}`)
  return instantMs
}
