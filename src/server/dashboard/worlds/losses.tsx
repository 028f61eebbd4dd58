import type { Context } from '../../../simulator/accounts/context.ts'
import { countOf } from '../money/money.ts'

/** Describes by count what a reset or a deletion removes from an account. */
export function removalText({ state, requestLog }: Context): string {
  const counts: readonly (readonly [count: number, one: string, many: string])[] = [
    [state.labels.size, 'label', 'labels'],
    [state.trackers.size, 'tracker', 'trackers'],
    [state.batches.size, 'batch', 'batches'],
    [state.deliveries.size, 'delivery', 'deliveries'],
    [state.faults.size, 'fault', 'faults'],
    [state.carrierAccounts.size, 'carrier account', 'carrier accounts'],
    [requestLog.size, 'logged request', 'logged requests'],
  ]
  const parts = counts.filter(([count]) => count > 0).map(([count, one, many]) => countOf(count, one, many))
  const last = parts.pop()
  if (last === undefined) return 'No label, tracker, batch or fault is lost.'
  return `${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`} will be lost.`
}
