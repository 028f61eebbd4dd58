import type { ActiveRule } from '../rule.ts'
import type { Run } from './open-context.ts'
import { requestsOf } from './request-counts.ts'

/** How long a rule would wait for the limits of the test key, if it began now. */
export function limitsMs(rule: ActiveRule, { pace, freshness, target }: LimitedRun): number {
  const key = freshness?.key() ?? target.keys.test
  return pace?.forecastMs(key, requestsOf([rule], { own: false })) ?? 0
}

type LimitedRun = Pick<Run, 'pace' | 'freshness' | 'target'>

/**
 * Before a rule begins: where its requests would have to wait for limits, others are made, if they can be; else a rule
 * that counts what is left of them waits until nothing can come between its requests.
 */
export async function awaitLimits(rule: ActiveRule, run: LimitedRun & Pick<Run, 'waits'>): Promise<void> {
  if (limitsMs(rule, run) > 0) await run.freshness?.renew()
  const countsThem = rule.alone === true && !rule.needs.includes('load')
  const leftMs = countsThem ? limitsMs(rule, run) : 0
  if (leftMs > 0) await run.waits.pass(`limits that ${rule.id} needs for itself`, leftMs)
}
