import { suggestAddresses } from '../../simulator/addresses/suggestions.ts'
import type { ErrorExtras } from '../../simulator/bodies/errors.ts'
import { getApiMode } from '../../simulator/faults/targets/api.ts'
import { type FaultOn, triggerFault } from '../../simulator/faults/trigger-fault.ts'
import type { Call } from '../../simulator/requests/call.ts'
import { showAddress } from '../../simulator/resources/addresses.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import type { Operation } from '../../simulator/specification/operations.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'
import { resetConnection, sendPreparedResponse, sendSlowly } from '../http/send.ts'
import type { Pauses } from '../pause.ts'
import type { ServiceHttp } from './exchange.ts'

export type ApiFault = FaultOn<'api'>

/** Returns the fault on `api` that triggers for a request before or after it is carried out (the phase), if any. */
export function triggerApiFault(
  call: Call,
  operation: Operation,
  phase: ApiFault['phase'],
): ApiFault | undefined {
  if (call.context.state.faults.size === 0) return undefined
  const fault = triggerFault(call.context, {
    target: 'api',
    operation: `${operation.method} ${operation.path}`,
    among: (candidate) => candidate.phase === phase,
  })
  if (fault !== undefined) call.noteDecision(`fault ${fault.id}`)
  return fault
}

/** Whether a fault loses the whole response. If it triggers before the operation, the operation does not run. */
export function isResponseLost(fault: ApiFault | undefined): fault is ApiFault {
  return fault !== undefined && getApiMode(fault.mode).losesResponse
}

/** The effect of a fault on the handling of a request; `none` if the fault only changes how the response is sent. */
type FaultAction =
  | { readonly kind: 'limit' }
  | { readonly kind: 'error'; readonly error: ApiError }
  | { readonly kind: 'wait'; readonly durationMs: number }
  | { readonly kind: 'none' }

export function chooseFaultAction(fault: ApiFault, call: Call, operation: Operation): FaultAction {
  switch (fault.mode) {
    case 'latency':
      return { kind: 'wait', durationMs: fault.latencyMs ?? 0 }
    case 'rate_limited':
      return { kind: 'limit' }
    case 'error':
      if (fault.code === 'AUTH.RATE_LIMIT.EXCEEDED') return { kind: 'limit' }
      return { kind: 'error', error: createFaultError(fault, call, operation) }
    case 'reset':
    case 'empty':
    case 'garbage':
    case 'slow_body':
      return { kind: 'none' }
  }
}

function createFaultError(fault: ApiFault, call: Call, operation: Operation): ApiError {
  return new ApiError(fault.code ?? 'REQUEST.INTERNAL.ERROR', {
    ...(fault.message !== null && { message: fault.message }),
    ...(fault.status !== null && { status: fault.status }),
    extras: createExtraFields(fault, call, operation),
  })
}

/** Returns the extra fields that the specification has for an error code, so that clients can be tested with them. */
function createExtraFields(fault: ApiFault, call: Call, operation: Operation): ErrorExtras {
  switch (fault.code) {
    case 'AUTH.KEY.INSUFFICIENT_SCOPE':
      return createScopeFields(call, operation)
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

/**
 * Returns the extra fields of the error about a missing scope. A fault can cause this error although the key has the
 * scope; `key_scopes` then leaves the scope out. If the operation needs no scope, there is no `required_scope`.
 */
function createScopeFields({ caller }: Call, { scope: required }: Operation): ErrorExtras {
  const key_scopes = caller.scopes.filter((scope) => scope !== required)
  return required === null ? { key_scopes } : { required_scope: required, key_scopes }
}

const anAddress = { street1: 'Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' }

/** Sends a response in the way that a fault demands: changed, slowly or not at all. */
export function sendWithFault(
  http: ServiceHttp,
  response: PreparedResponse,
  { fault, pauses }: { readonly fault: ApiFault | undefined; readonly pauses: Pauses },
): void | Promise<void> {
  switch (fault?.mode) {
    case 'reset':
      return resetConnection(http)
    case 'empty':
      return sendPreparedResponse(http, { ...response, status: fault.status ?? response.status, body: null })
    case 'garbage':
      return sendPreparedResponse(http, {
        ...response,
        status: fault.status ?? response.status,
        body: garbage,
      })
    case 'slow_body':
      return sendSlowly(http, response, { pauses, durationMs: fault.latencyMs ?? 0 })
    // Faults of these modes have already had their effect when the response was made.
    case 'latency':
    case 'error':
    case 'rate_limited':
    case undefined:
      return sendPreparedResponse(http, response)
  }
}

/** Bytes that are neither JSON nor UTF-8. */
const garbage = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x3c, 0xc3, 0x28, 0x5d, 0x1b, 0x9d, 0x0a])
