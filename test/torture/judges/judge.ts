import type { Facts } from '../facts.ts'
import type { Seen } from '../seen.ts'
import { judgeClock } from './clock.ts'
import { judgeEvents } from './events.ts'
import { judgeFaults } from './faults.ts'
import { judgeIds } from './ids.ts'
import { judgeMoney } from './money.ts'
import { judgePresence } from './presence.ts'

/** What is wrong: something acknowledged is `lost`, or what is there does not hold together. */
export interface Problem {
  readonly kind: 'lost' | 'broken'
  readonly about: 'presence' | 'money' | 'clock' | 'ids' | 'events' | 'faults' | 'answers' | 'file'
  readonly what: string
}

/** Compares what was acknowledged with what is there; nothing where all is well. */
export function judge(facts: Facts, seen: Seen): Problem[] {
  return [judgePresence, judgeMoney, judgeClock, judgeIds, judgeEvents, judgeFaults].flatMap((judged) =>
    judged(facts, seen),
  )
}
