import * as z from 'zod'
import type { Context } from '../../simulator/accounts/context.ts'
import { refuseField } from '../../simulator/requests/json-body.ts'
import {
  buildClockBody,
  type ClockMove,
  changeClock,
  findMoveTarget,
  moveClock,
} from '../../simulator/time/clock-moves.ts'
import { previewMove } from '../../simulator/time/preview.ts'
import { runInSlices } from '../time-slices.ts'
import { clockMode, clockRate, createStrictSchema, duration, instant } from './fields.ts'
import { type ControlRequest, type ControlRoute, defineAccountRoute, defineBodyRoute } from './route.ts'

const clockChange = createStrictSchema({
  mode: clockMode.optional(),
  rate: clockRate.optional(),
  now: instant
    .optional()
    .describe(
      'The time to move the clock to, later than its current time. Work that is due until then is done first.',
    ),
})

const nextKinds = ['webhook', 'rate_expiry', 'poll', 'batch', 'any'] as const

/** The body of an advance. `readClockMove` checks that it has exactly one field. */
const advance = createStrictSchema({
  seconds: z
    .number({ error: 'must be a number' })
    .min(0, 'must not be negative')
    .register(z.globalRegistry, { 'x-unit': 'seconds' })
    .optional()
    .describe('How many seconds to advance the clock.'),
  by: duration.optional().describe('How far to advance the clock: a duration such as `15m` or `1d12h`.'),
  to: instant.optional().describe('The time to advance the clock to.'),
  next: z
    .enum(nextKinds)
    .optional()
    .describe(
      'The kind of work to advance to: the clock stops when the next of that kind is due; `any` is all kinds.',
    ),
}).register(z.globalRegistry, { minProperties: 1, maxProperties: 1 })

export const clockRoutes: readonly ControlRoute[] = [
  defineAccountRoute('GET', '/clock', (context) => ({ status: 200, body: buildClockBody(context) })),
  defineBodyRoute('PATCH', '/clock', clockChange, async (context, { mode, rate, now }, request) => {
    const change = () => changeClock(context, { mode, rate, nowMs: now })
    return { status: 200, body: await moveClockAndReportToReview(request, context, change) }
  }),
  defineBodyRoute('POST', '/clock/advance', advance, async (context, given, request) => {
    const move = readClockMove(given)
    return {
      status: 200,
      body: await moveClockAndReportToReview(request, context, () => moveClock(context, move)),
    }
  }),
  defineBodyRoute('POST', '/clock/preview', advance, async (context, given) => ({
    status: 200,
    body: await runInSlices(previewMove(context, findMoveTarget(context, readClockMove(given)))),
  })),
]

/** Returns the clock move that a body describes. Throws VALIDATION.FIELD.INVALID unless the body has just one field. */
function readClockMove({ seconds, by, to, next }: z.output<typeof advance>): ClockMove {
  const given = [seconds, by, to, next].filter((value) => value !== undefined)
  if (given.length !== 1) refuseField('body', 'must have exactly one of the fields seconds, by, to and next')
  if (to !== undefined) return { toMs: to }
  if (next !== undefined) return { next }
  if (by !== undefined) return { spanMs: by }
  return { spanMs: Math.round((seconds ?? 0) * 1000), field: 'seconds' }
}

/** Moves the clock and reports to the review how far it moved, even if an error ended the move early. */
async function moveClockAndReportToReview<Result>(
  { reviews }: Pick<ControlRequest, 'reviews'>,
  context: Context,
  move: () => Promise<Result>,
): Promise<Result> {
  const fromMs = context.clock.now()
  try {
    return await move()
  } finally {
    const toMs = context.clock.now()
    if (toMs > fromMs) reviews.observeClockMove(context, { fromMs, toMs })
  }
}
