import type { FaultRecord, KeyRecord } from '../simulator/accounts/records.ts'
import { checkScope, checkStanding } from '../simulator/requests/auth.ts'
import { Call } from '../simulator/requests/call.ts'
import { parseJson } from '../simulator/requests/json-body.ts'
import {
  countRequest,
  type LimitStanding,
  refuseByFault,
  untouchedStanding,
} from '../simulator/requests/rate-limit.ts'
import type { Operation } from '../simulator/specification/operations.ts'
import { type Answer, errorAnswer, type HeaderList, jsonAnswer, standardHeaders } from './answer.ts'
import { apiFault, faultError, limitsRate, sendSpoiled, silences } from './api-fault.ts'
import { commit, commitRefusal } from './commit.ts'
import { type Asker, type HttpContext, identify, type Surface } from './exchange.ts'
import { inTurns } from './in-turns.ts'
import { logExchange } from './log-exchange.ts'
import { checkBody, type RequestBody, readBody } from './request-body.ts'

/** What an operation is given of its request. */
export class OperationRequest {
  readonly #http: HttpContext
  readonly #body: RequestBody | null

  constructor(http: HttpContext, body: RequestBody | null) {
    this.#http = http
    this.#body = body
  }

  /** The `{id}` of the path. */
  get id(): string {
    return this.#http.req.param('id') ?? ''
  }

  /** The body as a JSON object; fails with what is wrong with it. */
  json(): unknown {
    const body = this.#checkedBody()
    return parseJson(body.bytes)
  }

  /** The bytes of a body beyond a length, which are read bit by bit; undefined for a shorter one. */
  bytesBeyond(lengthBytes: number): Uint8Array | undefined {
    const body = this.#checkedBody()
    return body.bytes.length > lengthBytes ? body.bytes : undefined
  }

  #checkedBody(): RequestBody {
    if (this.#body === null) throw new Error('A body was read that this operation does not have.')
    checkBody(this.#body, this.#http.env.incoming.headers['content-type'])
    return this.#body
  }
}

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

/** A request on its way through the checks, in their order (choices 1). */
interface Passage<Result> {
  readonly surface: Surface
  readonly route: OperationRoute<Result>
  readonly http: HttpContext
  readonly asker: Asker
  readonly body: RequestBody | null
  /** Null until the request has been counted. */
  standing: LimitStanding | null
  call: Call | null
  fault: FaultRecord | undefined
}

/**
 * The way of every request to the service: key, limit, scope, body, operation, commit, answer. What need not be
 * waited for is not awaited: a turn of the event loop costs more than most of these steps.
 */
export function serveOperation<Result>(
  surface: Surface,
  route: OperationRoute<Result>,
): (http: HttpContext) => Promise<Response> {
  return async (http) => {
    const startedAt = performance.now()
    const { bodyLimitBytes } = route
    const body = bodyLimitBytes === undefined ? null : await readBody(http.env.incoming, bodyLimitBytes)
    const loading = route.load?.()
    if (loading !== undefined) await loading
    const asker = identify(surface.simulator, http)
    const passage = { surface, route, http, asker, body, standing: null, call: null, fault: undefined }
    const { answer, call, fault } = await pass<Result>(passage)
    const silenced = silences(fault) ? fault : undefined
    logExchange(surface, { http, asker, answer, body, call, startedAt, silenced })
    return sendSpoiled(http, answer, { fault, pauses: surface.pauses })
  }
}

/** How a passage ended. */
interface Passed {
  readonly answer: Answer
  readonly call: Call | null
  readonly fault: FaultRecord | undefined
}

async function pass<Result>(passage: Passage<Result>): Promise<Passed> {
  const { asker, route } = passage
  try {
    const result = await carryOut(passage)
    const headers = headersOf(passage)
    const answer =
      route.present === undefined || result === null
        ? jsonAnswer(route.operation.successStatus, result, headers)
        : await route.present(result, headers)
    return { answer, call: passage.call, fault: passage.fault }
  } catch (error) {
    const { call, fault } = passage
    // A refusal may have been slow in coming, too.
    if (call !== null) await passage.surface.pauses.for(call.delayMs)
    const { requestId } = asker
    const refusal = await commitRefusal(passage.surface, requestId, error)
    return {
      answer: errorAnswer(asker.context, refusal, { requestId, headers: headersOf(passage) }),
      call,
      fault,
    }
  }
}

async function carryOut<Result>(passage: Passage<Result>): Promise<Result | null> {
  const { surface, asker } = passage
  const key = admit(passage)
  const call = new Call(asker.context, key)
  passage.call = call
  const latency = meet(passage, call, 'before')
  if (latency !== undefined) await latency
  const operated = silences(passage.fault) ? null : operate(passage, call, key)
  const result = operated instanceof Promise ? await operated : operated
  const kept = commit(surface, asker.requestId)
  if (kept !== undefined) await kept
  if (call.delayMs > 0) await surface.pauses.for(call.delayMs)
  if (passage.fault === undefined) await meetAfterwards(passage, call)
  return result
}

/** The operation itself, decided and done in one synchronous stretch, at one instant. */
function operate<Result>(
  { route, http, body }: Passage<Result>,
  call: Call,
  key: KeyRecord,
): Result | Promise<Result> {
  checkScope(key, route.operation.scope)
  const request = new OperationRequest(http, body)
  const reading = route.readSlowly?.(request)
  if (reading === undefined) return call.carryOut(() => route.run(call, request))
  return inTurns(reading).then((run) => call.carryOut(() => run(call)))
}

/** The fault that waits after the operation; that it has bitten is kept like all else. */
function meetAfterwards<Result>(passage: Passage<Result>, call: Call): Promise<void> | undefined {
  const lateness = meet(passage, call, 'after')
  if (passage.fault === undefined) return undefined
  return (commit(passage.surface, passage.asker.requestId) ?? Promise.resolve()).then(() => lateness)
}

/** The caller's key once it has passed for this endpoint: 401 and 429. */
function admit<Result>(passage: Passage<Result>): KeyRecord {
  const { asker, route } = passage
  const { context, key, refusal } = asker
  if (key === null) throw refusal
  checkStanding(key, context.clock.now())
  const { standing, refused } = countRequest(context, key.id, route.operation)
  passage.standing = standing
  if (refused !== null) throw refused
  return key
}

/** Meets the fault that waits before or after the operation: an error is thrown, latency is given to be waited out. */
function meet<Result>(
  passage: Passage<Result>,
  call: Call,
  phase: FaultRecord['phase'],
): Promise<void> | undefined {
  const { operation } = passage.route
  const { context, key } = passage.asker
  const fault = apiFault(call, operation, phase)
  if (fault === undefined) return undefined
  passage.fault = fault
  if (key !== null && limitsRate(fault)) {
    const { standing, refused } = refuseByFault(context, key.id, operation)
    passage.standing = standing
    throw refused
  }
  const error = faultError(fault, call, operation)
  if (error !== undefined) throw error
  return fault.mode === 'latency' ? passage.surface.pauses.for(fault.latencyMs ?? 0) : undefined
}

function headersOf<Result>(passage: Passage<Result>): HeaderList {
  return standardHeaders(passage.asker.context, passage.asker.requestId, standingOf(passage))
}

/** Without a key that counts, the limit is shown untouched, by the default account's clock (choices 12). */
function standingOf<Result>({ standing, route, surface }: Passage<Result>): LimitStanding {
  return standing ?? untouchedStanding(route.operation, surface.simulator.defaultAccount.clock.now())
}
