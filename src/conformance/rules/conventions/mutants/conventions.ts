import { answers, errorOf } from '../../../../variations/json-responses.ts'
import { withHeader } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { lyingAt, mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'

const onPurchase = lyingAt('buyLabel')

const html = Buffer.from('<!doctype html><title>Shipping</title>')

export const conventionMutants: readonly Mutant[] = [
  mutant('html-success', 'Good answers are pages.')
    .kills('CONV-001')
    .by({
      response: (response, { operation }) =>
        operation === 'getWallet' && response.status === 200 ? { ...response, body: html } : undefined,
    }),
  mutant('html-errors', 'Errors are pages.')
    .kills('CONV-001', 'ERR-001')
    .by({
      response: (response) => (errorOf(response) === undefined ? undefined : { ...response, body: html }),
    }),
  mutant('text-content-type', 'JSON is declared as plain text.')
    .kills('CONV-002')
    .by({ response: (response) => withHeader(response, 'content-type', 'text/plain') }),
  mutant('no-content-type', 'JSON is not declared at all.')
    .kills('CONV-002')
    .by({ response: (response) => withHeader(response, 'content-type', undefined) }),
  mutant('errors-declared-as-html', 'Errors are declared as pages.')
    .kills('CONV-002')
    .by({
      response: (response) =>
        response.status < 400 ? undefined : withHeader(response, 'content-type', 'text/html; charset=utf-8'),
    }),
  mutant('money-in-dollars', 'Prices are dollars with decimals.')
    .kills('CONV-003', 'RATE-005')
    .by(
      answers('createRates', (json) => ({
        ...json,
        rates: list(json['rates']).map((rate) => ({
          ...rate,
          rate_cents: Number(rate['rate_cents']) / 100 + 0.001,
        })),
      })),
    ),
  onPurchase('money-as-text', 'Amounts of money are texts.')
    .kills('CONV-003', 'LABEL-006')
    .by((json) => ({ ...json, wallet_balance_after_cents: String(json['wallet_balance_after_cents']) })),
  mutant('epoch-timestamps', 'Timestamps are seconds since 1970.')
    .kills('CONV-004')
    .by(
      answers(['buyLabel', 'getLabel'], (json) =>
        'created_at' in json ? { ...json, created_at: 1_893_456_000 } : { ...json, made_at: 1_893_456_000 },
      ),
    ),
  onPurchase('epoch-in-a-list', 'A list of times has seconds since 1970.')
    .kills('CONV-004')
    .by((json) => ({ ...json, printed_at: [1_893_456_000] })),
  mutant('unversioned', 'The endpoints answer without a version, too.')
    .kills('VER-001')
    .by({
      request: (request) => (request.path === '/wallet' ? { ...request, path: '/v1/wallet' } : undefined),
    }),
]

function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
