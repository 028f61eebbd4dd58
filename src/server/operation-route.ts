import type { KeyRecord } from '../simulator/accounts/records/keys.ts'
import { checkScope, refusalOf } from '../simulator/requests/auth.ts'
import { Call } from '../simulator/requests/call.ts'
import {
  countRequest,
  type LimitStanding,
  refuseByFault,
  untouchedStanding,
} from '../simulator/requests/rate-limit.ts'
import { ApiError } from '../simulator/specification/errors.ts'
import type { Operation } from '../simulator/specification/operations.ts'
import { type Answer, errorAnswer, type HeaderList, jsonAnswer, standardHeaders } from './answer.ts'
import { type ApiFault, apiFault, interferenceOf, sendSpoiled, silences } from './api-fault.ts'
import { commit, commitRefusal } from './commit.ts'
import {
  type Asker,
  type HttpContext,
  identify,
  identifyAgain,
  type Surface,
  stillStands,
} from './exchange.ts'
import { inTurns } from './in-turns.ts'
import { logExchange } from './log-exchange.ts'
import { OperationRequest } from './operation-request.ts'
import { type RequestBody, readBody } from './request-body.ts'

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
  surface: Surface,
  route: OperationRoute<Result>,
): (http: HttpContext) => Promise<Response> {
  return async (http) => {
    const startedAt = performance.now()
    const { bodyLimitBytes } = route
    const body = bodyLimitBytes === undefined ? null : await readBody(http.env.incoming, bodyLimitBytes)
    const loading = route.load?.()
    if (loading !== undefined) await loading
    const first = identify(surface.simulator, http)
    const { asker, answer, call, fault } = await answerOf(surface, route, { http, asker: first, body })
    const silenced = silences(fault) ? fault : undefined
    logExchange(surface, { http, asker, answer, body, call, startedAt, silenced })
    return sendSpoiled(http, answer, { fault, pauses: surface.pauses })
  }
}

/** A request whose asker is known, as far as that can be. */
interface IdentifiedRequest {
  readonly http: HttpContext
  readonly asker: Asker
  readonly body: RequestBody | null
}

interface Answered {
  /** Who asked in the end. */
  readonly asker: Asker
  readonly answer: Answer
  /** Null for a request that its key's standing or limit kept from being a call. */
  readonly call: Call | null
  /** The fault that decided, or will spoil the answer. */
  readonly fault: ApiFault | undefined
}

/** Thrown where a request has waited, and its key or its account is no longer what it was. */
class AskerChanged extends Error {
  override readonly name = 'AskerChanged'
}

/**
 * Limit, fault before, scope, body, operation, commit, fault after, answer: a refusal ends it anywhere. Where a wait before
 * the operation has cost it its key or its account, it begins anew as if it came in now.
 */
async function answerOf<Result>(
  surface: Surface,
  route: OperationRoute<Result>,
  asked: IdentifiedRequest,
): Promise<Answered> {
  const { operation } = route
  const { asker } = asked
  const refuse = async (
    error: unknown,
    { call, met }: { readonly call: Call | null; readonly met: Met },
  ): Promise<Answered> => ({
    asker,
    answer: await refusalAnswer(surface, asker, { error, call, standing: met.standing }),
    call,
    fault: met.fault,
  })

  const admission = admit(surface, operation, asker)
  const { standing } = admission
  if ('refused' in admission) return refuse(admission.refused, { call: null, met: { standing } })
  const { key } = admission
  const call = new Call(asker.context, key)

  const before = meetFault('before', { surface, call, operation, key, standing })
  if (before.error !== undefined) return refuse(before.error, { call, met: before })
  const beginAnew = (): Promise<Answered> =>
    answerOf(surface, route, { ...asked, asker: identifyAgain(surface.simulator, asked.http, asker) })
  if (before.latency !== undefined) {
    await before.latency
    if (!stillStands(surface.simulator, asker)) return beginAnew()
  }

  let met = before
  try {
    const operated = silences(before.fault) ? null : operate(surface, route, { ...asked, call, key })
    const result = operated instanceof Promise ? await operated : operated
    const kept = commit(surface, asker.requestId)
    if (kept !== undefined) await kept
    if (call.delayMs > 0) await surface.pauses.for(call.delayMs)

    if (before.fault === undefined) {
      met = meetFault('after', { surface, call, operation, key, standing })
      if (met.error !== undefined) return await refuse(met.error, { call, met })
      // That it has bitten is kept like all else.
      if (met.fault !== undefined) await commit(surface, asker.requestId)
      if (met.latency !== undefined) await met.latency
    }

    const headers = standardHeaders(asker.context, asker.requestId, met.standing)
    const answer =
      route.present === undefined || result === null
        ? jsonAnswer(operation.successStatus, result, headers)
        : await route.present(result, headers)
    return { asker, answer, call, fault: met.fault }
  } catch (error) {
    if (error instanceof AskerChanged) return beginAnew()
    return refuse(error, { call, met })
  }
}

/** The key that may ask, and where it stands; or why it may not: 401 and 429. */
type Admission =
  | { readonly key: KeyRecord; readonly standing: LimitStanding }
  | { readonly refused: ApiError | null; readonly standing: LimitStanding }

function admit({ simulator }: Surface, operation: Operation, { context, key }: Asker): Admission {
  const refused = key instanceof ApiError ? key : refusalOf(key, context.clock.now())
  if (key instanceof ApiError || refused !== null) {
    // Without a key that counts, the limit is shown untouched, by the default account's clock (choices 12).
    const standing = untouchedStanding(operation, simulator.defaultAccount.clock.now())
    return { refused, standing }
  }
  const counted = countRequest(context, key.id, operation)
  return counted.refused === null ? { key, standing: counted.standing } : counted
}

/** What a fault before or after the operation makes of a request: an error, a wait, or an answer to spoil. */
interface Met {
  readonly standing: LimitStanding
  readonly fault?: ApiFault | undefined
  readonly error?: ApiError | undefined
  readonly latency?: Promise<void> | undefined
}

function meetFault(
  phase: ApiFault['phase'],
  request: {
    readonly surface: Surface
    readonly call: Call
    readonly operation: Operation
    readonly key: KeyRecord
    readonly standing: LimitStanding
  },
): Met {
  const { call, operation, key, standing } = request
  const fault = apiFault(call, operation, phase)
  if (fault === undefined) return { standing }
  const interference = interferenceOf(fault, call, operation)
  switch (interference.kind) {
    case 'limit': {
      const limited = refuseByFault(call.context, key.id, operation)
      return { fault, standing: limited.standing, error: limited.refused }
    }
    case 'error':
      return { fault, standing, error: interference.error }
    case 'wait':
      return { fault, standing, latency: request.surface.pauses.for(interference.durationMs) }
    case 'none':
      return { fault, standing }
  }
}

/** Scope, body and the operation itself, decided and done in one synchronous stretch, at one instant. */
function operate<Result>(
  { simulator }: Surface,
  route: OperationRoute<Result>,
  asked: IdentifiedRequest & { readonly call: Call; readonly key: KeyRecord },
): Result | Promise<Result> {
  const { http, asker, body, call, key } = asked
  checkScope(key, route.operation.scope)
  const request = new OperationRequest(http, body)
  const reading = route.readSlowly?.(request)
  if (reading === undefined) return call.carryOut(() => route.run(call, request))
  return inTurns(reading).then((run) => {
    if (!stillStands(simulator, asker)) throw new AskerChanged()
    return call.carryOut(() => run(call))
  })
}

/** A refusal, once what changed before it is kept. */
async function refusalAnswer(
  surface: Surface,
  { context, requestId }: Asker,
  refused: { readonly error: unknown; readonly call: Call | null; readonly standing: LimitStanding },
): Promise<Answer> {
  // A refusal may have been slow in coming, too.
  if (refused.call !== null) await surface.pauses.for(refused.call.delayMs)
  const error = await commitRefusal(surface, requestId, refused.error)
  return errorAnswer(context, error, {
    requestId,
    headers: standardHeaders(context, requestId, refused.standing),
  })
}
