import type { Facts } from '../facts.ts'
import type { Seen } from '../seen.ts'
import type { Problem } from './problem.ts'

/** Time has not run back, a frozen clock stands where it was left, and nothing lies in the clock's future. */
export function judgeClock(facts: Facts, seen: Seen): Problem[] {
  const { now } = seen.clock
  const problems: Problem[] = []
  if (now < facts.clockMs)
    problems.push(brokenPromise(`it is ${toIsoTime(now)} and was ${toIsoTime(facts.clockMs)}`))
  if (facts.startMs !== null && now > facts.clockMs)
    problems.push(brokenPromise(`it is ${toIsoTime(now)} and was frozen at ${toIsoTime(facts.clockMs)}`))
  for (const { what, atMs } of eventTimes(seen))
    if (atMs > now)
      problems.push(brokenPromise(`${what} is of ${toIsoTime(atMs)} and it is only ${toIsoTime(now)}`))
  return problems
}

function eventTimes(seen: Seen): { readonly what: string; readonly atMs: number }[] {
  return [
    ...seen.shipments.map(({ label_id, created_at }) => ({ what: `label ${label_id}`, atMs: created_at })),
    ...seen.ledger.map(({ id, at }) => ({ what: `ledger line ${id}`, atMs: at })),
    ...seen.deliveries.flatMap(({ id, created_at, last_attempt_at }) => [
      { what: `delivery ${id}`, atMs: created_at },
      { what: `the last attempt of ${id}`, atMs: last_attempt_at ?? created_at },
    ]),
    ...[...seen.trackers.values()].flatMap(({ id, events }) =>
      events.map(({ timestamp }) => ({ what: `an event of tracker ${id}`, atMs: timestamp })),
    ),
  ]
}

function toIsoTime(instantMs: number): string {
  return new Date(instantMs).toISOString()
}

function brokenPromise(what: string): Problem {
  return { kind: 'broken', about: 'clock', what }
}
