import type { KeyRecord } from '../../simulator/accounts/records/keys.ts'
import { checkScope, findKeyRefusal } from '../../simulator/requests/auth.ts'
import { Call } from '../../simulator/requests/call.ts'
import type { ListBodyReader } from '../../simulator/requests/list-body.ts'
import {
  countRequest,
  createFullLimit,
  type LimitStatus,
  refuseByFault,
} from '../../simulator/requests/rate-limit.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import type { Operation } from '../../simulator/specification/operations.ts'
import {
  createErrorResponse,
  createJsonResponse,
  createStandardHeaders,
  type HeaderList,
  type PreparedResponse,
} from '../http/prepared-response.ts'
import { type RequestBody, readBody } from '../http/request-body.ts'
import { findRequestOrigin } from '../http/request-origin.ts'
import { runInSlices } from '../time-slices.ts'
import {
  type ApiFault,
  chooseFaultAction,
  isResponseLost,
  sendWithFault,
  triggerApiFault,
} from './api-fault.ts'
import { commitBeforeRefusal, commitBeforeResponse } from './commit.ts'
import {
  identifyRequester,
  identifyRequesterAgain,
  isRequesterStillValid,
  type Requester,
  type ServerContext,
  type ServiceHttp,
} from './exchange.ts'
import { logExchange } from './log-exchange.ts'
import { OperationRequest } from './operation-request.ts'
import { varyRequest } from './varied-exchange.ts'

/** An operation of the service, and the functions that run it. */
export interface OperationRoute<Result = unknown> {
  readonly operation: Operation
  readonly run: (call: Call, request: OperationRequest) => Result
  /** Parses a large body in steps and returns the function that then runs the operation; undefined for other bodies. */
  readonly readInSteps?: (request: OperationRequest) => Generator<void, (call: Call) => Result> | undefined
  /** Returns the parser that receives a large body while it arrives, for `readInSteps`. */
  readonly createReader?: () => ListBodyReader
  /** The largest body accepted; absent for an operation without a body. */
  readonly bodyLimitBytes?: number
  /** Loads the data that the operation needs, so that the operation itself runs without waiting. */
  readonly load?: () => Promise<void> | undefined
  /** Returns the result as JSON text; by default by `JSON.stringify`. */
  toJson?(result: Result): string
  /** Returns the response for the result; by default its JSON with the documented status. */
  readonly createResponse?: (result: Result, headers: HeaderList) => Promise<PreparedResponse>
}

/** Responds to a request; `id` is the id in its path, empty for a path without one. */
export type ServiceHandler = (http: ServiceHttp, id: string) => Promise<void>

/**
 * Returns the handler that carries out requests to an operation, in fixed steps (choices 1). Steps that need not wait
 * are not awaited, because awaiting costs more time than most steps.
 */
export function createOperationHandler<Result>(
  server: ServerContext,
  route: OperationRoute<Result>,
): ServiceHandler {
  return async (http, id) => {
    const startedAt = performance.now()
    const { bodyLimitBytes } = route
    const body =
      bodyLimitBytes === undefined
        ? null
        : await readBody(http.env.incoming, bodyLimitBytes, route.createReader)
    try {
      const loading = route.load?.()
      if (loading !== undefined) await loading
      const { operation } = route
      const varied = server.varied && (await varyRequest(server.varied, { http, body, operation }))
      const first = identifyRequester(server.simulator, http)
      const asked = {
        http,
        requester: first,
        body: varied === undefined ? body : varied.body,
        id: varied?.id ?? id,
      }
      const { requester, response: made, call, fault } = await handleRequest(server, route, asked)
      const response = varied === undefined ? made : await varied.respond(made, requester.context.id)
      const silenced = isResponseLost(fault) ? fault : undefined
      const own = varied && { path: varied.path, body: varied.body, response: made }
      logExchange(server, {
        http,
        requester,
        response,
        body,
        call,
        operation,
        fault,
        startedAt,
        silenced,
        own,
      })
      return sendWithFault(http, response, { fault, pauses: server.pauses })
    } finally {
      body?.release()
    }
  }
}

/** A request, its body and its sender. */
interface IdentifiedRequest {
  readonly http: ServiceHttp
  readonly requester: Requester
  readonly body: RequestBody | null
  /** The id of the path, which a variation may have changed; empty for a path without one. */
  readonly id: string
}

interface HandledRequest {
  /** The sender of the request. If the handling started again after a wait, this is the sender as identified again. */
  readonly requester: Requester
  readonly response: PreparedResponse
  /** The call that the operation gets; null if the request was refused because of its key or the rate limit. */
  readonly call: Call | null
  /** The fault that determined the response, or will change how it is sent. */
  readonly fault: ApiFault | undefined
}

/** Thrown if the key or the account of a request has changed while the request waited. */
class RequesterChanged extends Error {
  override readonly name = 'RequesterChanged'
}

/**
 * Handles a request in steps: rate limit, fault of the phase `before`, scope, body, operation, storing, fault of the
 * phase `after`, response. Each step can refuse the request. If the key or the account changes during a wait before the
 * operation, the steps start again as if the request had just arrived.
 */
function handleRequest<Result>(
  server: ServerContext,
  route: OperationRoute<Result>,
  identified: IdentifiedRequest,
): Promise<HandledRequest> {
  const { http, requester, body } = identified
  const admission = checkKeyAndLimit(route.operation, requester)
  const { limitStatus } = admission
  if ('refused' in admission) {
    return respondWithRefusal(server, identified, {
      error: admission.refused,
      call: null,
      effect: { limitStatus },
    })
  }
  const { key } = admission
  // Each field is named below, because a spread would cost a request more time than all other steps.
  const call = new Call(requester.context, key, () => findRequestOrigin(server, http))
  const admitted = { http, requester, body, id: identified.id, call, key, limitStatus }
  const effect = applyFault(server, route.operation, 'before', admitted)
  if (effect.error !== undefined) {
    return respondWithRefusal(server, identified, { error: effect.error, call, effect })
  }
  if (effect.latency === undefined) return runAdmittedRequest(server, route, admitted, effect)
  return effect.latency.then(() =>
    isRequesterStillValid(server.simulator, requester)
      ? runAdmittedRequest(server, route, admitted, effect)
      : restartRequest(server, route, identified),
  )
}

function restartRequest<Result>(
  server: ServerContext,
  route: OperationRoute<Result>,
  identified: IdentifiedRequest,
): Promise<HandledRequest> {
  const requester = identifyRequesterAgain(server.simulator, identified.http, identified.requester)
  return handleRequest(server, route, { ...identified, requester })
}

/** A request with a valid key that is within its rate limit. */
interface AdmittedRequest extends IdentifiedRequest {
  readonly call: Call
  readonly key: KeyRecord
  readonly limitStatus: LimitStatus
}

/** Runs the steps after rate limit and fault `before`: scope, body, operation, storing, fault `after`, response. */
async function runAdmittedRequest<Result>(
  server: ServerContext,
  route: OperationRoute<Result>,
  admitted: AdmittedRequest,
  before: FaultEffect,
): Promise<HandledRequest> {
  const { requester, call } = admitted
  let effect = before
  try {
    const operated = isResponseLost(effect.fault) ? null : runOperation(server, route, admitted)
    const result = operated instanceof Promise ? await operated : operated
    const kept = commitBeforeResponse(server, requester.requestId)
    if (kept !== undefined) await kept
    if (call.delayMs > 0) await server.pauses.wait(call.delayMs)

    if (effect.fault === undefined) {
      effect = applyFault(server, route.operation, 'after', admitted)
      if (effect.error !== undefined) throw effect.error
      // The counters of the fault have changed, which must be stored, too.
      if (effect.fault !== undefined) await commitBeforeResponse(server, requester.requestId)
      if (effect.latency !== undefined) await effect.latency
    }

    const headers = createStandardHeaders(requester.context, requester.requestId, effect.limitStatus)
    const response =
      route.createResponse === undefined || result === null
        ? createJsonResponse(
            route.operation.successStatus,
            result,
            headers,
            result === null ? undefined : route.toJson?.(result),
          )
        : await route.createResponse(result, headers)
    return { requester, response, call, fault: effect.fault }
  } catch (error) {
    if (error instanceof RequesterChanged) return restartRequest(server, route, admitted)
    return respondWithRefusal(server, admitted, { error, call, effect })
  }
}

/** The state of the rate limit, with the key if it is valid and within its limit, else with the refusal: 401 or 429. */
type Admission =
  | { readonly key: KeyRecord; readonly limitStatus: LimitStatus }
  | { readonly refused: ApiError | null; readonly limitStatus: LimitStatus }

function checkKeyAndLimit(operation: Operation, { context, key }: Requester): Admission {
  const refused = key instanceof ApiError ? key : findKeyRefusal(key, context.clock.now())
  if (key instanceof ApiError || refused !== null) {
    // Without a valid key, the response shows an unused limit. The limit's window begins now, at the account's time that
    // the Date header also shows (choices 12).
    return { refused, limitStatus: createFullLimit(operation, context.clock.now()) }
  }
  const counted = countRequest(context, key.id, operation)
  return counted.refused === null ? { key, limitStatus: counted.limitStatus } : counted
}

/** The effect of a fault before or after the operation: an error, a wait, or a change of how the response is sent. */
interface FaultEffect {
  readonly limitStatus: LimitStatus
  readonly fault?: ApiFault | undefined
  readonly error?: ApiError | undefined
  readonly latency?: Promise<void> | undefined
}

function applyFault(
  server: ServerContext,
  operation: Operation,
  phase: ApiFault['phase'],
  { call, key, limitStatus }: AdmittedRequest,
): FaultEffect {
  const fault = triggerApiFault(call, operation, phase)
  if (fault === undefined) return { limitStatus }
  const action = chooseFaultAction(fault, call, operation)
  switch (action.kind) {
    case 'limit': {
      const limited = refuseByFault(call.context, key.id, operation)
      return { fault, limitStatus: limited.limitStatus, error: limited.refused }
    }
    case 'error':
      return { fault, limitStatus, error: action.error }
    case 'wait':
      return { fault, limitStatus, latency: server.pauses.wait(action.durationMs) }
    case 'none':
      return { fault, limitStatus }
  }
}

/**
 * Checks the scope, parses the body and runs the operation at one instant of the account's clock. Only a large body is
 * parsed in steps before that instant.
 */
function runOperation<Result>(
  { simulator }: ServerContext,
  route: OperationRoute<Result>,
  admitted: AdmittedRequest,
): Result | Promise<Result> {
  const { http, requester, body, call, key } = admitted
  checkScope(key, route.operation.scope)
  const request = new OperationRequest(http, body, admitted.id)
  const reading = route.readInSteps?.(request)
  if (reading === undefined) return call.runAtOneInstant(() => route.run(call, request))
  return runInSlices(reading).then((run) => {
    if (!isRequesterStillValid(simulator, requester)) throw new RequesterChanged()
    return call.runAtOneInstant(() => run(call))
  })
}

/** Responds with a refusal, once earlier changes are stored. */
async function respondWithRefusal(
  server: ServerContext,
  { http, requester }: IdentifiedRequest,
  refused: { readonly error: unknown; readonly call: Call | null; readonly effect: FaultEffect },
): Promise<HandledRequest> {
  const { call, effect } = refused
  // A slow carrier delays error responses, too.
  if (call !== null) await server.pauses.wait(call.delayMs)
  const { context, requestId } = requester
  const error = await commitBeforeRefusal(server, requestId, refused.error)
  const headers = createStandardHeaders(context, requestId, effect.limitStatus)
  const response = createErrorResponse(error, {
    requestId,
    headers,
    baseUrl: findRequestOrigin(server, http),
  })
  return { requester, response, call, fault: effect.fault }
}
