import type { Mutant } from '../../../proof/mutant.ts'
import { onResponse, withError, withFields } from '../../../proof/stateful/stateful.ts'

const missing = [404, 'LABEL.NOT_FOUND'] as const

/** Services whose batches make labels that are not quite labels. */
export const madeLabelMutants: readonly Mutant[] = [
  onResponse('batch-label-cannot-be-voided', 'Labels of batches are not found by a void.')
    .kills('BATCH-029')
    .by(() => {
      const bought = new Set<string>()
      return (seen) => {
        if (seen.operation === 'buyLabel' && seen.isGood) bought.add(String(seen.json['id']))
        const isOfBatch = seen.operation === 'voidLabel' && seen.isGood && !bought.has(seen.id)
        return isOfBatch ? withError(seen, missing) : undefined
      }
    }),
  onResponse('batch-label-without-pdf', 'Labels of batches have no PDF.')
    .kills('BATCH-030')
    .by(() => {
      const bought = new Set<string>()
      return (seen) => {
        if (seen.operation === 'buyLabel' && seen.isGood) bought.add(String(seen.json['id']))
        const isDownload = seen.request.path.endsWith('/download') && seen.response.status === 200
        return isDownload && !bought.has(seen.id) ? withError(seen, missing) : undefined
      }
    }),
  onResponse(
    'batch-label-shows-balance-of-creation',
    'Labels of a live batch show the wallet balance at the creation of the batch.',
  )
    .kills('BATCH-117')
    .by(() => {
      const bought = new Set<string>()
      const balances = new Map<string, unknown>()
      return (seen) => {
        if (!seen.isGood || !seen.isLive) return undefined
        if (seen.operation === 'buyLabel') bought.add(String(seen.json['id']))
        if (seen.operation === 'createBatch')
          balances.set(seen.account, seen.json['wallet_balance_after_cents'])
        const wallet_balance_after_cents = balances.get(seen.account)
        const isOfBatch = seen.operation === 'getLabel' && !bought.has(seen.id)
        return isOfBatch && wallet_balance_after_cents !== undefined
          ? withFields(seen, { wallet_balance_after_cents })
          : undefined
      }
    }),
]
