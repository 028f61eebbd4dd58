import { isUsable } from '../simulator/auth.ts'
import { ApiError, errorFact } from '../simulator/errors.ts'
import type { Operation } from '../simulator/operations.ts'
import { type LimitStanding, standingNow, untouchedStanding } from '../simulator/rate-limit.ts'
import { errorAnswer, type HeaderList, standardHeaders } from './answer.ts'
import { controlBase } from './control-base.ts'
import { type Asker, type HttpContext, identify, type Surface } from './exchange.ts'

import { logExchange } from './log-exchange.ts'
import { send } from './send.ts'

/** Answers a request that reached no operation: unknown path, wrong method. */
export function refuseRequest(
  surface: Surface,
  http: HttpContext,
  error: ApiError,
  known: { readonly headers?: HeaderList; readonly operation?: Operation | undefined } = {},
): Response {
  const startedAt = performance.now()
  const asker = identify(surface.simulator, http)
  const { context, requestId } = asker
  const standing = known.operation === undefined ? null : standingOf(surface, asker, known.operation)
  const answer = errorAnswer(context, error, {
    requestId,
    headers: [...standardHeaders(context, requestId, standing), ...(known.headers ?? [])],
  })
  logExchange(surface, { http, asker, answer, body: null, call: null, startedAt })
  return send(http, answer)
}

/** What is said of a path where nothing lives: whoever asked, perhaps with a browser, is told what there is instead. */
export function routeNotFound({ isControlled }: Surface): ApiError {
  const { suggestion } = errorFact('REQUEST.ROUTE.NOT_FOUND')
  const control = isControlled ? ` and the control protocol at ${controlBase}` : ''
  return new ApiError('REQUEST.ROUTE.NOT_FOUND', {
    suggestion: `${suggestion} What errors mean is at /docs/errors${control}.`,
  })
}

/** A good key is told where it stands; without one the limit is shown untouched, as with a 401 (readings 12). */
function standingOf({ simulator }: Surface, { context, key }: Asker, operation: Operation): LimitStanding {
  const isGood = key !== null && isUsable(key, context.clock.now())
  return isGood
    ? standingNow(context, key.id, operation)
    : untouchedStanding(operation, simulator.defaultAccount.clock.now())
}

/** The header that names the methods of a path: HTTP has it that HEAD goes with GET. */
export function allowHeader(methods: readonly string[]): HeaderList {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  return ['Allow', allowed.join(', ')]
}
