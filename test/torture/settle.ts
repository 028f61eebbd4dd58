import { type Facts, labelOfBatch } from './facts.ts'
import { judge } from './judges/judge.ts'
import type { Problem } from './judges/problem.ts'
import { controlPath, type Lane, type Unsure } from './lane.ts'
import { readAccount, type Seen } from './seen.ts'

/**
 * Looks at an account after a restart and decides what has become of the one thing that was unsure. Gives what is
 * wrong in the likeliest of the worlds there may be; from then on that one is known.
 */
export async function settleUnsure(
  lane: Lane,
  { unsure, isEvery }: { readonly unsure: Unsure | undefined; readonly isEvery: boolean },
): Promise<readonly Problem[]> {
  // Work that was due when the process died is taken up by a clock that stands as well.
  if (lane.facts.startMs !== null)
    await lane.service.ask({
      method: 'POST',
      path: controlPath(lane, '/clock/advance'),
      body: { seconds: 0 },
    })
  const seen = await readAccount(lane.service, lane.facts, isEvery)
  const verdicts = [{ facts: lane.facts, seen, problems: judgeWorld(lane.facts, seen) }]
  for (const facts of unsure?.(lane.facts, seen) ?? []) {
    const again = await readAccount(lane.service, facts, isEvery)
    verdicts.push({ facts, seen: again, problems: judgeWorld(facts, again) })
  }
  const [best] = verdicts.sort((a, b) => a.problems.length - b.problems.length)
  if (best === undefined) return []
  lane.facts = best.seen === null ? best.facts : rememberSeen(best.facts, best.seen)
  return best.problems
}

function judgeWorld(facts: Facts, seen: Seen | null): readonly Problem[] {
  if (facts.exists === (seen !== null)) return seen === null ? [] : judge(facts, seen)
  const what = facts.exists ? 'the account' : 'the account is there, though it was taken away'
  return [{ kind: facts.exists ? 'lost' : 'broken', about: 'presence', what }]
}

/** The changes by time alone, now known as well. */
function rememberSeen(facts: Facts, seen: Seen): Facts {
  const known = structuredClone(facts)
  known.clockMs = seen.clock.now
  for (const label of known.labels) label.checked = true
  for (const tracker of known.trackers)
    tracker.events = seen.trackers.get(tracker.id)?.events.length ?? tracker.events
  const ids = new Set(known.labels.map(({ id }) => id))
  const deliveries = new Set(seen.deliveries.map(({ label_id }) => label_id))
  for (const batch of known.batches) {
    const now = seen.batches.get(batch.id)
    batch.status = now?.status ?? batch.status
    for (const { label_id: id, rate_cents: rateCents } of now?.items ?? []) {
      if (id === null || ids.has(id)) continue
      // A clock that stands made them in the advance that was unsure, with the receiver that is still set.
      const hasEvent = known.startMs === null ? deliveries.has(id) : known.webhookUrl !== null
      known.labels.push(labelOfBatch(batch, { id, rateCents, hasEvent }))
    }
  }
  return known
}
