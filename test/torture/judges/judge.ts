import type { Facts } from '../facts.ts'
import type { Seen } from '../seen.ts'
import { judgeClock } from './clock.ts'
import { judgeEvents } from './events.ts'
import { judgeFaults } from './faults.ts'
import { judgeIds } from './ids.ts'
import { judgeMoney } from './money.ts'
import { judgePresence } from './presence.ts'
import type { Problem } from './problem.ts'

/** Compares what was acknowledged with what is there; nothing where all is well. */
export function judge(facts: Facts, seen: Seen): Problem[] {
  return [judgePresence, judgeMoney, judgeClock, judgeIds, judgeEvents, judgeFaults].flatMap((judged) =>
    judged(facts, seen),
  )
}
