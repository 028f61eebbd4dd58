import { expect } from 'vitest'
import { type Account, expectBody, requestRates } from '../support/account.ts'
import { parcel, ratesBody, recipient } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { type Rate, rates } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

const carrierNames = ['DHL', 'FedEx', 'UPS', 'USPS']

async function readRates(account: Account, changes: Readonly<Record<string, unknown>> = {}) {
  return expectBody(await account.call('POST /v1/rates', ratesBody(changes)), 200, rates)
}

function listCarriers(list: readonly { readonly carrier: string }[]): string[] {
  return [...new Set(list.map(({ carrier }) => carrier))].sort()
}

choiceTest(
  [24],
  'rates are sorted by price, and rates of equal price by carrier and service',
  async ({ account }) => {
    let ties = 0
    for (const weight_oz of [1, 16, 65, 160, 800]) {
      const { rates: list } = await readRates(account, { parcel: { ...parcel, weight_oz } })
      expect(list).toEqual([...list].sort(compareRates))
      ties += list.length - new Set(list.map(({ rate_cents }) => rate_cents)).size
    }
    expect(ties).toBeGreaterThan(0)
  },
)

function compareRates(a: Rate, b: Rate): number {
  const [x, y] = [a, b].map(({ carrier, service }) => `${carrier}\n${service}`)
  return a.rate_cents - b.rate_cents || (String(x) < String(y) ? -1 : 1)
}

choiceTest(
  [25],
  "the rates of a connected carrier account are listed among the platform's, and fail with their carrier",
  async ({ account }) => {
    await account.control('POST /carrier-accounts', { carrier: 'UPS' })
    const { rates: list } = await readRates(account)
    const own = list.filter(({ account_type }) => account_type === 'byoa')
    const platform = list.filter(({ account_type }) => account_type === 'platform')
    expect(listCarriers(own)).toEqual(['UPS'])
    expect(listCarriers(platform)).toEqual(carrierNames)
    expect(list).toEqual([...list].sort((a, b) => a.rate_cents - b.rate_cents))

    await account.control('POST /faults', { target: 'carrier:UPS', operation: 'rates', mode: 'down' })
    const broken = await readRates(account)
    expect(broken.failed_carriers?.map(({ carrier }) => carrier)).toEqual(['UPS'])
    expect(listCarriers(broken.rates)).toEqual(['DHL', 'FedEx', 'USPS'])
  },
)

choiceTest([26], 'a rates request fails with 503 if every carrier is down', async ({ account }) => {
  await account.control('POST /faults', { target: 'carrier:*', operation: 'rates', mode: 'down' })
  expectError(await account.call('POST /v1/rates', ratesBody()), 'RATE.CARRIER.UNAVAILABLE')
  await account.control('DELETE /faults')
  const magic = ratesBody({ to_address: { ...recipient, name: 'sim:carrier=*:down' } })
  expectError(await account.call('POST /v1/rates', magic), 'RATE.CARRIER.UNAVAILABLE')
})

choiceTest(
  [23, 49],
  'an undeliverable address and an overweight parcel still get rates from every carrier',
  async ({ account }) => {
    const beyond = [
      { to_address: { ...recipient, zip: '00000' } },
      { to_address: { ...recipient, state: 'ZZ' } },
      { to_address: { ...recipient, street1: 'PO Box 12' } },
      { to_address: { ...recipient, city: 'Lyon', state: 'ARA', zip: '69001', country: 'FR' } },
      { parcel: { ...parcel, weight_oz: 5_000 } },
      { parcel: { ...parcel, weight_oz: 1_000_001, length: 10_001 } },
      { parcel: { weight_oz: 1e308, length: 1e308, width: 1e308, height: 1e308 } },
    ]
    for (const changes of beyond)
      expect(listCarriers((await readRates(account, changes)).rates)).toEqual(carrierNames)
  },
)

choiceTest(
  [22],
  'a rates request requires all four measures of the parcel, and a larger parcel costs more',
  async ({ account }) => {
    for (const field of ['weight_oz', 'length', 'width', 'height']) {
      const body = ratesBody({ parcel: { ...parcel, [field]: undefined } })
      const error = expectError(await account.call('POST /v1/rates', body), 'VALIDATION.FIELD.REQUIRED')
      expect(error.field).toBe(`parcel.${field}`)
    }
    const small = await readGroundPrice(account, { weight_oz: 48, length: 10, width: 8, height: 4 })
    const heavy = await readGroundPrice(account, { weight_oz: 480, length: 10, width: 8, height: 4 })
    expect(heavy).toBeGreaterThan(small)
    for (const side of ['length', 'width', 'height']) {
      const large = await readGroundPrice(account, {
        weight_oz: 48,
        length: 10,
        width: 8,
        height: 4,
        [side]: 40,
      })
      expect(large).toBeGreaterThan(small)
    }
  },
)

async function readGroundPrice(
  account: Account,
  measures: Readonly<Record<string, number>>,
): Promise<number> {
  const list = await requestRates(account, { parcel: measures })
  const ground = list.find(({ carrier, service }) => carrier === 'UPS' && service === 'Ground')
  if (ground === undefined) throw new Error('UPS Ground was not quoted.')
  return ground.rate_cents
}
