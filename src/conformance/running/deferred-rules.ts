import type { ActiveRule } from '../rule.ts'
import type { Outcome } from './outcome.ts'
import type { Patience } from './patience.ts'

/** Rules that waited in vain, kept back until the others are done: it may come out that such things do come, only later. */
export interface DeferredRules {
  /** Keeps it back where it waited in vain; false where its outcome is what it is. */
  keep(tried: TriedRule): boolean
  /** Ends those kept back: as they are, or by a second try where the run would wait longer now. */
  settle(end: {
    as(tried: TriedRule): void
    again(rule: ActiveRule): Promise<void>
    readonly signal: AbortSignal
  }): Promise<void>
}

export interface TriedRule {
  readonly rule: ActiveRule
  readonly outcome: Outcome
  readonly durationMs: number
}

/** Waits are not so exact that a little more would make a difference. */
const worthwhile = 1.5

export function openDeferredRules(patience: Pick<Patience, 'withinMs'>): DeferredRules {
  const kept: TriedRule[] = []
  return {
    keep: (tried) => {
      if (tried.outcome.timedOut === undefined || tried.outcome.status === 'passed') return false
      kept.push(tried)
      return true
    },
    settle: async ({ as, again, signal }) => {
      const tries: Promise<void>[] = []
      for (const tried of kept.splice(0)) {
        const { timedOut } = tried.outcome
        const isWorthwhile =
          timedOut !== undefined &&
          patience.withinMs(timedOut.what) > timedOut.waitedMs * worthwhile &&
          !signal.aborted
        if (isWorthwhile) tries.push(again(tried.rule))
        else as(tried)
      }
      await Promise.all(tries)
    },
  }
}
