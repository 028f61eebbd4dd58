import { type Json, readSuccessJson } from '../../../../variations/json-responses.ts'
import { jsonOf } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import {
  acceptInsteadOf,
  buildMutant,
  createJsonMutantBuilder,
  createMutantBuilder,
  refuseWith,
} from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { changeRates, ratesOf } from '../../../proof/quotes.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import type { RuleId } from '../../../rule.ts'

const buildQuoteMutant = createJsonMutantBuilder('createRates')
const buildRatesMutant = createMutantBuilder(changeRates)

const buildEachRateMutant = createMutantBuilder(
  (change: (rate: Json) => Json): Alteration =>
    changeRates((list) => list.map((rate) => change({ ...rate }))),
)

const changeLastRate = (change: (rate: Json) => Json): Alteration =>
  changeRates((list) => list.map((rate, index) => (index === list.length - 1 ? change({ ...rate }) : rate)))

const rateFieldRows: readonly (readonly [string, RuleId, unknown])[] = [
  ['id', 'RATE-002', 'quote_1'],
  ['carrier', 'RATE-003', { name: 'UPS' }],
  ['service', 'RATE-004', ''],
  ['rate_cents', 'RATE-005', '1234'],
  ['carrier_eta', 'RATE-006', '2030-02-30'],
  ['carbon_grams', 'RATE-007', 12.5],
  ['account_type', 'RATE-008', 'house'],
]

export const rateMutants: readonly Mutant[] = [
  buildQuoteMutant('no-rates-field', 'The list of rates in a quote has another field name.')
    .kills('RATE-001')
    .by(({ rates: quotes, ...rest }) => ({ ...rest, quotes })),
  buildRatesMutant('no-rates', 'The list of rates in a quote is empty.')
    .kills('RATE-001')
    .by(() => []),
  buildMutant('rates-fail', 'Valid requests for rates are refused.')
    .kills('RATE-001')
    .by(refuseWith('createRates', 500, 'LABEL.CREATION.FAILED')),
  ...rateFieldRows.flatMap(([field, rule, wrong]) => [
    buildEachRateMutant(`rate-without-${field.replaceAll('_', '-')}`, `Rates have no ${field}.`)
      .kills(rule)
      .by(({ [field]: _, ...rest }) => rest),
    buildMutant(
      `last-rate-without-${field.replaceAll('_', '-')}`,
      `The last rate of a quote has no ${field}.`,
    )
      .kills(rule)
      .by(changeLastRate(({ [field]: _, ...rest }) => rest)),
    buildEachRateMutant(
      `rate-with-wrong-${field.replaceAll('_', '-')}`,
      `The ${field} of rates is ${JSON.stringify(wrong)}.`,
    )
      .kills(rule)
      .by((rate) => ({ ...rate, [field]: wrong })),
  ]),
  buildEachRateMutant('eta-with-time', 'The carrier_eta of rates has a time after the date.')
    .kills('RATE-006')
    .by((rate) => ({ ...rate, carrier_eta: `${rate['carrier_eta']}T12:00:00Z` })),
  buildRatesMutant('last-two-swapped', 'The last two rates of a quote are swapped.')
    .kills('RATE-009')
    .by((list) => [...list.slice(0, -2), ...list.slice(-2).reverse()]),
  buildRatesMutant('sorted-as-text', 'Rates are sorted by price as if prices were texts.')
    .kills('RATE-009')
    .by((list) => [...list].sort((a, b) => String(a['rate_cents']).localeCompare(String(b['rate_cents'])))),
  buildEachRateMutant('one-id-for-all', 'All rates of a quote have the same id.')
    .kills('RATE-010')
    .by((rate) => ({ ...rate, id: 'rate_1' })),
  buildEachRateMutant('ids-per-carrier', 'All rates of a carrier have the same id.')
    .kills('RATE-010')
    .by((rate) => ({ ...rate, id: `rate_${rate['carrier']}` })),
  buildRatesMutant('three-carriers', 'One of the four carriers never has rates.')
    .kills('RATE-011')
    .by((list) => list.filter((rate) => rate['carrier'] !== list[0]?.['carrier'])),
  buildQuoteMutant('failed-for-no-reason', 'A carrier that did not fail is listed as failed.')
    .kills('RATE-012')
    .by((json) => ({ ...json, failed_carriers: [{ carrier: 'UPS' }] })),
  buildMutant('expires-at-ten', 'Rates expire after ten minutes.')
    .kills('RATE-013')
    .by(() =>
      refuseWith(
        'buyLabel',
        422,
        'RATE.EXPIRED',
        (_, request, wire) => wire.advancedMs(wire.accountOf(request)) >= 600_000,
      ),
    ),
  buildMutant('unknown-rate-sold', 'Rates with unknown ids are sold.')
    .kills('RATE-015')
    .by(acceptInsteadOf('RATE.NOT_FOUND', { id: 'lbl_1', tracking_number: '9999' })),
  buildEachRateMutant('byoa-as-platform', 'Rates of connected accounts are marked as the platform’s.')
    .kills('RATE-018', 'RATE-020')
    .by((rate) => ({ ...rate, account_type: 'platform' })),
  buildRatesMutant('byoa-left-out', 'Rates of connected accounts are missing.')
    .kills('RATE-018', 'RATE-020')
    .by((list) => list.filter((rate) => rate['account_type'] !== 'byoa')),
  buildRatesMutant('byoa-alone', 'A client with a connected account gets no rates of the platform.')
    .kills('RATE-018')
    .by((list) => {
      const connected = list.filter((rate) => rate['account_type'] === 'byoa')
      return connected.length === 0 ? undefined : connected
    }),
  buildEachRateMutant('all-byoa', 'All rates are marked as those of connected accounts.')
    .kills('RATE-019')
    .by((rate) => ({ ...rate, account_type: 'byoa' })),
  buildRatesMutant('byoa-appended', 'Rates of connected accounts come after all others.')
    .kills('RATE-020')
    .by((list) => {
      const connected = list.filter((rate) => rate['account_type'] === 'byoa')
      return connected.length === 0
        ? undefined
        : [...list.filter((rate) => rate['account_type'] !== 'byoa'), ...connected]
    }),
  buildMutant('byoa-not-sold', 'Rates of connected accounts cannot be bought.')
    .kills('RATE-021')
    .by(() => {
      const connected = new Set<unknown>()
      return {
        response: (response, request) => {
          if (request.operation === 'createRates') {
            for (const rate of ratesOf(readSuccessJson(response) ?? {})) {
              if (rate['account_type'] === 'byoa') connected.add(rate['id'])
            }
          }
          const asked = jsonOf(request)
          const isConnected =
            request.operation === 'buyLabel' && isObject(asked) && connected.has(asked['rate_id'])
          return isConnected ? buildErrorResponse(422, 'LABEL.SERVICE.UNAVAILABLE') : undefined
        },
      }
    }),
]
