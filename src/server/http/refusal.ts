import type { IncomingMessage } from 'node:http'
import { createRequestId } from '../../simulator/accounts/context.ts'
import { findKeyRefusal } from '../../simulator/requests/auth.ts'
import {
  countRequest,
  createFullLimit,
  type LimitStatus,
  readLimitStatus,
} from '../../simulator/requests/rate-limit.ts'
import { ApiError, findErrorFact } from '../../simulator/specification/errors.ts'
import type { Operation } from '../../simulator/specification/operations.ts'
import { controlBase } from '../control-base.ts'
import { toApiError } from '../defects.ts'
import {
  identifyRequester,
  type Requester,
  type RequestHead,
  type ServerContext,
  type ServiceHttp,
} from '../service/exchange.ts'
import { logExchange } from '../service/log-exchange.ts'
import { findOperationAt, isServicePath, listOperationsAt, matchesMethod } from '../service/service-paths.ts'
import { varyRequest } from '../service/varied-exchange.ts'
import type { VariedService } from '../service/varied-service.ts'
import {
  createErrorResponse,
  createStandardHeaders,
  type HeaderList,
  type PreparedResponse,
} from './prepared-response.ts'
import { findRequestOrigin } from './request-origin.ts'
import { sendPreparedResponse } from './send.ts'

/** Further facts about a refused request. */
export interface RefusalFacts {
  /** Headers of the response, besides those of every response. */
  readonly headers?: HeaderList
  readonly operation?: Operation | undefined
  /** Whether the request counts towards its key's rate limit. If that is exceeded, the response is 429 instead. */
  readonly isCounted?: boolean
}

/**
 * Responds to a request that reached no operation because of an unknown path, a wrong method or an unexpected error.
 */
export function refuseRequest(
  server: ServerContext,
  http: ServiceHttp,
  error: unknown,
  known: RefusalFacts = {},
): void | Promise<void> {
  const { varied } = server
  if (varied === undefined || !isServicePath(http.req.path)) {
    return sendPreparedResponse(http, createRefusalResponse(server, http, error, known))
  }
  return refuseWithVariations(server, http, createRefusal(server, http, error, known), varied)
}

/** Sends the response of a refusal after variations have changed it. */
async function refuseWithVariations(
  server: ServerContext,
  http: ServiceHttp,
  refusal: Refusal,
  varied: VariedService,
): Promise<void> {
  const { operation } = refusal
  const { path, respond } = await varyRequest(varied, { http, body: null, operation })
  const response = await respond(refusal.response, refusal.requester.context.id)
  const own = { path, body: null, response: refusal.response }
  logExchange(server, { http, ...refusal, response, body: null, call: null, operation: undefined, own })
  sendPreparedResponse(http, response)
}

/** Returns the response that refuses a request that reached no operation, and logs the exchange. */
export function createRefusalResponse(
  server: ServerContext,
  http: RequestHead,
  error: unknown,
  known: RefusalFacts,
): PreparedResponse {
  const refusal = createRefusal(server, http, error, known)
  logExchange(server, { http, ...refusal, body: null, call: null, operation: undefined })
  return refusal.response
}

/** The response that refuses a request, and what the request log needs. */
interface Refusal {
  readonly requester: Requester
  readonly response: PreparedResponse
  readonly operation: Operation | undefined
  readonly startedAt: number
}

function createRefusal(
  server: ServerContext,
  http: RequestHead,
  error: unknown,
  known: RefusalFacts,
): Refusal {
  const startedAt = performance.now()
  const requester = identifyRequester(server.simulator, http)
  const { context, requestId } = requester
  const { limitStatus, refused } = readLimitState(requester, known)
  const response = createErrorResponse(refused ?? toApiError(error, requestId, server.reportDefect), {
    requestId,
    headers: [...createStandardHeaders(context, requestId, limitStatus), ...(known.headers ?? [])],
    baseUrl: findRequestOrigin(server, http),
  })
  return { requester, response, operation: known.operation, startedAt }
}

/**
 * Responds to a request that the host guard refused. Such a request changes no account's state and is in no account's
 * request log, even with a valid key.
 */
export function refuseForeignRequest(server: ServerContext, http: ServiceHttp): void {
  const startedAt = performance.now()
  const context = server.simulator.defaultAccount
  const requestId = createRequestId(context, 'other')
  const atMs = context.clock.now()
  const { method, path } = http.req
  const operation = findOperationAt(method, path)
  const limitStatus = operation === undefined ? null : createFullLimit(operation, atMs)
  const response = createErrorResponse(new ApiError('CONTROL.ORIGIN.REFUSED'), {
    requestId,
    headers: createStandardHeaders(context, requestId, limitStatus),
    baseUrl: findRequestOrigin(server, http),
  })
  const readHeader = (name: string): string | null => findSentHeader(http.env.incoming, name) ?? null
  server.foreign.add({
    id: requestId,
    atMs,
    method,
    path,
    host: readHeader('host'),
    origin: readHeader('origin'),
  })
  server.onExchange?.({
    id: requestId,
    account: context.id,
    atMs,
    method,
    path,
    status: response.status,
    errorCode: response.errorCode,
    requestBody: null,
    responseBody: typeof response.body === 'string' ? response.body : null,
    durationMs: performance.now() - startedAt,
    decidedBy: [],
    lost: null,
  })
  sendPreparedResponse(http, response)
}

/**
 * Returns the error response for a request that reaches no handler. If the path belongs to the service, the request is
 * logged, and the response of a known operation has the rate-limit headers.
 */
export function createUnroutedRefusal(
  serverContext: ServerContext,
  error: unknown,
  {
    asked,
    isCounted = false,
  }: { readonly asked?: RequestHead | undefined; readonly isCounted?: boolean } = {},
): PreparedResponse {
  if (asked !== undefined && isServicePath(asked.req.path)) {
    const { method, path } = asked.req
    const operation = findOperationAt(method, path)
    const isAsked = operation !== undefined && matchesMethod(operation, method)
    return createRefusalResponse(serverContext, asked, error, { operation, isCounted: isCounted && isAsked })
  }
  const context = serverContext.simulator.defaultAccount
  const requestId = createRequestId(context, 'other')
  return createErrorResponse(toApiError(error, requestId, serverContext.reportDefect), {
    requestId,
    headers: createStandardHeaders(context, requestId, null),
    baseUrl: asked === undefined ? context.settings.baseUrl() : findRequestOrigin(serverContext, asked),
  })
}

/** Returns the first value of a header as the client sent it, also of Host, which the listener has replaced. */
function findSentHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  return rawHeaders.find((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

/** Returns the refusal for an unknown method of a path: 405 with `Allow`, or 404 for an unknown path (choices 2). */
export function createMethodRefusal(
  server: ServerContext,
  path: string,
): RefusalFacts & { readonly error: ApiError } {
  const here = listOperationsAt(path)
  // The response has the rate-limit headers of the operation that the specification lists first for this path.
  const [operation] = here
  if (operation === undefined) return { error: createRouteNotFound(server) }
  const headers = createAllowHeader(here.map(({ method }) => method))
  return { error: new ApiError('REQUEST.METHOD.NOT_ALLOWED'), headers, operation }
}

/** Returns the error for an unknown path. Its suggestion names known paths, for people who try URLs in a browser. */
export function createRouteNotFound({ isControlled }: ServerContext): ApiError {
  const { suggestion } = findErrorFact('REQUEST.ROUTE.NOT_FOUND')
  const control = isControlled ? ` and the control protocol at ${controlBase}` : ''
  return new ApiError('REQUEST.ROUTE.NOT_FOUND', {
    suggestion: `${suggestion} The reference is at /docs${control}.`,
  })
}

/**
 * Returns the state of the key's rate limit, and the refusal if the limit is exceeded. Without a valid key, returns the
 * state of an unused limit, as in a 401 (choices 12).
 */
function readLimitState(
  { context, key }: Requester,
  { operation, isCounted = false }: RefusalFacts,
): { readonly limitStatus: LimitStatus | null; readonly refused: ApiError | null } {
  if (operation === undefined) return { limitStatus: null, refused: null }
  if (key instanceof ApiError || findKeyRefusal(key, context.clock.now()) !== null)
    return { limitStatus: createFullLimit(operation, context.clock.now()), refused: null }
  if (isCounted) return countRequest(context, key.id, operation)
  return { limitStatus: readLimitStatus(context, key.id, operation), refused: null }
}

/** Returns the Allow header with these methods, and with HEAD if GET is among them. */
export function createAllowHeader(methods: readonly string[]): HeaderList {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  return ['Allow', allowed.join(', ')]
}
