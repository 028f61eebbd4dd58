import type { Answer } from '../http/answer.ts'
import type { RuleContext } from '../rule-context.ts'
import type { RuleExecution } from './rule-execution.ts'

/** The time of one rule: lets it pass, and tells it. */
export interface RuleClock {
  /** How time passed for the rule; null if it did not have to. */
  kind(): 'virtual' | 'real' | null
  readonly passTime: RuleContext['passTime']
  /** The target's time in milliseconds since 1970. `ask` sends a request if no answer has told the time yet. */
  now(ask: () => Promise<unknown>): Promise<number>
  record(answer: Answer): void
}

/** Opens the time of a rule. */
export function openClock({ hasClock, controlled, run, rule }: RuleExecution): RuleClock {
  let kind: 'virtual' | 'real' | null = null
  /** The last answer with a header `Date`. */
  let dated: Answer | undefined
  return {
    kind: () => kind,
    passTime: async (spanMs) => {
      kind = hasClock ? 'virtual' : 'real'
      if (hasClock) await controlled().clock.advance(spanMs)
      else await run.waits.pass(`time to pass (${rule.id})`, spanMs)
    },
    now: async (ask) => {
      if (hasClock) return controlled().clock.now()
      if (skewOf(dated) === undefined) await ask()
      return Date.now() + (skewOf(dated) ?? 0)
    },
    record: (answer) => {
      if (answer.headers['date'] !== undefined) dated = answer
    },
  }
}

/** How far the target's clock is ahead of this machine's, in milliseconds; undefined if no answer has told the time. */
function skewOf(dated: Answer | undefined): number | undefined {
  const serverMs = Date.parse(dated?.headers['date'] ?? '')
  return dated === undefined || Number.isNaN(serverMs) ? undefined : serverMs - dated.receivedAtMs
}
