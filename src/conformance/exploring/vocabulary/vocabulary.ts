import { accounts } from './account.ts'
import type { Choice, Moment } from './choice.ts'
import { shopping } from './shopping.ts'

/** Everything that a walk can do at this moment, in an order that depends on nothing but the world. */
export function choicesAt(moment: Moment): readonly Choice[] {
  return [...shopping(moment), ...accounts(moment)]
}
