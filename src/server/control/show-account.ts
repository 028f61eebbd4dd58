import { findFirstKeys } from '../../simulator/accounts/accounts.ts'
import type { Context } from '../../simulator/accounts/context.ts'
import type { AccountBody } from '../../simulator/bodies/control/accounts.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { buildClockBody } from '../../simulator/time/clock-moves.ts'
import { toTimestamp } from '../../simulator/time/timestamp.ts'

/** Returns the body of an account. Its first keys are shown in full, because users write them into their tests. */
export function showAccount(context: Context, simulator: Pick<Simulator, 'readLastUsedMs'>): AccountBody {
  const clock = buildClockBody(context)
  return {
    id: context.id,
    keys: findFirstKeys(context),
    clock,
    last_used_at: toTimestamp(simulator.readLastUsedMs(context.id)),
  }
}
