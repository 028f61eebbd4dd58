import type { ActiveRule } from '../rule.ts'
import type { Outcome } from './outcome.ts'
import type { Patience } from './patience.ts'

/** Rules that waited in vain, to be decided when all others are done. By then the run may have learned that what they waited for comes late. */
export interface DeferredRules {
  /** Keeps a rule that waited in vain, and returns whether it did. */
  keep(tried: TriedRule): boolean
  /** Ends the rules that were kept: `as` they are, or with a second try if the run would wait longer now. */
  settle(end: {
    as(tried: TriedRule): void
    again(rule: ActiveRule): Promise<void>
    readonly signal: AbortSignal
  }): Promise<void>
}

/** A rule that was carried out, with its outcome. */
export interface TriedRule {
  readonly rule: ActiveRule
  readonly outcome: Outcome
  readonly durationMs: number
}

/** A second try is made if it would wait this many times as long. A little longer would make no difference. */
const worthwhile = 1.5

/** Opens an empty collection of deferred rules. */
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
