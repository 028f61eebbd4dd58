import type { Context } from '../../../simulator/accounts/context.ts'
import { hasEnded } from '../../../simulator/faults/trigger-fault.ts'
import type { LargeMembers } from '../../../simulator/requests/large-json.ts'
import { readBalanceCents } from '../../../simulator/resources/wallet.ts'
import { parseNamedSnapshot } from '../../control/named-snapshots.ts'
import { centsText, countOf } from '../money/money.ts'

/** The collections whose records are counted, with the nouns for one record and for several. */
const countedCollections = {
  labels: ['label', 'labels'],
  trackers: ['tracker', 'trackers'],
  batches: ['batch', 'batches'],
  deliveries: ['delivery', 'deliveries'],
  faults: ['fault', 'faults'],
  carrier_accounts: ['carrier account', 'carrier accounts'],
} as const

/** Describes by count what a reset or a deletion removes from an account. A restore keeps the records with the ids `kept`. */
export function describeRemoval(context: Context, kept?: ReadonlyMap<string, ReadonlySet<string>>): string {
  const { state, requestLog, clock } = context
  const parts = Object.entries(countedCollections).flatMap(([name, [one, many]]) => {
    const ids = kept?.get(name)
    // A fault that has ended is no loss.
    const records =
      name === 'faults'
        ? [...state.faults.values()].filter((fault) => !hasEnded(fault, clock.now())).map(({ id }) => id)
        : [...(state.collection(name)?.keys() ?? [])]
    const count = records.filter((id) => !ids?.has(id)).length
    return count === 0 ? [] : [countOf(count, one, many)]
  })
  if (requestLog.size > 0) parts.push(countOf(requestLog.size, 'logged request'))
  const last = parts.pop()
  if (last === undefined) return 'No label, tracker, batch or fault is lost.'
  return `${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`} will be lost.`
}

/** Describes in steps what exists now and not in the text of a snapshot, and how a restore changes the live balance. */
export function* describeRestoreLoss(context: Context, texts: Iterable<string>): Generator<void, string> {
  const { collections } = Object(yield* parseNamedSnapshot(texts))
  const kept = new Map<string, ReadonlySet<string>>()
  const nowCents = readBalanceCents(context, 'live')
  let thenCents = nowCents
  for (const [name, records] of Object.entries<LargeMembers>(collections)) {
    const ids = new Set<string>()
    for (const [id, record] of records.entries()) {
      ids.add(id)
      if (name === 'wallet') thenCents = Object(record).balanceCents
      yield
    }
    kept.set(name, ids)
  }
  const loss = describeRemoval(context, kept)
  if (nowCents === thenCents) return loss
  return `${loss} The live balance changes from ${centsText(nowCents)} to ${centsText(thenCents)}.`
}
