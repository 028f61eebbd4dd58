import { changeSuccesses, type Json, readSuccessJson } from '../../../../variations/json-responses.ts'
import { jsonOf, type WireRequest, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, createMutantBuilder } from '../../../proof/builders.ts'
import type { Alteration, Mutant, Wire } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'

const buildBatchMutant = createMutantBuilder(
  (change: (json: Json) => Json): Alteration => changeSuccesses('getBatch', change),
)

const itemPricesOf = (
  request: WireRequest,
): readonly { readonly rate: unknown; readonly cents: number }[] => {
  const json = jsonOf(request)
  const items = isObject(json) && Array.isArray(json['items']) ? json['items'].filter(isObject) : []
  return items.map((item) => ({ rate: item['rate_id'], cents: Number(item['rate_cents']) }))
}

const sumPrices = (prices: readonly { readonly cents: number }[]): number =>
  prices.reduce((all, { cents }) => all + cents, 0)

/** Returns true if a batch is read a day or more after its purchase. */
const isReadDayAfterPurchase = (request: WireRequest, wire: Wire): boolean =>
  request.operation === 'getBatch' && wire.advancedMs(wire.accountOf(request)) > 0

/** Deliberately broken services that return wrong fields for a batch, or make too few of its labels. */
export const batchReadingMutants: readonly Mutant[] = [
  buildMutant(
    'batch-cost-of-each-rate-once',
    'Several equal items of a batch cost only as much as one of them.',
  )
    .kills('BATCH-002', 'BATCH-006')
    .by(
      changeSuccesses('createBatch', (json, request) => {
        const prices = itemPricesOf(request)
        const cents = sumPrices([...new Map(prices.map((price) => [price.rate, price])).values()])
        return cents === sumPrices(prices) ? undefined : { ...json, total_cost_cents: cents }
      }),
    ),
  buildBatchMutant(
    'read-batch-all-as-first',
    'A batch that is read shows its first item in place of all others.',
  )
    .kills('BATCH-007', 'BATCH-024')
    .by((json) => {
      const items: readonly unknown[] = Array.isArray(json['items']) ? json['items'] : []
      return { ...json, items: items.map(() => items[0]) }
    }),
  buildMutant('batch-cost-remaining', 'The cost of a batch falls while it is processed.')
    .kills('BATCH-024')
    .by({
      response: (response, request, wire) => {
        const json = isReadDayAfterPurchase(request, wire) ? readSuccessJson(response) : undefined
        return json === undefined ? undefined : withJson(response, { ...json, total_cost_cents: 0 })
      },
    }),
  buildMutant('batch-gone-when-done', 'A batch cannot be read once it is done.')
    .kills('BATCH-024')
    .by({
      response: (response, request, wire) =>
        isReadDayAfterPurchase(request, wire) && response.status < 300
          ? buildErrorResponse(404, 'BATCH.NOT_FOUND')
          : undefined,
    }),
  buildMutant('batch-stops-after-50', 'A batch makes at most 50 labels.')
    .kills('BATCH-025')
    .by({
      controlResponse: (response) => {
        const json = jsonOf(response)
        const list = isObject(json) && Array.isArray(json['shipments']) ? json['shipments'] : []
        return list.length > 50 ? withJson(response, { shipments: list.slice(0, 50) }) : undefined
      },
    }),
  buildBatchMutant('progress-stands-at-50', 'The completion percentage of a batch stays at 50.')
    .kills('BATCH-018')
    .by((json) => ({ ...json, estimated_completion_percentage: 50 })),
  buildBatchMutant(
    'progress-as-fraction',
    'The completion percentage of a batch goes from 0 to 1, not to 100.',
  )
    .kills('BATCH-018')
    .by((json) => ({
      ...json,
      estimated_completion_percentage: Number(json['estimated_completion_percentage']) / 100,
    })),
]
