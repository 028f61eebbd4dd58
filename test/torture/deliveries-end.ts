import { readAccount } from './account-state.ts'
import type { Problem } from './checks/problem.ts'
import { buildControlPath, type Lane } from './lane.ts'
import type { Receiver } from './receiver.ts'

/**
 * Advances the account by two days while the receiver accepts every event. Then no delivery may be pending, and the
 * receiver must have the event of each delivery that succeeded.
 */
export async function checkDeliveriesEnd(lane: Lane, receiver: Receiver): Promise<readonly Problem[]> {
  const { facts, service } = lane
  if (!facts.exists || facts.startMs === null) return []
  await service.read({ method: 'POST', path: buildControlPath(lane, '/clock/advance'), body: { by: '48h' } })
  const seen = await readAccount(service, facts)
  return (seen?.deliveries ?? []).flatMap(({ id, label_id, status }): Problem[] => {
    if (status === 'pending') return [createProblem(`delivery ${id} never ends`)]
    return status === 'succeeded' && !receiver.hasAccepted(label_id)
      ? [createProblem(`delivery ${id} has succeeded, but the receiver has no event of ${label_id}`)]
      : []
  })
}

function createProblem(what: string): Problem {
  return { kind: 'broken', about: 'events', what }
}
