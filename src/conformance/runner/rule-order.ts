import { operationNames, operationOf } from '../http/operation.ts'
import type { ActiveRule } from '../rule.ts'
import type { Slots } from './slots.ts'

/** Carries out rules: side by side with accounts of their own. On a shared account, rules that must be alone come after the others, and those that exhaust limits last. */
export async function runAll(
  rules: readonly ActiveRule[],
  working: Working & { readonly own: boolean; readonly oneByOne: boolean },
): Promise<void> {
  const { own, oneByOne, slots, work } = working
  const isLoad = ({ needs }: ActiveRule): boolean => needs.includes('load')
  const isAlone = (rule: ActiveRule): boolean => !own && (rule.alone === true || isLoad(rule))
  const waits = ({ needs }: ActiveRule): boolean =>
    needs.some((need) => typeof need === 'object' && 'waitMs' in need)
  const together = rules.filter((rule) => !isAlone(rule))
  // Rules that take long begin early, so that the run does not end with waiting for one of them.
  const longest = own ? [...together].sort((one, other) => lengthOf(other) - lengthOf(one)) : together
  const ordered = oneByOne ? [...together].sort(byUse) : longest
  const first = [...ordered.filter(waits), ...ordered.filter((rule) => !waits(rule))]
  if (oneByOne) await inTurn(first, working)
  else await Promise.all(first.map((rule) => slots.take(() => work(rule))))
  const alone = rules.filter(isAlone)
  await inTurn(
    alone.filter((rule) => !isLoad(rule)),
    working,
  )
  for (const rule of alone.filter(isLoad)) await slots.take(() => work(rule))
}

interface Working {
  readonly slots: Slots
  work(rule: ActiveRule): Promise<void>
  /** How long a rule would wait for its limits if it began now, in milliseconds. */
  waitMs(rule: ActiveRule): number
}

/** Carries out rules one after the other, each time the one that waits shortest for its limits. */
async function inTurn(rules: readonly ActiveRule[], { slots, work, waitMs }: Working): Promise<void> {
  const left = new Set(rules)
  while (left.size > 0) {
    let next: { readonly rule: ActiveRule; readonly ms: number } | undefined
    for (const rule of left) {
      const ms = waitMs(rule)
      if (next === undefined || ms < next.ms) next = { rule, ms }
      if (ms === 0) break
    }
    const rule = next?.rule
    if (rule === undefined) return
    left.delete(rule)
    await slots.take(() => work(rule))
  }
}

/**
 * Orders rules by how much of the limits they use, the most first. Rules that need little of a single limit still find
 * room later in a minute, while those that need much of several would not.
 */
function byUse(one: ActiveRule, other: ActiveRule): number {
  return useOf(other) - useOf(one)
}

function useOf({ requests }: ActiveRule): number {
  return operationNames.reduce(
    (use, name) => use + (requests[name] ?? 0) / operationOf(name).limitPerMinute,
    0,
  )
}

/** What a wait for events and a move of the clock add to the length of a rule, in requests. */
const eventLength = 1_000
const timeLength = 100

/** An estimate of how long a rule takes, in requests. */
function lengthOf({ needs, requests, requestsOfOwn = {}, requestsOnce = {} }: ActiveRule): number {
  const besides =
    (needs.includes('inbox') ? eventLength : 0) + (needs.includes('control:clock') ? timeLength : 0)
  return besides + sum(requestsOfOwn) + sum(requestsOnce) + sum(requests)
}

const sum = (requests: ActiveRule['requests']): number =>
  Object.values(requests).reduce((all, each) => all + each, 0)
