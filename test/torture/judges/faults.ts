import type { Facts, FaultTarget } from '../facts.ts'
import type { Seen } from '../seen.ts'
import type { Problem } from './problem.ts'

/** A fault was triggered as often as seen, and at most its number of times. */
export function judgeFaults(facts: Facts, seen: Seen): Problem[] {
  const problems: Problem[] = []
  for (const { id, times } of facts.faults) {
    const fault = seen.faults.find((each) => each.id === id)
    if (fault === undefined) problems.push({ ...brokenPromise(`fault ${id}`), kind: 'lost' })
    else if (fault.times !== times || fault.hits > times || fault.remaining !== times - fault.hits)
      problems.push(
        brokenPromise(
          `fault ${id}, to bite ${times} times, has ${fault.hits} hits and ${fault.remaining} left`,
        ),
      )
  }
  const known = new Set(facts.faults.map(({ id }) => id))
  for (const { id } of seen.faults)
    if (!known.has(id)) problems.push(brokenPromise(`fault ${id} is there, which nobody set`))
  for (const target of ['label_creation', 'api'] as const)
    problems.push(...judgeTriggers(target, facts, seen))
  return problems
}

function judgeTriggers(target: FaultTarget, facts: Facts, seen: Seen): Problem[] {
  const bites = facts.bites[target]
  const of = facts.faults.filter((fault) => fault.target === target)
  const allowed = of.reduce((total, { times }) => total + times, 0)
  const hits = seen.faults
    .filter((fault) => fault.target === target)
    .reduce((total, fault) => total + fault.hits, 0)
  const problems: Problem[] = []
  if (bites > allowed)
    problems.push(brokenPromise(`faults on ${target} bit ${bites} times and may ${allowed} times`))
  if (hits < bites)
    problems.push({
      ...brokenPromise(`${bites} bites of faults on ${target}, of which ${hits} are remembered`),
      kind: 'lost',
    })
  return problems
}

function brokenPromise(what: string): Problem {
  return { kind: 'broken', about: 'faults', what }
}
