import type { Context } from '../accounts/context.ts'
import type { Call } from '../requests/call.ts'
import type { CarrierMagic } from '../requests/magic.ts'
import type { ErrorCode } from '../specification/errors.ts'
import type { CarrierName } from '../specification/model.ts'
import { type CarrierModeName, type CarrierOperation, getCarrierMode } from './targets/carrier.ts'
import { triggerFault } from './trigger-fault.ts'

/** A call to a carrier that a fault or a magic value made fail. */
export interface CarrierFailure {
  readonly mode: CarrierModeName
  /** The documented error code that the fault names; null if it names none, so that the endpoint chooses one. */
  readonly code: ErrorCode | null
  /** The error message of the carrier. */
  readonly message: string
  /** The fault or magic value that caused the failure, for the request log. */
  readonly cause: string
}

/** A carrier that takes longer than this, in real time, counts as failed. */
const carrierTimeoutMs = 10_000

/**
 * Returns how a fault or a magic value makes a call to a carrier fail; undefined if the carrier responds. A fault can
 * also make the carrier respond late, which delays only the response to this request.
 */
export function findCarrierFailure(
  call: Call,
  options: {
    readonly carrier: CarrierName
    readonly operation: CarrierOperation
    readonly magic?: readonly CarrierMagic[]
  },
): CarrierFailure | undefined {
  const asked = options.magic?.find(({ carrier }) => carrier === '*' || carrier === options.carrier)
  const met = asked
    ? { ...createModeDefaults(asked.mode), cause: `sim:carrier=${asked.carrier}:${asked.mode}` }
    : triggerCarrierFault(call.context, options.carrier, options.operation)
  if (met === undefined) return undefined
  call.noteDecision(met.cause)
  if (met.latencyMs !== null) call.delayResponse(Math.min(met.latencyMs, carrierTimeoutMs))
  const responses = !getCarrierMode(met.mode).fails && (met.latencyMs ?? 0) <= carrierTimeoutMs
  return responses ? undefined : met
}

/**
 * Returns the fault that makes a carrier call fail in a poll or for an item of a batch; undefined for a fault that only
 * delays the call, because no client waits for it.
 */
export function findCarrierFault(
  context: Context,
  carrier: CarrierName,
  operation: CarrierOperation,
): CarrierFailure | undefined {
  const met = triggerCarrierFault(context, carrier, operation)
  return met !== undefined && getCarrierMode(met.mode).fails ? met : undefined
}

function triggerCarrierFault(context: Context, carrier: CarrierName, operation: CarrierOperation) {
  const fault = triggerFault(context, { target: `carrier:${carrier}`, operation })
  if (fault === undefined) return undefined
  const { mode, latencyMs, code } = fault
  const message = fault.message ?? createModeDefaults(mode).message
  return { mode, latencyMs, code, message, cause: `fault ${fault.id}` }
}

function createModeDefaults(mode: CarrierModeName): {
  readonly mode: CarrierModeName
  readonly latencyMs: number | null
  readonly code: null
  readonly message: string
} {
  const { latencyMs = null, says } = getCarrierMode(mode)
  return { mode, latencyMs, code: null, message: says }
}
