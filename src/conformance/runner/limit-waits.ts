import type { ActiveRule } from '../rule.ts'
import { requestsOf } from './request-counts.ts'
import type { Run } from './run-in-progress.ts'

type Limited = Pick<Run, 'pace' | 'limitRenewal' | 'target'>

/** How long a rule would wait for the limits of the test key if it began now, in milliseconds. */
export function limitsMs(rule: ActiveRule, { pace, limitRenewal, target }: Limited): number {
  const key = limitRenewal?.key() ?? target.keys.test
  return pace?.forecastMs(key, requestsOf([rule], { own: false })) ?? 0
}

/**
 * Called before a rule begins. If its requests would have to wait for limits, these are renewed, if that works. A rule
 * that counts what is left of a limit waits here, so that no wait comes between its requests.
 */
export async function awaitLimits(rule: ActiveRule, run: Limited & Pick<Run, 'waits'>): Promise<void> {
  const { limitRenewal, waits } = run
  if (limitRenewal?.isDue() === true || limitsMs(rule, run) > 0) await limitRenewal?.renew()
  const countsLimits = rule.alone === true && !rule.needs.includes('load')
  const leftMs = countsLimits ? limitsMs(rule, run) : 0
  if (leftMs > 0) await waits.pass(`limits that ${rule.id} needs for itself`, leftMs)
}
