import type { Problem } from './judges/problem.ts'
import { controlPath, type Lane } from './lane.ts'
import type { Receiver } from './receiver.ts'
import { readAccount } from './seen.ts'

/** With a receiver that takes everything: two days on every delivery has ended, and whoever was told of a label knows it. */
export async function drainEvents(lane: Lane, receiver: Receiver): Promise<readonly Problem[]> {
  const { facts, service } = lane
  if (!facts.exists || facts.startMs === null) return []
  await service.read({ method: 'POST', path: controlPath(lane, '/clock/advance'), body: { by: '48h' } })
  const seen = await readAccount(service, facts)
  return (seen?.deliveries ?? []).flatMap(({ id, label_id, status }): Problem[] => {
    if (status === 'pending') return [brokenPromise(`delivery ${id} never ends`)]
    return status === 'succeeded' && !receiver.hasTaken(label_id)
      ? [brokenPromise(`delivery ${id} has succeeded, and nobody took the event of ${label_id}`)]
      : []
  })
}

function brokenPromise(what: string): Problem {
  return { kind: 'broken', about: 'events', what }
}
