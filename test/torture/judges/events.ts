import type { Facts } from '../facts.ts'
import type { Seen } from '../seen.ts'
import type { Problem } from './problem.ts'

const attemptsAllowed = 5

type Delivery = Seen['deliveries'][number]

/** Each label bought while a receiver was set has one delivery, which is under way or has ended. */
export function judgeEvents(facts: Facts, seen: Seen): Problem[] {
  const problems = seen.deliveries.flatMap((delivery) => judgeDelivery(delivery, facts, seen))
  const byLabel = new Map<string, number>()
  for (const { label_id } of seen.deliveries) byLabel.set(label_id, (byLabel.get(label_id) ?? 0) + 1)
  for (const [id, count] of byLabel)
    if (count > 1) problems.push(brokenPromise(`label ${id} has ${count} deliveries`))
  for (const { id, hasEvent, batch } of facts.labels) {
    const count = byLabel.get(id) ?? 0
    if (hasEvent && count === 0) problems.push({ ...brokenPromise(`the event of ${id}`), kind: 'lost' })
    // Which receiver a step of a running batch met is not known of a clock that runs by itself.
    if (!hasEvent && count > 0 && (batch === null || facts.startMs !== null))
      problems.push(brokenPromise(`label ${id} has a delivery, and no receiver was set`))
  }
  return problems
}

function judgeDelivery(delivery: Delivery, facts: Facts, seen: Seen): Problem[] {
  const { id, status, attempts, next_attempt_at: nextMs, last_attempt_at: lastMs } = delivery
  const problems: Problem[] = []
  if (attempts > attemptsAllowed) problems.push(brokenPromise(`delivery ${id} has ${attempts} attempts`))
  if ((status === 'pending') !== (nextMs !== null))
    problems.push(brokenPromise(`delivery ${id} is ${status} and its next attempt is at ${nextMs}`))
  if (status === 'failed' && attempts < attemptsAllowed)
    problems.push(brokenPromise(`delivery ${id} has failed after ${attempts} attempts`))
  if (status === 'succeeded' && lastMs === null)
    problems.push(brokenPromise(`delivery ${id} has succeeded without an attempt`))
  // Due work is done before a frozen clock can be read.
  if (facts.startMs !== null && nextMs !== null && nextMs <= seen.clock.now)
    problems.push(brokenPromise(`delivery ${id} is due and nobody attempts it`))
  return problems
}

function brokenPromise(what: string): Problem {
  return { kind: 'broken', about: 'events', what }
}
