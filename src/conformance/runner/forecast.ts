import type { ActiveRule } from '../rule.ts'
import { waitMsOf } from '../target/need.ts'
import { hasOwnAccounts } from '../target/target.ts'
import { requestsOf, sumRequests } from './request-counts.ts'
import type { Results } from './results.ts'
import type { Run } from './run-in-progress.ts'
import type { Forecast } from './waits.ts'

/** What is left of a run: requests and waits of the rules that have not ended. */
export function forecastOf(
  active: readonly ActiveRule[],
  run: Pick<Run, 'target' | 'pace' | 'limitRenewal' | 'sentBy'>,
  results: Pick<Results, 'has'>,
): Forecast {
  const { target, pace, limitRenewal, sentBy } = run
  const left = active.filter(({ id }) => !results.has(id))
  const own = hasOwnAccounts(target)
  const times = left.filter(({ id }) => !sentBy.has(id)).map((rule) => ({ rule, ms: waitOf(rule, run) }))
  const alone = times.filter(({ rule }) => !own && isAlone(rule))
  const sideBySide = times.filter((each) => !alone.includes(each)).map(({ ms }) => ms)
  // An account that rules share and can change is used by one rule at a time.
  const isInTurn = !own && target.control !== undefined
  const key = limitRenewal?.key() ?? target.keys.test
  const isPaced = limitRenewal?.works() !== true
  return {
    rules: left.length,
    ...answersLeft(active, run, results),
    pacedMs: isPaced ? (pace?.forecastMs(key, requestsLeft(active, run, results)) ?? 0) : 0,
    timeMs: isInTurn ? sum(sideBySide) : Math.max(0, ...sideBySide),
    afterwardsMs: sum(alone.map(({ ms }) => ms)),
  }
}

/** The requests that are still to be sent, by operation. Rules declare the most they send; the ones that have ended show what part of it is really sent. */
function requestsLeft(
  active: readonly ActiveRule[],
  { sentBy }: Pick<Run, 'sentBy'>,
  results: Pick<Results, 'has'>,
): Readonly<Record<string, number>> {
  const paced = active.filter((rule) => !usesUp(rule))
  const ended = paced.filter(({ id }) => results.has(id) && sentBy.has(id))
  const left = paced.filter(({ id }) => !results.has(id))
  const sentOf = (rules: readonly ActiveRule[], name: string): number =>
    sum(rules.map(({ id }) => sentBy.get(id)?.get(name) ?? 0))
  const declared = requestsOf(ended, { own: false })
  // Shared resources are made once, so they no longer count when a rule has ended that uses them.
  const isKept = ended.some(({ requestsOnce }) => requestsOnce !== undefined)
  const ahead = isKept ? sumRequests(left.map(({ requests }) => requests)) : requestsOf(left, { own: false })
  const counts = Object.entries(ahead).map(([name, most]) => {
    const declaredOfEnded = declared[name] ?? 0
    const part = declaredOfEnded === 0 ? 1 : Math.min(1, sentOf(ended, name) / declaredOfEnded)
    return [name, Math.max(0, Math.round(most * part) - sentOf(left, name))] as const
  })
  return Object.fromEntries(counts)
}

/** The answers that are still to be waited for, estimated in the same way. */
function answersLeft(
  active: readonly ActiveRule[],
  { target, sentBy }: Pick<Run, 'target' | 'sentBy'>,
  results: Pick<Results, 'has'>,
): Pick<Forecast, 'requests' | 'crowd' | 'longest'> {
  const own = hasOwnAccounts(target)
  const declaredOf = (rule: ActiveRule): number => sum(Object.values(requestsOf([rule], { own })))
  const sentOf = ({ id }: ActiveRule): number => sum([...(sentBy.get(id)?.values() ?? [])])
  const ended = active.filter(({ id }) => results.has(id) && sentBy.has(id))
  const declared = sum(ended.map(declaredOf))
  const part = declared === 0 ? 1 : Math.min(1, sum(ended.map(sentOf)) / declared)
  const left = active.filter(({ id }) => !results.has(id))
  const leftOf = (rule: ActiveRule): number => Math.max(1, (declaredOf(rule) - sentOf(rule)) * part)
  const each = left.filter((rule) => !usesUp(rule)).map(leftOf)
  return { requests: sum(each), crowd: sum(left.filter(usesUp).map(leftOf)), longest: Math.max(0, ...each) }
}

function isAlone(rule: ActiveRule): boolean {
  return rule.alone === true || usesUp(rule)
}

/** A rule that exhausts a limit does not wait for limits. */
function usesUp({ needs }: ActiveRule): boolean {
  return needs.includes('load')
}

function waitOf({ needs }: ActiveRule, { target }: Pick<Run, 'target'>): number {
  if (target.control?.works.has('clock') === true) return 0
  return waitMsOf(needs)
}

const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0)
