import { type AccountState, readAccount } from './account-state.ts'
import { checkAccount } from './checks/check-account.ts'
import type { Problem } from './checks/problem.ts'
import { type ConfirmedState, createBatchLabelFact } from './confirmed-state.ts'
import { buildControlPath, type Lane, type PossibleStates } from './lane.ts'

/**
 * Reads an account after a restart and decides whether its last action, which had no response, has happened. Chooses
 * the possible state with the fewest problems as the confirmed state, and returns the problems of this state.
 */
export async function confirmState(
  lane: Lane,
  { unsure, isEvery }: { readonly unsure: PossibleStates | undefined; readonly isEvery: boolean },
): Promise<readonly Problem[]> {
  // On a frozen clock, too, the simulator must do the work that was due when the process was killed.
  if (lane.facts.startMs !== null)
    await lane.service.trySend({
      method: 'POST',
      path: buildControlPath(lane, '/clock/advance'),
      body: { seconds: 0 },
    })
  const seen = await readAccount(lane.service, lane.facts, isEvery)
  const verdicts = [{ facts: lane.facts, seen, problems: checkPossibleState(lane.facts, seen) }]
  for (const facts of unsure?.(lane.facts, seen) ?? []) {
    const again = await readAccount(lane.service, facts, isEvery)
    verdicts.push({ facts, seen: again, problems: checkPossibleState(facts, again) })
  }
  const [best] = verdicts.sort((a, b) => a.problems.length - b.problems.length)
  if (best === undefined) return []
  lane.facts = best.seen === null ? best.facts : confirmTimedChanges(best.facts, best.seen)
  return best.problems
}

function checkPossibleState(facts: ConfirmedState, seen: AccountState | null): readonly Problem[] {
  if (facts.exists === (seen !== null)) return seen === null ? [] : checkAccount(facts, seen)
  const what = facts.exists ? 'the account' : 'the account exists, though it was deleted'
  return [{ kind: facts.exists ? 'lost' : 'broken', about: 'presence', what }]
}

/** Returns the confirmed state with the changes that the passing of time has made: to the clock, events and batches. */
function confirmTimedChanges(facts: ConfirmedState, seen: AccountState): ConfirmedState {
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
      // On a frozen clock, the batch bought the labels in the last advance, while the present webhook was set.
      const hasEvent = known.startMs === null ? deliveries.has(id) : known.webhookUrl !== null
      known.labels.push(createBatchLabelFact(batch, { id, rateCents, hasEvent }))
    }
  }
  return known
}
