import { ApiError, errorFact } from '../simulator/errors.ts'
import { errorAnswer, type HeaderList, standardHeaders } from './answer.ts'
import { controlBase } from './control-base.ts'
import { type HttpContext, identify, type Surface } from './exchange.ts'
import { logExchange } from './log-exchange.ts'
import { send } from './send.ts'

/** Answers a request that reached no operation: unknown path, wrong method. */
export function refuseRequest(
  surface: Surface,
  http: HttpContext,
  error: ApiError,
  headers: HeaderList = [],
): Response {
  const startedAt = performance.now()
  const asker = identify(surface.simulator, http)
  const answer = errorAnswer(asker.context, error, {
    requestId: asker.requestId,
    headers: [...standardHeaders(asker.context, asker.requestId, null), ...headers],
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
