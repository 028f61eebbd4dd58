import type { RuleResult } from '../reporting/report.ts'
import type { ActiveRule, Rule } from '../rule.ts'
import type { Run } from './open-context.ts'
import type { Results } from './results.ts'
import { type Outcome, runRule } from './rule-run.ts'

/** Rules that make purchases. */
export function buys({ requests }: ActiveRule): boolean {
  return (requests.buyLabel ?? 0) > 0 || (requests.createBatch ?? 0) > 0
}

/** Rules that prove buying with a test key to be free. */
export function canariesOf(rules: readonly Rule[]): readonly ActiveRule[] {
  return rules.filter((rule) => rule.kind === 'active').filter((rule) => rule.canary === true)
}

/** On an account that is somebody's own, nothing is bought before one purchase has proved to be free. */
export async function proveSafe(
  active: readonly ActiveRule[],
  host: {
    readonly rules: readonly Rule[]
    readonly running: Run
    readonly results: Pick<Results, 'get'>
    work(rule: ActiveRule): Promise<void>
    finish(rule: Rule, outcome: Outcome, durationMs: number): void
  },
): Promise<Outcome | undefined> {
  if (!active.some(buys)) return undefined
  for (const canary of canariesOf(host.rules)) {
    let outcome: Outcome | RuleResult | undefined
    if (active.includes(canary)) {
      await host.work(canary)
      outcome = host.results.get(canary.id)
    } else {
      outcome = (await runRule(canary, host.running)).outcome
    }
    if (outcome?.status === 'passed') continue
    const trouble = [outcome?.expected, outcome?.actual, outcome?.reason].filter(
      (each) => typeof each === 'string',
    )
    return {
      status: 'skipped',
      reason: `Nothing more is bought, since a first purchase did not prove that test labels are free (${canary.id}: ${trouble.join('; ')}).`,
      reasonKind: 'safety',
    }
  }
  return undefined
}
