import type { KeyRecord } from '../simulator/accounts/records/keys.ts'
import { checkScope, refusalOf } from '../simulator/requests/auth.ts'
import { Call } from '../simulator/requests/call.ts'
import {
  countRequest,
  type LimitStatus,
  refuseByFault,
  untouchedLimit,
} from '../simulator/requests/rate-limit.ts'
import { ApiError } from '../simulator/specification/errors.ts'
import type { Operation } from '../simulator/specification/operations.ts'
import { type Answer, errorAnswer, type HeaderList, jsonAnswer, standardHeaders } from './answer.ts'
import { type ApiFault, actionOf, apiFault, preventsAnswer, sendSpoiled } from './api-fault.ts'
import { commit, commitRefusal } from './commit.ts'
import {
  type HttpContext,
  identify,
  identifyAgain,
  isStillValid,
  type Requester,
  type ServerContext,
} from './exchange.ts'
import { logExchange } from './log-exchange.ts'
import { OperationRequest } from './operation-request.ts'
import { type RequestBody, readBody } from './request-body.ts'
import { runInSlices } from './time-slices.ts'

/** One operation of the service: its facts, and the function of the simulator that carries it out. */
export interface OperationRoute<Result = unknown> {
  readonly operation: Operation
  readonly run: (call: Call, request: OperationRequest) => Result
  /** Reads a request that takes long to read in steps, and gives what `run` would do with it; undefined for any other. */
  readonly readSlowly?: (request: OperationRequest) => Generator<void, (call: Call) => Result> | undefined
  /** Largest body taken; none for an operation without a body. */
  readonly bodyLimitBytes?: number
  /** What must be loaded before the operation can run in one synchronous stretch. */
  readonly load?: () => Promise<void> | undefined
  /** Makes the answer of what `run` gave; JSON with the documented status where left out. */
  readonly present?: (result: Result, headers: HeaderList) => Promise<Answer>
}

/**
 * The way of every request to the service (choices 1), from top to bottom. What need not be waited for is not awaited: a
 * turn of the event loop costs more than most of these steps.
 */
export function serveOperation<Result>(
  server: ServerContext,
  route: OperationRoute<Result>,
): (http: HttpContext) => Promise<Response> {
  return async (http) => {
    const startedAt = performance.now()
    const { bodyLimitBytes } = route
    const body = bodyLimitBytes === undefined ? null : await readBody(http.env.incoming, bodyLimitBytes)
    const loading = route.load?.()
    if (loading !== undefined) await loading
    const first = identify(server.simulator, http)
    const { requester, answer, call, fault } = await answerOf(server, route, { http, requester: first, body })
    const silenced = preventsAnswer(fault) ? fault : undefined
    logExchange(server, { http, requester, answer, body, call, startedAt, silenced })
    return sendSpoiled(http, answer, { fault, pauses: server.pauses })
  }
}

/** A request whose requester is known, as far as that can be. */
interface IdentifiedRequest {
  readonly http: HttpContext
  readonly requester: Requester
  readonly body: RequestBody | null
}

interface Answered {
  /** Who asked in the end. */
  readonly requester: Requester
  readonly answer: Answer
  /** Null for a request that its key or limit kept from being a call. */
  readonly call: Call | null
  /** The fault that decided, or will spoil the answer. */
  readonly fault: ApiFault | undefined
}

/** Thrown where a request has waited, and its key or its account is no longer what it was. */
class RequesterChanged extends Error {
  override readonly name = 'RequesterChanged'
}

/**
 * Limit, fault before, scope, body, operation, commit, fault after, answer: a refusal ends it anywhere. Where a wait before
 * the operation has cost it its key or its account, it begins anew as if it came in now.
 */
async function answerOf<Result>(
  server: ServerContext,
  route: OperationRoute<Result>,
  identified: IdentifiedRequest,
): Promise<Answered> {
  const { requester } = identified
  const admission = admit(server, route.operation, requester)
  const { limitStatus } = admission
  if ('refused' in admission) {
    return refuse(server, requester, { error: admission.refused, call: null, effect: { limitStatus } })
  }
  const { key } = admission
  const admitted = { ...identified, call: new Call(requester.context, key), key, limitStatus }
  const effect = applyFault(server, route.operation, { phase: 'before', ...admitted })
  if (effect.error !== undefined) {
    return refuse(server, requester, { error: effect.error, call: admitted.call, effect })
  }
  if (effect.latency !== undefined) {
    await effect.latency
    if (!isStillValid(server.simulator, requester)) return beginAnew(server, route, identified)
  }
  return carryOut(server, route, { ...admitted, effect })
}

function beginAnew<Result>(
  server: ServerContext,
  route: OperationRoute<Result>,
  identified: IdentifiedRequest,
): Promise<Answered> {
  const requester = identifyAgain(server.simulator, identified.http, identified.requester)
  return answerOf(server, route, { ...identified, requester })
}

/** A request that its key's limit lets through. */
interface AdmittedRequest extends IdentifiedRequest {
  readonly call: Call
  readonly key: KeyRecord
  readonly limitStatus: LimitStatus
}

/** Scope, body, operation, commit, fault after, answer. */
async function carryOut<Result>(
  server: ServerContext,
  route: OperationRoute<Result>,
  admitted: AdmittedRequest & { readonly effect: FaultEffect },
): Promise<Answered> {
  const { requester, call } = admitted
  let { effect } = admitted
  try {
    const operated = preventsAnswer(effect.fault) ? null : operate(server, route, admitted)
    const result = operated instanceof Promise ? await operated : operated
    const kept = commit(server, requester.requestId)
    if (kept !== undefined) await kept
    if (call.delayMs > 0) await server.pauses.for(call.delayMs)

    if (effect.fault === undefined) {
      effect = applyFault(server, route.operation, { phase: 'after', ...admitted })
      if (effect.error !== undefined) throw effect.error
      // That the fault was met is kept like all else.
      if (effect.fault !== undefined) await commit(server, requester.requestId)
      if (effect.latency !== undefined) await effect.latency
    }

    const headers = standardHeaders(requester.context, requester.requestId, effect.limitStatus)
    const answer =
      route.present === undefined || result === null
        ? jsonAnswer(route.operation.successStatus, result, headers)
        : await route.present(result, headers)
    return { requester, answer, call, fault: effect.fault }
  } catch (error) {
    if (error instanceof RequesterChanged) return beginAnew(server, route, admitted)
    return refuse(server, requester, { error, call, effect })
  }
}

/** The key that may ask, and where it stands; or why it may not: 401 and 429. */
type Admission =
  | { readonly key: KeyRecord; readonly limitStatus: LimitStatus }
  | { readonly refused: ApiError | null; readonly limitStatus: LimitStatus }

function admit({ simulator }: ServerContext, operation: Operation, { context, key }: Requester): Admission {
  const refused = key instanceof ApiError ? key : refusalOf(key, context.clock.now())
  if (key instanceof ApiError || refused !== null) {
    // Without a key that counts, the limit is shown untouched, by the default account's clock (choices 12).
    const limitStatus = untouchedLimit(operation, simulator.defaultAccount.clock.now())
    return { refused, limitStatus }
  }
  const counted = countRequest(context, key.id, operation)
  return counted.refused === null ? { key, limitStatus: counted.limitStatus } : counted
}

/** What a fault before or after the operation makes of a request: an error, a wait, or an answer to spoil. */
interface FaultEffect {
  readonly limitStatus: LimitStatus
  readonly fault?: ApiFault | undefined
  readonly error?: ApiError | undefined
  readonly latency?: Promise<void> | undefined
}

function applyFault(
  server: ServerContext,
  operation: Operation,
  request: {
    readonly phase: ApiFault['phase']
    readonly call: Call
    readonly key: KeyRecord
    readonly limitStatus: LimitStatus
  },
): FaultEffect {
  const { phase, call, key, limitStatus } = request
  const fault = apiFault(call, operation, phase)
  if (fault === undefined) return { limitStatus }
  const action = actionOf(fault, call, operation)
  switch (action.kind) {
    case 'limit': {
      const limited = refuseByFault(call.context, key.id, operation)
      return { fault, limitStatus: limited.limitStatus, error: limited.refused }
    }
    case 'error':
      return { fault, limitStatus, error: action.error }
    case 'wait':
      return { fault, limitStatus, latency: server.pauses.for(action.durationMs) }
    case 'none':
      return { fault, limitStatus }
  }
}

/** Scope, body and the operation itself, decided and done in one synchronous stretch, at one instant. */
function operate<Result>(
  { simulator }: ServerContext,
  route: OperationRoute<Result>,
  admitted: AdmittedRequest,
): Result | Promise<Result> {
  const { http, requester, body, call, key } = admitted
  checkScope(key, route.operation.scope)
  const request = new OperationRequest(http, body)
  const reading = route.readSlowly?.(request)
  if (reading === undefined) return call.carryOut(() => route.run(call, request))
  return runInSlices(reading).then((run) => {
    if (!isStillValid(simulator, requester)) throw new RequesterChanged()
    return call.carryOut(() => run(call))
  })
}

/** Answers with a refusal, once what changed before it is kept. */
async function refuse(
  server: ServerContext,
  requester: Requester,
  refused: { readonly error: unknown; readonly call: Call | null; readonly effect: FaultEffect },
): Promise<Answered> {
  const { call, effect } = refused
  // A refusal may have been slow in coming, too.
  if (call !== null) await server.pauses.for(call.delayMs)
  const { context, requestId } = requester
  const error = await commitRefusal(server, requestId, refused.error)
  const headers = standardHeaders(context, requestId, effect.limitStatus)
  return { requester, answer: errorAnswer(context, error, { requestId, headers }), call, fault: effect.fault }
}
