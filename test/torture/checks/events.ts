import type { AccountState } from '../account-state.ts'
import type { ConfirmedState } from '../confirmed-state.ts'
import type { Problem } from './problem.ts'

const attemptsAllowed = 5

type Delivery = AccountState['deliveries'][number]

/** Checks that each label bought while a webhook was set has exactly one delivery, and that its attempts are right. */
export function checkEvents(facts: ConfirmedState, seen: AccountState): Problem[] {
  const problems = seen.deliveries.flatMap((delivery) => checkDelivery(delivery, facts, seen))
  const byLabel = new Map<string, number>()
  for (const { label_id } of seen.deliveries) byLabel.set(label_id, (byLabel.get(label_id) ?? 0) + 1)
  for (const [id, count] of byLabel)
    if (count > 1) problems.push(createProblem(`label ${id} has ${count} deliveries`))
  for (const { id, hasEvent, batch } of facts.labels) {
    const count = byLabel.get(id) ?? 0
    if (hasEvent && count === 0) problems.push({ ...createProblem(`the event of ${id}`), kind: 'lost' })
    // On a running clock, the test does not know whether the webhook was set when a batch bought the label.
    if (!hasEvent && count > 0 && (batch === null || facts.startMs !== null))
      problems.push(createProblem(`label ${id} has a delivery, but no webhook was set at its purchase`))
  }
  return problems
}

function checkDelivery(delivery: Delivery, facts: ConfirmedState, seen: AccountState): Problem[] {
  const { id, status, attempts, next_attempt_at: nextMs, last_attempt_at: lastMs } = delivery
  const problems: Problem[] = []
  if (attempts > attemptsAllowed) problems.push(createProblem(`delivery ${id} has ${attempts} attempts`))
  if ((status === 'pending') !== (nextMs !== null))
    problems.push(createProblem(`delivery ${id} is ${status} and its next attempt is at ${nextMs}`))
  if (status === 'failed' && attempts < attemptsAllowed)
    problems.push(createProblem(`delivery ${id} has failed after ${attempts} attempts`))
  if (status === 'succeeded' && lastMs === null)
    problems.push(createProblem(`delivery ${id} has succeeded without an attempt`))
  // On a frozen clock, due attempts are made before the clock can be read.
  if (facts.startMs !== null && nextMs !== null && nextMs <= seen.clock.now)
    problems.push(createProblem(`delivery ${id} is due, but it is not attempted`))
  return problems
}

function createProblem(what: string): Problem {
  return { kind: 'broken', about: 'events', what }
}
