import type { Facts } from '../facts.ts'
import type { Seen } from '../seen.ts'
import type { Problem } from './problem.ts'

/** No two things share an id, a label its tracking number, or a label its shipment. */
export function judgeIds(_facts: Facts, seen: Seen): Problem[] {
  return [
    ...findRepeated(
      'shipment',
      seen.shipments.map(({ id }) => id),
    ),
    ...findRepeated(
      'label',
      seen.shipments.map(({ label_id }) => label_id),
    ),
    ...findRepeated(
      'tracking number',
      seen.shipments.map(({ tracking_number, label_id }) => tracking_number ?? label_id),
    ),
    ...findRepeated(
      'ledger line',
      seen.ledger.map(({ id }) => id),
    ),
    ...findRepeated(
      'delivery',
      seen.deliveries.map(({ id }) => id),
    ),
    ...findRepeated(
      'key',
      seen.keys.map(({ id }) => id),
    ),
    ...findRepeated(
      'fault',
      seen.faults.map(({ id }) => id),
    ),
  ]
}

function findRepeated(what: string, ids: readonly string[]): Problem[] {
  const met = new Set<string>()
  return ids.flatMap((id): Problem[] => {
    if (!met.has(id)) {
      met.add(id)
      return []
    }
    return [{ kind: 'broken', about: 'ids', what: `${what} ${id} is there twice` }]
  })
}
