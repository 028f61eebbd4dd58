import type { RuleContext } from '../rule-context.ts'
import type { Answer } from '../wire/answer.ts'
import type { RuleExecution } from './rule-execution.ts'

/** How time passes for one rule, and what time it is for the target. */
export interface RuleClock {
  /** How time passed, if any had to. */
  kind(): 'virtual' | 'real' | null
  readonly passTime: RuleContext['passTime']
  /** `ask` brings about an answer, where none has told the time yet. */
  now(ask: () => Promise<unknown>): Promise<number>
  hear(answer: Answer): void
}

export function openClock({ hasClock, controlled, run, rule }: RuleExecution): RuleClock {
  let kind: 'virtual' | 'real' | null = null
  /** The last answer that says what time it is. */
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
    hear: (answer) => {
      if (answer.headers['date'] !== undefined) dated = answer
    },
  }
}

/** By how much the target's clock is ahead of ours; undefined where no answer has told. */
function skewOf(dated: Answer | undefined): number | undefined {
  const serverMs = Date.parse(dated?.headers['date'] ?? '')
  return dated === undefined || Number.isNaN(serverMs) ? undefined : serverMs - dated.receivedAtMs
}
