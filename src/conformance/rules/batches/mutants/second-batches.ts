import { withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, refuseWith } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { adjustBalance } from '../../../proof/stateful/backdoor.ts'
import { Overlaps } from '../../../proof/stateful/overlaps.ts'
import {
  buildResponseMutant,
  buildStatefulMutant,
  withError,
  withFields,
} from '../../../proof/stateful/stateful.ts'

const dayMs = 24 * 3_600_000

const labelNotFound = [404, 'LABEL.NOT_FOUND'] as const

/** Deliberately broken services that handle only one batch at a time, or forget a batch after a day. */
export const secondBatchMutants: readonly Mutant[] = [
  buildResponseMutant('batch-reads-newest-cost', 'A batch that is read shows the cost of the newest batch.')
    .kills('BATCH-026')
    .by(() => {
      const newest = new Map<string, unknown>()
      return (seen) => {
        if (!seen.isGood) return undefined
        if (seen.operation === 'createBatch') newest.set(seen.account, seen.json['total_cost_cents'])
        const total_cost_cents = newest.get(seen.account)
        const isOther = seen.operation === 'getBatch' && total_cost_cents !== undefined
        return isOther ? withFields(seen, { total_cost_cents }) : undefined
      }
    }),
  buildResponseMutant('single-batch-at-work', 'While a batch is processed, no other batch can be bought.')
    .kills('BATCH-027')
    .by(() => {
      const busy = new Set<string>()
      return (seen) => {
        if (seen.operation !== 'buyBatch' || !seen.isGood) return undefined
        if (busy.has(seen.account)) return withError(seen, [422, 'BATCH.ALREADY_PROCESSING'])
        busy.add(seen.account)
        return undefined
      }
    }),
  buildMutant('waiting-batch-forgotten', 'A batch that is not bought within a day is not found.')
    .kills('BATCH-028')
    .by(
      refuseWith(
        'buyBatch',
        404,
        'BATCH.NOT_FOUND',
        (_, request, wire) => wire.advancedMs(wire.accountOf(request)) > dayMs,
      ),
    ),
  buildResponseMutant(
    'batch-reads-balance-of-now',
    'A batch that is read shows the present wallet balance instead of that at its creation.',
  )
    .kills('BATCH-114')
    .by(() => async (seen) => {
      if (seen.operation !== 'getBatch' || !seen.isGood || !seen.isLive) return undefined
      const wallet = await seen.wire.control('GET', `/accounts/${seen.account}/wallet`)
      return withFields(seen, {
        wallet_balance_after_cents: isObject(wallet) ? wallet['balance_cents'] : null,
      })
    }),
  buildResponseMutant(
    'refused-batch-pays-first-items',
    'A batch that is refused because of one item is charged for the items before that item.',
  )
    .kills('BATCH-205')
    .by(() => async (seen) => {
      if (seen.operation !== 'createBatch' || !seen.isLive || !/^RATE\.|^VALIDATION\./.test(seen.code))
        return undefined
      const items = seen.asked['items']
      const first: unknown = Array.isArray(items) ? items[0] : undefined
      if (!isObject(first)) return undefined
      await adjustBalance(seen.wire, seen.account, -Number(first['rate_cents']))
      return seen.response
    }),
  buildStatefulMutant(
    'batch-bought-twice-at-once',
    'Two simultaneous purchases of one batch are both accepted.',
  )
    .kills('BATCH-031')
    .by(() => {
      const overlaps = new Overlaps()
      return {
        before: ({ operation, request, id }) => {
          if (operation === 'buyBatch') overlaps.startRequest(request, id)
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.endRequest(seen.request)
          if (overlap?.met !== true || seen.code !== 'BATCH.ALREADY_PROCESSING') return undefined
          return { ...withJson(seen.response, { id: seen.id, status: 'processing' }), status: 202 }
        },
      }
    }),
  buildResponseMutant('batch-label-cannot-be-voided', 'The void of a label of a batch is refused with 404.')
    .kills('BATCH-029')
    .by(() => {
      const bought = new Set<string>()
      return (seen) => {
        if (seen.operation === 'buyLabel' && seen.isGood) bought.add(String(seen.json['id']))
        const isOfBatch = seen.operation === 'voidLabel' && seen.isGood && !bought.has(seen.id)
        return isOfBatch ? withError(seen, labelNotFound) : undefined
      }
    }),
  buildResponseMutant('batch-label-without-pdf', 'Labels of batches have no PDF to download.')
    .kills('BATCH-030')
    .by(() => {
      const bought = new Set<string>()
      return (seen) => {
        if (seen.operation === 'buyLabel' && seen.isGood) bought.add(String(seen.json['id']))
        const isDownload = seen.request.path.endsWith('/download') && seen.response.status === 200
        return isDownload && !bought.has(seen.id) ? withError(seen, labelNotFound) : undefined
      }
    }),
  buildResponseMutant(
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
