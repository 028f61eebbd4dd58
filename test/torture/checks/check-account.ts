import type { AccountState } from '../account-state.ts'
import type { ConfirmedState } from '../confirmed-state.ts'
import { checkClock } from './clock.ts'
import { checkEvents } from './events.ts'
import { checkFaults } from './faults.ts'
import { checkIds } from './ids.ts'
import { checkMoney } from './money.ts'
import type { Problem } from './problem.ts'
import { checkResources } from './resources.ts'

/** Compares the confirmed state of an account (confirmed-state.ts) with its present state. Returns the differences. */
export function checkAccount(facts: ConfirmedState, seen: AccountState): Problem[] {
  return [checkResources, checkMoney, checkClock, checkIds, checkEvents, checkFaults].flatMap((check) =>
    check(facts, seen),
  )
}
