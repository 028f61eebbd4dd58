import type { MomentBody } from '../../simulator/bodies/control/timeline.ts'
import { readTimeline, showMoment } from '../../simulator/time/moments.ts'
import { toTimestamp } from '../../simulator/time/timestamp.ts'
import { JsonText } from '../http/json-pieces.ts'
import { createStrictSchema, instant, listChoice } from './fields.ts'
import { createListBody } from './list-body.ts'
import { type ControlRoute, defineQueryRoute } from './route.ts'

const usualCount = 1_000

const span = createStrictSchema({
  from: instant.optional().describe('Return only events at this time or later.'),
  to: instant.optional().describe('Return only events at this time or earlier.'),
  limit: listChoice.shape.limit.describe(
    'The maximum number of past events, and of due events; 1000 by default. The events nearest to the current time are returned.',
  ),
})

export const timelineRoute: ControlRoute = defineQueryRoute(
  '/timeline',
  span,
  (context, { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, limit = usualCount }) => {
    const { nowMs, past, due } = readTimeline(context, { fromMs: from, toMs: to })
    const showMoments = function* (moments: typeof due): Generator<MomentBody | undefined> {
      for (const moment of moments) yield moment && showMoment(context, moment)
    }
    const listed = createListBody('due', showMoments(due), limit)
    return {
      status: 200,
      body: {
        now: toTimestamp(nowMs),
        past: createListBody('past', showMoments(past.slice(-limit)), undefined).past,
        due: listed.due,
        has_more: new JsonText(() => (past.length > limit ? 'true' : (listed.has_more?.text ?? 'false'))),
      },
    }
  },
)
