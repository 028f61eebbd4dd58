import type { Context } from '../accounts/context.ts'
import type { FaultRecord } from '../accounts/records/faults.ts'
import { allowedCodes, type FaultTarget, type ModeOn } from './targets.ts'

/** An occasion on which a fault may trigger: a carrier call, a webhook attempt, a request. */
export interface FaultOccasion<Target extends FaultTarget = FaultTarget> {
  readonly target: Target
  readonly operation: string
  /** Returns whether a fault may trigger on this occasion: webhooks restrict the mode, requests the phase. */
  readonly among?: (fault: FaultRecord) => boolean
}

/** A fault on a target with this name, so its mode belongs to that target. */
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
    const bites = fault.seen >= fault.after && drawsTrigger(context, fault)
    const counted = { ...fault, seen: fault.seen + 1, hits: fault.hits + (bites ? 1 : 0) }
    faults.set(fault.id, counted)
    if (bites) return counted
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

/** A fault on `*` with a code triggers only on operations that document the code. */
function isCodeDocumented(fault: FaultRecord, occasion: FaultOccasion): boolean {
  if (fault.code === null || fault.operation !== '*' || occasion.operation === '*') return true
  return allowedCodes({ ...fault, operation: occasion.operation }).some((code) => code === fault.code)
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
 * Draws whether a fault triggers. The draws depend on the account's seed and not on its id, so two accounts with one
 * seed get the same faults for the same calls.
 */
function drawsTrigger({ random }: Context, { number, seen, probability }: FaultRecord): boolean {
  return probability >= 1 || random.fraction(`fault ${number}`, seen) < probability
}
