import type { AccountState } from '../account-state.ts'
import type { ConfirmedState } from '../confirmed-state.ts'
import type { Problem } from './problem.ts'

/** Checks that no two resources have the same id, and no two labels the same tracking number or shipment. */
export function checkIds(_facts: ConfirmedState, seen: AccountState): Problem[] {
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
    return [{ kind: 'broken', about: 'ids', what: `two resources have the ${what} ${id}` }]
  })
}
