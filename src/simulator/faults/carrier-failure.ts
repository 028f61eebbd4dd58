import type { Context } from '../accounts/context.ts'
import type { Call } from '../requests/call.ts'
import type { CarrierMagic } from '../requests/magic.ts'
import type { ErrorCode } from '../specification/errors.ts'
import type { CarrierName } from '../specification/model.ts'
import { type CarrierModeName, type CarrierOperation, defineCarrierMode } from './targets/carrier.ts'
import { triggerFault } from './trigger-fault.ts'

/** A failed call to a carrier, by a fault or a magic value. */
export interface CarrierFailure {
  readonly mode: CarrierModeName
  /** The documented error code that the fault names; if null, the endpoint chooses the code. */
  readonly code: ErrorCode | null
  /** The carrier's message. */
  readonly message: string
  /** The fault or magic value that caused the failure, for the request log. */
  readonly cause: string
}

/** A carrier that takes longer than this (real time) counts as failed. */
const carrierTimeoutMs = 10_000

/**
 * Returns how a call to a carrier fails, by fault or magic value; undefined if the carrier responds. A slow
 * carrier responds after its latency, which delays this response only.
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
  const responses = !defineCarrierMode(met.mode).fails && (met.latencyMs ?? 0) <= carrierTimeoutMs
  return responses ? undefined : met
}

/**
 * Returns the fault that makes a carrier call fail while no client waits: in a poll, or for an item of a batch. It
 * ignores latency.
 */
export function findCarrierFault(
  context: Context,
  carrier: CarrierName,
  operation: CarrierOperation,
): CarrierFailure | undefined {
  const met = triggerCarrierFault(context, carrier, operation)
  return met !== undefined && defineCarrierMode(met.mode).fails ? met : undefined
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
  const { latencyMs = null, says } = defineCarrierMode(mode)
  return { mode, latencyMs, code: null, message: says }
}
