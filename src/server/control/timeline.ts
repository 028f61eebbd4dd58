import { showTimeline } from '../../simulator/time/moments.ts'
import { instant, listChoice, strictBody } from './fields.ts'
import { type ControlRoute, queryRoute } from './route.ts'

const usualCount = 1_000

const span = strictBody({
  from: instant.optional().describe('Nothing before this instant.'),
  to: instant.optional().describe('Nothing after this instant.'),
  limit: listChoice.shape.limit.describe(
    'At most so many on each side of now, the nearest; 1000 where it is left out.',
  ),
})

export const timelineRoute: ControlRoute = queryRoute(
  '/timeline',
  span,
  (context, { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, limit = usualCount }) => ({
    status: 200,
    body: showTimeline(context, { fromMs: from, toMs: to, limit }),
  }),
)
