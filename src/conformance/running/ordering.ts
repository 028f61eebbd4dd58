import type { ActiveRule } from '../rule.ts'
import { operationNames, operationOf } from '../wire/operation.ts'
import type { Slots } from './slots.ts'

/** Rules with accounts of their own run side by side; on one account, some have to be alone, those that use it up last. */
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
  // Whatever takes long begins early, so that nothing is left to wait for when the rest is done.
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
  /** How long a rule would wait for its limits if it began now. */
  waitMs(rule: ActiveRule): number
}

/** One after the other, each time the first of those that wait shortest for their limits. */
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
 * What uses most of the limits comes first, so that each minute gives all it has: rules that need little of one limit
 * alone find room later, where those that need several at a time would not.
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

/** What waits for events may wait for as long as the run's patience; what moves time makes many calls besides. */
const eventLength = 1_000
const timeLength = 100

/** How long a rule may take, by what it sends. */
function lengthOf({ needs, requests, requestsOfOwn = {}, requestsOnce = {} }: ActiveRule): number {
  const besides =
    (needs.includes('inbox') ? eventLength : 0) + (needs.includes('control:clock') ? timeLength : 0)
  return besides + sum(requestsOfOwn) + sum(requestsOnce) + sum(requests)
}

const sum = (requests: ActiveRule['requests']): number =>
  Object.values(requests).reduce((all, each) => all + each, 0)
