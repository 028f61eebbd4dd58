import type { AccountState } from '../account-state.ts'
import type { ConfirmedState, FaultTarget } from '../confirmed-state.ts'
import type { Problem } from './problem.ts'

/**
 * Checks that each fault counts at least the triggers that responses showed, and at most the number of triggers that it
 * may have.
 */
export function checkFaults(facts: ConfirmedState, seen: AccountState): Problem[] {
  const problems: Problem[] = []
  for (const { id, times } of facts.faults) {
    const fault = seen.faults.find((each) => each.id === id)
    if (fault === undefined) problems.push({ ...createProblem(`fault ${id}`), kind: 'lost' })
    else if (fault.times !== times || fault.hits > times || fault.remaining !== times - fault.hits)
      problems.push(
        createProblem(
          `fault ${id}, to trigger ${times} times, has ${fault.hits} hits and ${fault.remaining} left`,
        ),
      )
  }
  const known = new Set(facts.faults.map(({ id }) => id))
  for (const { id } of seen.faults)
    if (!known.has(id)) problems.push(createProblem(`fault ${id} exists, but was never added`))
  for (const target of ['label_creation', 'api'] as const)
    problems.push(...checkTriggers(target, facts, seen))
  return problems
}

function checkTriggers(target: FaultTarget, facts: ConfirmedState, seen: AccountState): Problem[] {
  const shown = facts.triggers[target]
  const of = facts.faults.filter((fault) => fault.target === target)
  const allowed = of.reduce((total, { times }) => total + times, 0)
  const hits = seen.faults
    .filter((fault) => fault.target === target)
    .reduce((total, fault) => total + fault.hits, 0)
  const problems: Problem[] = []
  if (shown > allowed)
    problems.push(createProblem(`faults on ${target} triggered ${shown} times, at most ${allowed} allowed`))
  if (hits < shown)
    problems.push({
      ...createProblem(`faults on ${target} triggered ${shown} times, but their hits are ${hits}`),
      kind: 'lost',
    })
  return problems
}

function createProblem(what: string): Problem {
  return { kind: 'broken', about: 'faults', what }
}
