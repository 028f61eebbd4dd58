import type { IncomingMessage } from 'node:http'
import { nextRequestId } from '../simulator/accounts/context.ts'
import { refusalOf } from '../simulator/requests/auth.ts'
import { type LimitStatus, limitStatusNow, untouchedLimit } from '../simulator/requests/rate-limit.ts'
import { ApiError, errorFact } from '../simulator/specification/errors.ts'
import type { Operation } from '../simulator/specification/operations.ts'
import { errorAnswer, type HeaderList, standardHeaders } from './answer.ts'
import { controlBase } from './control-base.ts'
import { asRefusal } from './defects.ts'
import { type HttpContext, identify, type Requester, type ServerContext } from './exchange.ts'
import { logExchange } from './log-exchange.ts'
import { send } from './send.ts'

/** Responds to a request that reached no operation: unknown path, wrong method, an unexpected error. */
export function refuseRequest(
  server: ServerContext,
  http: HttpContext,
  error: Error,
  known: { readonly headers?: HeaderList; readonly operation?: Operation | undefined } = {},
): Response {
  const startedAt = performance.now()
  const requester = identify(server.simulator, http)
  const { context, requestId } = requester
  const limitStatus = known.operation === undefined ? null : limitStatusOf(requester, known.operation)
  const answer = errorAnswer(context, asRefusal(error, requestId, server.reportDefect), {
    requestId,
    headers: [...standardHeaders(context, requestId, limitStatus), ...(known.headers ?? [])],
  })
  logExchange(server, { http, requester, answer, body: null, call: null, startedAt })
  return send(http, answer)
}

/**
 * Responds to a request that the host guard refused. It changes nothing: no account's request log has it,
 * whatever key it came with.
 */
export function refuseForeign(server: ServerContext, http: HttpContext): Response {
  const startedAt = performance.now()
  const context = server.simulator.defaultAccount
  const requestId = nextRequestId(context, 'other')
  const answer = errorAnswer(context, new ApiError('CONTROL.ORIGIN.REFUSED'), {
    requestId,
    headers: standardHeaders(context, requestId, null),
  })
  const atMs = context.clock.now()
  const { method, path } = http.req
  const header = (name: string): string | null => headerAsSent(http.env.incoming, name) ?? null
  server.foreign.add({ id: requestId, atMs, method, path, host: header('host'), origin: header('origin') })
  server.onExchange?.({
    id: requestId,
    account: context.id,
    atMs,
    method,
    path,
    status: answer.status,
    errorCode: answer.errorCode,
    requestBody: null,
    responseBody: typeof answer.body === 'string' ? answer.body : null,
    durationMs: performance.now() - startedAt,
    decidedBy: [],
    lost: null,
  })
  return send(http, answer)
}

/** The first value of a header as the client sent it; the listener replaces Host. */
function headerAsSent({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  return rawHeaders.find((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

/** The error for an unknown path; it lists what there is, for people who try addresses in a browser. */
export function routeNotFound({ isControlled }: ServerContext): ApiError {
  const { suggestion } = errorFact('REQUEST.ROUTE.NOT_FOUND')
  const control = isControlled ? ` and the control protocol at ${controlBase}` : ''
  return new ApiError('REQUEST.ROUTE.NOT_FOUND', {
    suggestion: `${suggestion} The reference is at /docs${control}.`,
  })
}

/** The state of a valid key's limit; without one, the full limit as for a 401 (choices 12). */
function limitStatusOf({ context, key }: Requester, operation: Operation): LimitStatus {
  return key instanceof ApiError || refusalOf(key, context.clock.now()) !== null
    ? untouchedLimit(operation, context.clock.now())
    : limitStatusNow(context, key.id, operation)
}

/** The Allow header of a path: HEAD is allowed where GET is. */
export function allowHeader(methods: readonly string[]): HeaderList {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  return ['Allow', allowed.join(', ')]
}
