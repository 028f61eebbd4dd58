import { firstKeys } from '../../simulator/accounts/accounts.ts'
import type { Context } from '../../simulator/accounts/context.ts'
import type { AccountBody } from '../../simulator/bodies/control/accounts.ts'
import { showClock } from '../../simulator/time/clock-moves.ts'

/** The keys that the account was created with stay readable here, because tests are written with them. */
export function showAccount(context: Context): AccountBody {
  const clock = showClock(context)
  return {
    id: context.id,
    keys: firstKeys(context),
    clock,
  }
}
