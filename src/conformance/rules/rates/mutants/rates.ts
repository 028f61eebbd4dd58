import { acceptsInsteadOf, answers, type Json, mutant, refuses } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { rates } from '../../../proof/quotes.ts'
import type { RuleId } from '../../../rule.ts'

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
    'unknown-rate-sold',
    'Unknown rates are sold.',
    ['RATE-015'],
    acceptsInsteadOf('RATE.NOT_FOUND', { id: 'lbl_1', tracking_number: '9999' }),
  ),
]
