import { changeSuccesses, errorOf, isLive, type Json } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import type { OperationName } from '../../../http/operation.ts'
import {
  acceptInsteadOf,
  buildMutant,
  createJsonMutantBuilder,
  createMutantBuilder,
} from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import type { RuleId } from '../../../rule.ts'

const buildPurchaseMutant = createJsonMutantBuilder('buyLabel')

const changeRates = (change: (rates: readonly Json[]) => readonly Json[]) =>
  changeSuccesses('createRates', (json, request) =>
    isLive(request) && Array.isArray(json['rates'])
      ? { ...json, rates: change(json['rates'].filter(isObject)) }
      : undefined,
  )

const buildRatesMutant = createMutantBuilder(changeRates)

const removeFields = (json: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)))

const openToTestKeyRows: readonly (readonly [string, string, RuleId, OperationName | undefined])[] = [
  ['live-label-voided', 'A test key voids labels of production.', 'KEY-022', 'voidLabel'],
  ['live-label-downloaded', 'A test key downloads labels of production.', 'KEY-023', undefined],
  ['live-batch-open', 'A test key reads batches of production.', 'KEY-024', 'getBatch'],
  ['live-batch-bought', 'A test key buys batches of production.', 'KEY-025', 'buyBatch'],
]

/** Deliberately broken services that let test keys use production, or return other fields to live keys. */
export const environmentMutants: readonly Mutant[] = [
  buildMutant('live-label-open', 'A test key reads labels of production.')
    .kills('KEY-014')
    .by(acceptInsteadOf('AUTH.KEY.SANDBOX_IN_PRODUCTION', { id: 'lbl_1' })),
  buildMutant('live-rate-sold', 'A test key buys rates of production.')
    .kills('KEY-013')
    .by(acceptInsteadOf('AUTH.KEY.SANDBOX_IN_PRODUCTION', { id: 'lbl_1', sandbox: true })),
  buildMutant(
    'live-rate-in-sandbox-batch',
    'A test key can create a batch with rates of production, and gets the labels of the batch.',
  )
    .kills('KEY-043')
    .by(() => ({
      request: (request) => {
        const json = jsonOf(request)
        if (request.operation !== 'createBatch' || isLive(request) || !isObject(json)) return undefined
        const items = Array.isArray(json['items']) ? json['items'] : []
        // The simulator behind this mutant checks the rate of an item only if the item has a rate_id.
        const nameless = items.map((item) => (isObject(item) ? removeFields(item, 'rate_id') : item))
        return withJson(request, { ...json, items: nameless })
      },
    })),
  buildMutant(
    'live-rate-in-batch-unknown',
    'A batch of a test key that names a rate of production is refused as if the rate did not exist.',
  )
    .kills('KEY-043')
    .by({
      response: (response, request) =>
        request.operation === 'createBatch' &&
        errorOf(response)?.['code'] === 'AUTH.KEY.SANDBOX_IN_PRODUCTION'
          ? buildErrorResponse(404, 'RATE.NOT_FOUND')
          : undefined,
    }),
  ...openToTestKeyRows.map(([id, deviation, rule, operation]) =>
    buildMutant(id, deviation)
      .kills(rule)
      .by(
        acceptInsteadOf(
          'AUTH.KEY.SANDBOX_IN_PRODUCTION',
          { id: 'x' },
          (request) => request.operation === operation,
        ),
      ),
  ),
  buildMutant('other-shape-live', 'Responses to live keys have other fields than responses to test keys.')
    .kills('KEY-019')
    .by({
      response: (response, request) => {
        const json = jsonOf(response)
        return isLive(request) && request.operation === 'getWallet' && isObject(json)
          ? withJson(response, { live: json })
          : undefined
      },
    }),
  buildMutant('other-balance-live', 'The balance field of the wallet has another name for live keys.')
    .kills('KEY-019')
    .by(
      changeSuccesses('getWallet', ({ balance_cents }, request) => ({
        wallet: isLive(request) ? { cash_cents: balance_cents } : { balance_cents },
      })),
    ),
  buildRatesMutant('live-rates-unsorted', 'Rates for live keys are sorted with the most expensive first.')
    .kills('KEY-020')
    .by((list) => [...list].reverse()),
  buildRatesMutant('live-rates-bare', 'Rates for live keys have no fields but the price.')
    .kills('KEY-020')
    .by((list) => list.map((rate) => removeFields(rate, 'carbon_grams', 'carrier_eta', 'account_type'))),
  buildPurchaseMutant('live-label-bare', 'Labels for live keys have neither service nor price.')
    .kills('KEY-021')
    .by((json, request) => (isLive(request) ? removeFields(json, 'service', 'rate_cents') : undefined)),
  buildPurchaseMutant('live-label-unaddressed', 'Labels for live keys have no addresses.')
    .kills('KEY-021')
    .by((json, request) => (isLive(request) ? removeFields(json, 'from_address', 'to_address') : undefined)),
  buildMutant('live-validation-otherwise', 'An address validation with a live key has only the result.')
    .kills('KEY-032')
    .by(changeSuccesses('validateAddress', (_, request) => (isLive(request) ? { ok: 1 } : undefined))),
]
