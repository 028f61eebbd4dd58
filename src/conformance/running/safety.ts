import { isRed, type RuleResult, type Status } from '../report/report.ts'
import type { ActiveRule, RequestCounts, Rule, RuleId } from '../rule.ts'
import { findMissing, type Target } from '../target/target.ts'
import type { Outcome } from './outcome.ts'
import type { Results } from './results.ts'
import { runRule } from './rule-run.ts'
import type { Run } from './run-in-progress.ts'

/** Rules that may make purchases, be it what others of them have bought before. */
export function mayBuy(rule: ActiveRule): boolean {
  return buys(rule) || rule.explores === true || (rule.buysNothing !== true && isPurchase(rule.requestsOnce))
}

/** Rules that make purchases of their own: without them, there is nothing to judge. */
export function buys({ requests, buysNothing }: ActiveRule): boolean {
  return buysNothing !== true && isPurchase(requests)
}

function isPurchase({ buyLabel = 0, createBatch = 0 }: RequestCounts = {}): boolean {
  return buyLabel + createBatch > 0
}

/** Rules that prove buying with a test key to be free, as far as they can run here. */
export function canariesOf(rules: readonly Rule[], target: Target): readonly ActiveRule[] {
  return rules
    .filter((rule) => rule.kind === 'active')
    .filter((rule) => rule.canary === true && findMissing(rule.needs, target).length === 0)
}

/**
 * On an account that is somebody's own, nothing is bought before one purchase has proved to be free: by one canary at
 * least, and against none.
 */
export async function proveSafe(
  active: readonly ActiveRule[],
  host: {
    readonly rules: readonly Rule[]
    readonly running: Run
    readonly results: Pick<Results, 'get'>
    work(rule: ActiveRule): Promise<void>
  },
): Promise<Unproved | undefined> {
  const canaries = active.some(mayBuy) ? canariesOf(host.rules, host.running.target) : []
  let isProved = canaries.length === 0
  let last: Unproved | undefined
  for (const canary of canaries) {
    const { status, trouble } = await ask(canary, active.includes(canary), host)
    last = { reason: reasonOf(`${canary.id}: ${trouble}`), because: canary.id }
    if (isRed(status)) return last
    isProved ||= status === 'passed'
  }
  return isProved ? undefined : last
}

/** Why nothing more is bought. */
interface Unproved {
  readonly reason: string
  /** The canary that showed it. */
  readonly because: RuleId
}

async function ask(
  canary: ActiveRule,
  isChosen: boolean,
  host: Parameters<typeof proveSafe>[1],
): Promise<{ readonly status: Status | undefined; readonly trouble: string }> {
  let outcome: Outcome | RuleResult | undefined
  if (isChosen) {
    await host.work(canary)
    outcome = host.results.get(canary.id)
  } else {
    outcome = (await runRule(canary, host.running)).outcome
  }
  const told = [outcome?.expected, outcome?.actual, outcome?.reason]
  return { status: outcome?.status, trouble: told.filter((each) => typeof each === 'string').join('; ') }
}

const reasonOf = (trouble: string): string =>
  `Nothing more is bought, since a first purchase did not prove that test labels are free (${trouble}).`
