import { accounts } from './account.ts'
import { batches } from './batches.ts'
import { bursts } from './bursts.ts'
import type { Choice, Moment } from './choice.ts'
import { keys } from './keys.ts'
import { limits } from './limits.ts'
import { shopping } from './shopping.ts'
import { trackers } from './trackers.ts'
import { troubles } from './troubles.ts'
import { webhooks } from './webhooks.ts'

/** Everything that a walk can do at this moment, in an order that depends on nothing but the world. */
export function choicesAt(moment: Moment): readonly Choice[] {
  return [
    ...shopping(moment),
    ...batches(moment),
    ...trackers(moment),
    ...accounts(moment),
    ...keys(moment),
    ...webhooks(moment),
    ...troubles(moment),
    ...limits(moment),
    ...bursts(moment),
  ]
}
