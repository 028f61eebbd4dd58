import { isObject } from '../../fields.ts'
import type { RuleId } from '../../rule.ts'
import type { Alteration, Mutant } from '../mutant.ts'
import { refusal } from '../refusal.ts'
import { jsonOf, withJson } from '../wire.ts'
import { answers, errorOf, forgives, type Json, mutant, refuses, successJson } from './builders.ts'

type Rates = readonly Readonly<Record<string, unknown>>[]

const ratesOf = (json: Json): Rates => (Array.isArray(json['rates']) ? json['rates'].filter(isObject) : [])

/** Changes the list of rates, and perhaps what failed. */
function rates(change: (list: Rates, json: Json) => Json | Rates | undefined): Alteration {
  return answers('createRates', (json) => {
    const changed = change(ratesOf(json), json)
    if (changed === undefined) return undefined
    return Array.isArray(changed) ? { ...json, rates: changed } : { ...json, ...changed }
  })
}

const each = (change: (rate: Json) => Json): Alteration =>
  rates((list) => list.map((rate) => change({ ...rate })))
const last = (change: (rate: Json) => Json): Alteration =>
  rates((list) => list.map((rate, index) => (index === list.length - 1 ? change({ ...rate }) : rate)))

const fields: readonly (readonly [string, RuleId, unknown])[] = [
  ['id', 'RATE-002', 'quote_1'],
  ['carrier', 'RATE-003', { name: 'UPS' }],
  ['service', 'RATE-004', ''],
  ['rate_cents', 'RATE-005', '1234'],
  ['carrier_eta', 'RATE-006', '2030-02-30'],
  ['carbon_grams', 'RATE-007', 12.5],
  ['account_type', 'RATE-008', 'house'],
]

const failures = ['RATE-101', 'RATE-102', 'RATE-103', 'RATE-104'] as const

/** Changes a quote in which a carrier failed. */
const partial = (change: (json: Json) => Json | undefined): Alteration =>
  answers('createRates', (json) => (Array.isArray(json['failed_carriers']) ? change(json) : undefined))

export const rateMutants: readonly Mutant[] = [
  mutant(
    'no-rates-field',
    'The list of rates has another name.',
    ['RATE-001'],
    answers('createRates', ({ rates: quotes, ...rest }) => ({ ...rest, quotes })),
  ),
  mutant(
    'no-rates',
    'The list of rates is empty.',
    ['RATE-001'],
    rates(() => []),
  ),
  mutant(
    'rates-fail',
    'Rates are refused.',
    ['RATE-001'],
    refuses('createRates', 500, 'LABEL.CREATION.FAILED'),
  ),
  ...fields.flatMap(([field, rule, wrong]) => [
    mutant(
      `rate-without-${field.replaceAll('_', '-')}`,
      `Rates have no ${field}.`,
      [rule],
      each(({ [field]: _, ...rest }) => rest),
    ),
    mutant(
      `last-rate-without-${field.replaceAll('_', '-')}`,
      `The last rate has no ${field}.`,
      [rule],
      last(({ [field]: _, ...rest }) => rest),
    ),
    mutant(
      `rate-with-wrong-${field.replaceAll('_', '-')}`,
      `The ${field} of rates is ${JSON.stringify(wrong)}.`,
      [rule],
      each((rate) => ({ ...rate, [field]: wrong })),
    ),
  ]),
  mutant(
    'eta-with-time',
    'The day of arrival has a time.',
    ['RATE-006'],
    each((rate) => ({ ...rate, carrier_eta: `${rate['carrier_eta']}T12:00:00Z` })),
  ),
  mutant(
    'dearest-first',
    'The dearest rate comes first.',
    ['RATE-009'],
    rates((list) => [...list].reverse()),
  ),
  mutant(
    'by-carrier',
    'Rates are sorted by carrier.',
    ['RATE-009'],
    rates((list) => [...list].sort((a, b) => String(a['carrier']).localeCompare(String(b['carrier'])))),
  ),
  mutant(
    'last-two-swapped',
    'The last two rates stand in each other’s place.',
    ['RATE-009'],
    rates((list) => [...list.slice(0, -2), ...list.slice(-2).reverse()]),
  ),
  mutant(
    'sorted-as-text',
    'Prices are sorted as texts.',
    ['RATE-009'],
    rates((list) => [...list].sort((a, b) => String(a['rate_cents']).localeCompare(String(b['rate_cents'])))),
  ),
  mutant(
    'one-id-for-all',
    'All rates have the same id.',
    ['RATE-010'],
    each((rate) => ({ ...rate, id: 'rate_1' })),
  ),
  mutant(
    'ids-per-carrier',
    'All rates of a carrier have the same id.',
    ['RATE-010'],
    each((rate) => ({ ...rate, id: `rate_${rate['carrier']}` })),
  ),
  mutant(
    'three-carriers',
    'One of the carriers never has rates.',
    ['RATE-011'],
    rates((list) => list.filter((rate) => rate['carrier'] !== list[0]?.['carrier'])),
  ),
  mutant(
    'failed-for-no-reason',
    'A carrier that answered is listed as failed.',
    ['RATE-012'],
    answers('createRates', (json) => ({ ...json, failed_carriers: [{ carrier: 'UPS' }] })),
  ),
  {
    id: 'expires-at-ten',
    deviation: 'Rates expire after ten minutes.',
    kills: ['RATE-013'],
    open: () =>
      refuses(
        'buyLabel',
        422,
        'RATE.EXPIRED',
        (_, request, wire) => wire.advancedMs(wire.accountOf(request)) >= 600_000,
      ),
  },
  mutant(
    'expired-sold',
    'Expired rates are sold.',
    ['RATE-014'],
    forgives('RATE.EXPIRED', { id: 'lbl_1', tracking_number: '9999' }),
  ),
  mutant('expired-not-found', 'Expired rates are not found.', ['RATE-014'], {
    response: (response) =>
      errorOf(response)?.['code'] === 'RATE.EXPIRED' ? refusal(404, 'RATE.NOT_FOUND') : undefined,
  }),
  mutant('unknown-rate-expired', 'Unknown rates are expired.', ['RATE-015'], {
    response: (response) =>
      errorOf(response)?.['code'] === 'RATE.NOT_FOUND' ? refusal(422, 'RATE.EXPIRED') : undefined,
  }),
  mutant(
    'unknown-rate-sold',
    'Unknown rates are sold.',
    ['RATE-015'],
    forgives('RATE.NOT_FOUND', { id: 'lbl_1', tracking_number: '9999' }),
  ),
  mutant(
    'byoa-as-platform',
    'Rates of own accounts are told as the platform’s.',
    ['RATE-018', 'RATE-020'],
    each((rate) => ({ ...rate, account_type: 'platform' })),
  ),
  mutant(
    'byoa-left-out',
    'Rates of own accounts are left out.',
    ['RATE-018', 'RATE-020'],
    rates((list) => list.filter((rate) => rate['account_type'] !== 'byoa')),
  ),
  mutant(
    'byoa-instead',
    'Rates of own accounts take the place of the platform’s.',
    ['RATE-018'],
    rates((list) => {
      const own = new Set(
        list.filter((rate) => rate['account_type'] === 'byoa').map((rate) => rate['carrier']),
      )
      return own.size === 0
        ? undefined
        : list.filter((rate) => rate['account_type'] === 'byoa' || !own.has(rate['carrier']))
    }),
  ),
  mutant(
    'all-byoa',
    'All rates are told as those of own accounts.',
    ['RATE-019'],
    each((rate) => ({ ...rate, account_type: 'byoa' })),
  ),
  mutant(
    'byoa-appended',
    'Rates of own accounts come after all others.',
    ['RATE-020'],
    rates((list) => {
      const own = list.filter((rate) => rate['account_type'] === 'byoa')
      return own.length === 0
        ? undefined
        : [...list.filter((rate) => rate['account_type'] !== 'byoa'), ...own]
    }),
  ),
  mutant('one-fails-all-fail', 'One carrier that fails spoils the whole answer.', [...failures, 'RATE-105'], {
    response: (response, { operation }) => {
      const json = successJson(response)
      return operation === 'createRates' && Array.isArray(json?.['failed_carriers'])
        ? refusal(503, 'RATE.CARRIER.UNAVAILABLE')
        : undefined
    },
  }),
  mutant(
    'one-fails-list-empty',
    'One carrier that fails empties the list.',
    [...failures],
    partial((json) => ({ ...json, rates: [] })),
  ),
  mutant(
    'one-fails-another-missing',
    'With one carrier another one goes.',
    [...failures],
    partial((json) => {
      const list = ratesOf(json)
      return { ...json, rates: list.filter((rate) => rate['carrier'] !== list[0]?.['carrier']) }
    }),
  ),
  mutant(
    'failed-not-listed',
    'Failed carriers are not listed.',
    ['RATE-105', 'RATE-106', 'RATE-108'],
    partial(({ failed_carriers: _, ...rest }) => rest),
  ),
  mutant(
    'failed-list-empty',
    'The list of failed carriers is empty.',
    ['RATE-105', 'RATE-108'],
    partial((json) => ({ ...json, failed_carriers: [] })),
  ),
  mutant(
    'failed-without-name',
    'A failed carrier is listed without its name.',
    ['RATE-105'],
    partial((json) => ({ ...json, failed_carriers: [{ error: 'timeout' }] })),
  ),
  mutant(
    'all-listed-as-failed',
    'All carriers are listed as failed once one is.',
    ['RATE-106'],
    partial((json) => ({ ...json, failed_carriers: ['USPS', 'UPS', 'FedEx', 'DHL'] })),
  ),
  {
    id: 'stale-rates-of-failed',
    deviation: 'A failed carrier is quoted from an earlier answer.',
    kills: ['RATE-107'],
    open: () => {
      let earlier: Rates = []
      return answers('createRates', (json) => {
        if (!Array.isArray(json['failed_carriers'])) {
          earlier = ratesOf(json)
          return undefined
        }
        return { ...json, rates: earlier }
      })
    },
  },
  mutant(
    'first-failure-only',
    'Only the first of several failures is listed.',
    ['RATE-108'],
    partial((json) => {
      const failed = json['failed_carriers']
      return Array.isArray(failed) && failed.length > 1
        ? { ...json, failed_carriers: failed.slice(0, 1) }
        : undefined
    }),
  ),
  mutant('all-down-crash', 'With every carrier down, the answer is a 500.', ['RATE-109'], {
    response: (response) =>
      errorOf(response)?.['code'] === 'RATE.CARRIER.UNAVAILABLE'
        ? refusal(500, 'LABEL.CREATION.FAILED')
        : undefined,
  }),
  mutant(
    'all-down-nothing',
    'With every carrier down, the answer is an empty list and no word of it.',
    ['RATE-109'],
    forgives('RATE.CARRIER.UNAVAILABLE', { rates: [] }),
  ),
  {
    id: 'failed-stays-away',
    deviation: 'A carrier that failed once is not asked again.',
    kills: ['RATE-110'],
    open: () => {
      let failed: unknown
      return {
        response: (response, { operation }) => {
          const json = jsonOf(response)
          if (operation !== 'createRates' || !isObject(json)) return undefined
          if (Array.isArray(json['failed_carriers'])) {
            failed = isObject(json['failed_carriers'][0]) ? json['failed_carriers'][0]['carrier'] : undefined
            return undefined
          }
          return failed === undefined
            ? undefined
            : withJson(response, {
                ...json,
                rates: ratesOf({ ...json }).filter((rate) => rate['carrier'] !== failed),
              })
        },
      }
    },
  },
]
