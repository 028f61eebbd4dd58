import { checkScope, checkStanding } from '../simulator/auth.ts'
import { Call } from '../simulator/call.ts'
import { ApiError } from '../simulator/errors.ts'
import type { Operation } from '../simulator/operations.ts'
import { countRequest, type LimitStanding, untouchedStanding } from '../simulator/rate-limit.ts'
import type { FaultRecord } from '../simulator/records.ts'
import { type Answer, asApiError, errorAnswer, jsonAnswer, standardHeaders } from './answer.ts'
import { apiFault, faultError, sendSpoiled, silences } from './api-fault.ts'
import { commit } from './commit.ts'
import { type Asker, type HttpContext, identify, type Surface } from './exchange.ts'
import { logExchange } from './log-exchange.ts'
import { pauseFor } from './pause.ts'
import { parseBody, type RequestBody, readBody } from './request-body.ts'

/** What an operation is given of its request. */
export interface OperationRequest {
  /** The `{id}` of the path. */
  readonly id: string
  /** The body as a JSON object; fails with what is wrong with it. */
  json(): unknown
}

/** One operation of the service: its facts, and the function of the simulator that carries it out. */
export interface OperationRoute<Result = unknown> {
  readonly operation: Operation
  readonly run: (call: Call, request: OperationRequest) => Result
  /** Largest body taken; none for an operation without a body. */
  readonly bodyLimitBytes?: number
  /** What must be loaded before the operation can run in one synchronous stretch. */
  readonly load?: () => Promise<void>
  /** Makes the answer of what `run` gave; JSON with the documented status where left out. */
  readonly present?: (result: Result, headers: Readonly<Record<string, string>>) => Promise<Answer>
}

/** A request on its way through the checks, in the order of readings 1. */
interface Passage<Result> {
  readonly surface: Surface
  readonly route: OperationRoute<Result>
  readonly http: HttpContext
  readonly asker: Asker
  readonly body: RequestBody | null
  standing: LimitStanding
  call: Call | null
  fault: FaultRecord | undefined
}

/** The way of every request to the service: key, limit, scope, body, operation, commit, answer. */
export function serveOperation<Result>(
  surface: Surface,
  route: OperationRoute<Result>,
): (http: HttpContext) => Promise<Response> {
  return async (http) => {
    const startedAt = performance.now()
    const { simulator } = surface
    const body =
      route.bodyLimitBytes === undefined ? null : await readBody(http.env.incoming, route.bodyLimitBytes)
    await route.load?.()
    const asker = identify(simulator, http)
    const passage: Passage<Result> = {
      surface,
      route,
      http,
      asker,
      body,
      standing: untouchedStanding(route.operation, simulator.defaultAccount.clock.now()),
      call: null,
      fault: undefined,
    }
    const answer = await answerOf(passage)
    logExchange(surface, { http, asker, answer, body, call: passage.call, startedAt })
    return sendSpoiled(http, answer, passage.fault)
  }
}

async function answerOf<Result>(passage: Passage<Result>): Promise<Answer> {
  const { asker, route } = passage
  try {
    const result = await carryOut(passage)
    const headers = standardHeaders(asker.requestId, passage.standing)
    if (route.present !== undefined && result !== null) return await route.present(result, headers)
    return jsonAnswer(route.operation.successStatus, result, headers)
  } catch (error) {
    const { call } = passage
    // A refusal may have been slow in coming, too.
    if (call !== null) await pauseFor(call.delayMs)
    return errorAnswer(asker.context, asApiError(error), {
      requestId: asker.requestId,
      headers: standardHeaders(asker.requestId, passage.standing),
    })
  }
}

async function carryOut<Result>(passage: Passage<Result>): Promise<Result | null> {
  const { route, surface } = passage
  const key = admit(passage)
  const { context } = passage.asker
  await meet(passage, new Call(context, key), 'before')
  if (silences(passage.fault)) return null
  const call = new Call(context, key)
  call.decidedBy.push(...(passage.call?.decidedBy ?? []))
  passage.call = call
  checkScope(key, route.operation.scope)
  const result = route.run(call, requestOf(passage))
  await pauseFor(call.delayMs)
  await commit(surface.simulator)
  if (passage.fault === undefined) await meet(passage, call, 'after')
  return result
}

/** The caller's key once it has passed for this endpoint: 401 and 429. */
function admit<Result>(passage: Passage<Result>) {
  const { asker, route } = passage
  const { context, key, refusal } = asker
  if (key === null) throw refusal
  checkStanding(key, context.clock.now())
  const { standing, refused } = countRequest(context, key.id, route.operation)
  passage.standing = standing
  if (refused !== null) throw refused
  return key
}

/** Meets the fault that waits before or after the operation: latency is waited out, an error thrown. */
async function meet<Result>(passage: Passage<Result>, call: Call, phase: FaultRecord['phase']): Promise<void> {
  const { operation } = passage.route
  passage.call = call
  passage.fault = apiFault(call, operation, phase)
  if (passage.fault?.mode === 'latency') await pauseFor(passage.fault.latencyMs ?? 0)
  const error = faultError(passage.fault, { call, operation, standing: passage.standing })
  if (error !== undefined) throw error
}

function requestOf<Result>({ http, body }: Passage<Result>): OperationRequest {
  return {
    id: http.req.param('id') ?? '',
    json: () => {
      if (body === null) throw new ApiError('REQUEST.INTERNAL.ERROR')
      return parseBody(body, http.req.header('content-type'))
    },
  }
}
