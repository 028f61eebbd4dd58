import type { Context } from '../accounts/context.ts'
import type { FaultRecord } from '../accounts/records/faults.ts'
import { hasEnded } from './trigger-fault.ts'

/** A fault that was removed before its end, in its state at that time. */
export interface RemovedFault extends FaultRecord {
  readonly removedAtMs: number
}

/** The largest number of removed faults that an account remembers. */
const maxRemoved = 50

/** Removed faults are kept only in memory, like the request log, because no later result depends on them. */
const removedFaults = new WeakMap<Context, readonly RemovedFault[]>()

/** Returns the faults of an account that were removed before their end, newest first. */
export function listRemovedFaults(context: Context): readonly RemovedFault[] {
  return removedFaults.get(context) ?? []
}

/** Removes a fault, and remembers it if it had not ended. Returns false if the account has no such fault. */
export function removeFault(context: Context, id: string): boolean {
  const fault = context.state.faults.get(id)
  if (fault === undefined) return false
  const removedAtMs = context.clock.now()
  if (!hasEnded(fault, removedAtMs))
    removedFaults.set(
      context,
      [{ ...fault, removedAtMs }, ...listRemovedFaults(context)].slice(0, maxRemoved),
    )
  return context.state.faults.delete(id)
}
