import {
  changeSuccesses,
  errorOf,
  isLive,
  type Json,
  readSuccessJson,
} from '../../../../variations/json-responses.ts'
import { jsonOf, type WireRequest, type WireResponse, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import {
  acceptInsteadOf,
  buildFieldMutants,
  buildMutant,
  createMutantBuilder,
  refuseWith,
} from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'

const changeCreatedBatches = (change: (json: Json, request: WireRequest) => Json | undefined): Alteration =>
  changeSuccesses('createBatch', change)

const buildCreationMutant = createMutantBuilder(changeCreatedBatches)
const buildBatchMutant = createMutantBuilder(
  (change: (json: Json) => Json): Alteration => changeSuccesses('getBatch', change),
)

const batchItemsOf = (request: WireRequest): readonly unknown[] => {
  const json = jsonOf(request)
  return isObject(json) && Array.isArray(json['items']) ? json['items'] : []
}

/** Creates a deliberately broken service that refuses batches with at least `count` items. */
const refuseBatchesFromSize = (count: number, refused: WireResponse): Alteration => ({
  request: (request) =>
    request.operation === 'createBatch' && batchItemsOf(request).length >= count ? refused : undefined,
})

/** The response of a broken service that accepts a request which it should refuse. */
const batch = { id: 'bat_1', total_cost_cents: 0, wallet_balance_after_cents: 0 }

export const batchMutants: readonly Mutant[] = [
  buildCreationMutant(
    'batch-balance-in-32-bits',
    'The wallet balance that a created batch reports is cut to 32 bits.',
  )
    .kills('BATCH-119')
    .by((json) => ({ ...json, wallet_balance_after_cents: Number(json['wallet_balance_after_cents']) | 0 })),
  buildBatchMutant(
    'batch-weights-in-whole-ounces',
    'A batch that is read rounds parcel weights to whole ounces.',
  )
    .kills('BATCH-007')
    .by((json) => ({
      ...json,
      items: Array.isArray(json['items'])
        ? json['items'].map((item) => ({
            ...item,
            parcel: { ...item.parcel, weight_oz: Math.round(item.parcel?.weight_oz) },
          }))
        : [],
    })),
  ...buildFieldMutants('createBatch', [
    ['batch-id', 'id', 'BATCH-001', 1],
    ['batch-cost', 'total_cost_cents', 'BATCH-002', '100'],
    ['batch-balance', 'wallet_balance_after_cents', 'BATCH-003', 1.5],
  ]),
  buildCreationMutant('batch-cost-of-first', 'A batch costs only as much as its first item.')
    .kills('BATCH-002')
    .by((json, request) => {
      const [first] = batchItemsOf(request)
      return isObject(first) ? { ...json, total_cost_cents: first['rate_cents'] } : undefined
    }),
  buildMutant('empty-batch', 'A batch without items is created.')
    .kills('BATCH-004', 'BATCH-103')
    .by(acceptInsteadOf('BATCH.ITEMS.REQUIRED', batch)),
  buildMutant('endless-batch', 'A batch with more than 5,000 items is accepted.')
    .kills('BATCH-005', 'BATCH-103')
    .by(acceptInsteadOf('BATCH.SIZE.EXCEEDED', batch)),
  buildMutant('batch-limit-low', 'A batch with 5,000 items is refused.')
    .kills('BATCH-006')
    .by(refuseBatchesFromSize(5_000, buildErrorResponse(422, 'BATCH.SIZE.EXCEEDED'))),
  buildMutant('batch-always-done', 'A batch is done before it is bought, and no label is made.')
    .kills('BATCH-017')
    .by({
      request: (request) => {
        if (request.operation !== 'buyBatch') return undefined
        return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
      },
      ...changeSuccesses('getBatch', (json) => ({ ...json, estimated_completion_percentage: 100 })),
    }),
  buildBatchMutant('other-batch', 'Reading a batch returns a batch with another id.')
    .kills('BATCH-007')
    .by((json) => ({ ...json, id: 'bat_other' })),
  ...buildFieldMutants('getBatch', [
    ['batch-progress', 'estimated_completion_percentage', 'BATCH-008', 150],
    ['batch-time-left', 'estimated_time_remaining_seconds', 'BATCH-009', -1],
  ]),
  buildMutant('batch-not-bought', 'A batch cannot be bought.')
    .kills('BATCH-010')
    .by(refuseWith('buyBatch', 500, 'LABEL.CREATION.FAILED')),
  buildMutant('batch-bought-twice', 'A batch can be bought again while it is processed.')
    .kills('BATCH-011')
    .by(acceptInsteadOf('BATCH.ALREADY_PROCESSING', batch)),
  buildMutant('unknown-batch-bought', 'A batch that does not exist can be bought.')
    .kills('BATCH-012')
    .by(acceptInsteadOf('BATCH.NOT_FOUND', batch, ({ operation }) => operation === 'buyBatch')),
  buildMutant('unknown-batch-read', 'A batch that does not exist can be read.')
    .kills('BATCH-013')
    .by(acceptInsteadOf('BATCH.NOT_FOUND', batch, ({ operation }) => operation === 'getBatch')),
  buildMutant('second-purchase-adds-to-cost', 'Buying a batch again is refused, but doubles its shown cost.')
    .kills('BATCH-016')
    .by(() => {
      let times = 1
      return {
        response: (response, { operation }) => {
          if (errorOf(response)?.['code'] === 'BATCH.ALREADY_PROCESSING') times += 1
          const json = operation === 'getBatch' ? readSuccessJson(response) : undefined
          if (json === undefined || times === 1) return undefined
          return withJson(response, { ...json, total_cost_cents: Number(json['total_cost_cents']) * times })
        },
      }
    }),
  buildMutant('batch-never-processed', 'Buying a batch is accepted, but the batch is not processed.')
    .kills('BATCH-017')
    .by({
      request: ({ operation }) =>
        operation === 'buyBatch'
          ? { status: 202, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
          : undefined,
    }),
  buildMutant('sandbox-without-balance', 'Responses to sandbox requests have no wallet balance.')
    .kills('BATCH-015')
    .by({
      ...changeSuccesses(['buyLabel', 'createBatch'], ({ wallet_balance_after_cents: _, ...rest }) => rest),
    }),
  buildCreationMutant('sandbox-batch-charged', 'A sandbox batch is charged.')
    .kills('BATCH-015')
    .by((json, request) =>
      isLive(request)
        ? undefined
        : {
            ...json,
            wallet_balance_after_cents:
              Number(json['wallet_balance_after_cents']) - Number(json['total_cost_cents']),
          },
    ),
]
