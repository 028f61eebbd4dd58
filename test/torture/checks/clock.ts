import type { AccountState } from '../account-state.ts'
import type { ConfirmedState } from '../confirmed-state.ts'
import type { Problem } from './problem.ts'

/** Checks that time has not run backwards, that a frozen clock has not moved, and that no record is in the future. */
export function checkClock(facts: ConfirmedState, seen: AccountState): Problem[] {
  const { now } = seen.clock
  const problems: Problem[] = []
  if (now < facts.clockMs)
    problems.push(createProblem(`the clock went back from ${toIsoTime(facts.clockMs)} to ${toIsoTime(now)}`))
  if (facts.startMs !== null && now > facts.clockMs)
    problems.push(
      createProblem(`the clock was frozen at ${toIsoTime(facts.clockMs)} and shows ${toIsoTime(now)}`),
    )
  for (const { what, atMs } of listRecordTimes(seen))
    if (atMs > now)
      problems.push(createProblem(`${what} is of ${toIsoTime(atMs)}, after the clock's ${toIsoTime(now)}`))
  return problems
}

function listRecordTimes(seen: AccountState): { readonly what: string; readonly atMs: number }[] {
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

function createProblem(what: string): Problem {
  return { kind: 'broken', about: 'clock', what }
}
