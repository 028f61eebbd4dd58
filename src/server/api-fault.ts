import { suggestAddresses } from '../simulator/addresses/suggestions.ts'
import { bite } from '../simulator/faults/bite.ts'
import type { FaultRecord } from '../simulator/faults/fault-record.ts'
import type { Call } from '../simulator/requests/call.ts'
import { showAddress } from '../simulator/resources/addresses.ts'
import { ApiError, type ErrorExtras } from '../simulator/specification/errors.ts'
import type { Operation } from '../simulator/specification/operations.ts'
import type { Answer } from './answer.ts'
import type { HttpContext } from './exchange.ts'
import type { Pauses } from './pause.ts'
import { dribble, reset, send } from './send.ts'

/** The fault on the API that this request meets before or after it is carried out. */
export function apiFault(
  call: Call,
  operation: Operation,
  phase: FaultRecord['phase'],
): FaultRecord | undefined {
  if (call.context.state.faults.size === 0) return undefined
  const fault = bite(call.context, {
    target: 'api',
    operation: `${operation.method} ${operation.path}`,
    among: (candidate) => candidate.phase === phase,
  })
  if (fault !== undefined) call.decide(`fault ${fault.id}`)
  return fault
}

/** Modes that leave no answer worth carrying the request out for. */
export function silences(fault: FaultRecord | undefined): fault is FaultRecord {
  return fault !== undefined && ['reset', 'empty', 'garbage'].includes(fault.mode)
}

/** Whether a fault answers as a full window does. */
export function limitsRate({ mode, code }: FaultRecord): boolean {
  return mode === 'rate_limited' || code === 'AUTH.RATE_LIMIT.EXCEEDED'
}

/** The error a fault answers with; undefined for a fault of another kind. */
export function faultError(fault: FaultRecord, call: Call, operation: Operation): ApiError | undefined {
  if (fault.mode !== 'error') return undefined
  return new ApiError(fault.code ?? 'REQUEST.INTERNAL.ERROR', {
    ...(fault.message !== null && { message: fault.message }),
    ...(fault.status !== null && { status: fault.status }),
    extras: extrasFor(fault, call, operation),
  })
}

/** The members a code is documented with, so that a client can be tested against them. */
function extrasFor(fault: FaultRecord, call: Call, operation: Operation): ErrorExtras {
  switch (fault.code) {
    case 'AUTH.KEY.INSUFFICIENT_SCOPE':
      return { required_scope: operation.scope, key_scopes: call.caller.scopes }
    case 'VALIDATION.FIELD.REQUIRED':
    case 'VALIDATION.FIELD.INVALID':
      return { field: 'body' }
    case 'CARRIER.ERROR.UNKNOWN':
      return { raw_carrier_error: fault.message ?? 'internal error' }
    case 'ADDRESS.VALIDATION.AMBIGUOUS':
      return { suggestions: suggestAddresses(anAddress).map(showAddress) }
    default:
      return {}
  }
}

const anAddress = { street1: 'Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' }

/** Sends an answer the way a fault leaves it. */
export function sendSpoiled(
  http: HttpContext,
  answer: Answer,
  { fault, pauses }: { readonly fault: FaultRecord | undefined; readonly pauses: Pauses },
): Response | Promise<Response> {
  switch (fault?.mode) {
    case 'reset':
      return reset(http)
    case 'empty':
      return send(http, { ...answer, status: fault.status ?? answer.status, body: null })
    case 'garbage':
      return send(http, { ...answer, status: fault.status ?? answer.status, body: garbage })
    case 'slow_body':
      return dribble(http, answer, { pauses, durationMs: fault.latencyMs ?? 0 })
    default:
      return send(http, answer)
  }
}

/** Neither JSON nor UTF-8. */
const garbage = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x3c, 0xc3, 0x28, 0x5d, 0x1b, 0x9d, 0x0a])
