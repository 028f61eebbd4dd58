import { expect, it } from 'vitest'
import { carriers } from '../carriers/carrier.ts'
import { type RateBody, type RatesBody, renderRatesJson } from './rates.ts'

const rates: readonly RateBody[] = carriers.flatMap(({ name, services }) =>
  services.map((service, index) => ({
    id: `rate_0123456789abcdefghij${index}`,
    carrier: name,
    service: service.name,
    rate_cents: 100 + index,
    carrier_eta: '2026-11-30',
    carbon_grams: index,
    account_type: index % 2 === 0 ? 'platform' : 'byoa',
  })),
)

const failed: RatesBody['failed_carriers'] = [
  { carrier: 'UPS', code: 'RATE.CARRIER.UNAVAILABLE', message: 'UPS "Ground" does\nnot respond.' },
]

it.each<[string, RatesBody]>([
  ['the rates of every service', { rates }],
  [
    'a service with characters to escape',
    { rates: rates.slice(0, 1).map((rate) => ({ ...rate, service: 'A "B"\\\n' })) },
  ],
  ['failed carriers', { rates, failed_carriers: failed }],
  ['no rates', { rates: [], failed_carriers: failed }],
])('renderRatesJson writes the same text as JSON.stringify for %s', (_, body) => {
  expect(renderRatesJson(body)).toBe(JSON.stringify(body))
})
