import type { Context } from '../accounts/context.ts'
import type { FaultRecord } from '../accounts/records/faults.ts'
import { type FaultTarget, listAllowedCodes, type ModeOn } from './targets.ts'

/** An event that may trigger a fault: a call to a carrier, a webhook attempt or a request to the service. */
export interface FaultOccasion<Target extends FaultTarget = FaultTarget> {
  readonly target: Target
  readonly operation: string
  /** Returns whether the fault may trigger: a webhook attempt allows only some modes, a request only one phase. */
  readonly among?: (fault: FaultRecord) => boolean
}

/** A fault whose target has this name, and whose mode is one of that target. */
export type FaultOn<Target extends FaultTarget> = FaultRecord & { readonly mode: ModeOn<Target> }

/**
 * Returns the first fault that triggers on this occasion and updates its counters; undefined if none does.
 */
export function triggerFault<Target extends FaultTarget>(
  context: Context,
  occasion: FaultOccasion<Target>,
): FaultOn<Target> | undefined {
  const { faults } = context.state
  if (faults.size === 0) return undefined
  const nowMs = context.clock.now()
  for (const fault of faults.values()) {
    if (!matchesOccasion(fault, occasion) || !canTriggerAt(fault, nowMs)) continue
    const triggers = fault.seen >= fault.after && isTriggeredByChance(context, fault)
    const counted = { ...fault, seen: fault.seen + 1, hits: fault.hits + (triggers ? 1 : 0) }
    faults.set(fault.id, counted)
    if (triggers) return counted
  }
  return undefined
}

function matchesOccasion<Target extends FaultTarget>(
  fault: FaultRecord,
  occasion: FaultOccasion<Target>,
): fault is FaultOn<Target> {
  const sameTarget =
    fault.target === occasion.target ||
    (fault.target === 'carrier:*' && occasion.target.startsWith('carrier:'))
  const sameOperation = fault.operation === '*' || fault.operation === occasion.operation
  return sameTarget && sameOperation && isCodeDocumented(fault, occasion) && (occasion.among?.(fault) ?? true)
}

/**
 * Whether a fault may trigger with its code: a fault on all operations (`*`) triggers only at those that document the
 * code.
 */
function isCodeDocumented(fault: FaultRecord, occasion: FaultOccasion): boolean {
  if (fault.code === null || fault.operation !== '*' || occasion.operation === '*') return true
  return listAllowedCodes({ ...fault, operation: occasion.operation }).some((code) => code === fault.code)
}

/** Whether the time window of a fault is open and it may trigger again. */
export function canTriggerAt(fault: FaultRecord, nowMs: number): boolean {
  return nowMs >= fault.startsAtMs && !hasEnded(fault, nowMs)
}

/** Whether a fault can never trigger again: its time is over, or it was triggered as often as it may be. */
export function hasEnded({ endsAtMs, times, hits }: FaultRecord, nowMs: number): boolean {
  return (endsAtMs !== null && nowMs >= endsAtMs) || (times !== null && hits >= times)
}

/**
 * Draws whether a fault triggers. The result depends on the seed of the account and not on its id. So the same calls
 * trigger the same faults in two accounts with the same seed.
 */
function isTriggeredByChance({ random }: Context, { number, seen, probability }: FaultRecord): boolean {
  return probability >= 1 || random.getFraction(`fault ${number}`, seen) < probability
}
