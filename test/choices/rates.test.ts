import { expect } from 'vitest'
import { type Account, quote, readBody } from '../support/account.ts'
import { parcel, ratesBody, recipient } from '../support/labels/parcels.ts'
import { refusal } from '../support/refusal.ts'
import { type Rate, rates } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

const carrierNames = ['DHL', 'FedEx', 'UPS', 'USPS']

async function ask(account: Account, changes: Readonly<Record<string, unknown>> = {}) {
  return readBody(await account.call('POST /v1/rates', ratesBody(changes)), 200, rates)
}

function carriersOf(list: readonly { readonly carrier: string }[]): string[] {
  return [...new Set(list.map(({ carrier }) => carrier))].sort()
}

choiceTest([24], 'the cheapest stands first; equal prices go by carrier and service', async ({ account }) => {
  let ties = 0
  for (const weight_oz of [1, 16, 65, 160, 800]) {
    const { rates: list } = await ask(account, { parcel: { ...parcel, weight_oz } })
    expect(list).toEqual([...list].sort(byPrice))
    ties += list.length - new Set(list.map(({ rate_cents }) => rate_cents)).size
  }
  expect(ties).toBeGreaterThan(0)
})

function byPrice(a: Rate, b: Rate): number {
  const [x, y] = [a, b].map(({ carrier, service }) => `${carrier}\n${service}`)
  return a.rate_cents - b.rate_cents || (String(x) < String(y) ? -1 : 1)
}

choiceTest(
  [25],
  "the rates of a connected account stand beside the platform's, and fail with them",
  async ({ account }) => {
    await account.control('POST /carrier-accounts', { carrier: 'UPS' })
    const { rates: list } = await ask(account)
    const own = list.filter(({ account_type }) => account_type === 'byoa')
    const platform = list.filter(({ account_type }) => account_type === 'platform')
    expect(carriersOf(own)).toEqual(['UPS'])
    expect(carriersOf(platform)).toEqual(carrierNames)
    expect(list).toEqual([...list].sort((a, b) => a.rate_cents - b.rate_cents))

    await account.control('POST /faults', { target: 'carrier:UPS', operation: 'rates', mode: 'down' })
    const broken = await ask(account)
    expect(broken.failed_carriers?.map(({ carrier }) => carrier)).toEqual(['UPS'])
    expect(carriersOf(broken.rates)).toEqual(['DHL', 'FedEx', 'USPS'])
  },
)

choiceTest([26], 'with every carrier down there are no rates at all', async ({ account }) => {
  await account.control('POST /faults', { target: 'carrier:*', operation: 'rates', mode: 'down' })
  refusal(await account.call('POST /v1/rates', ratesBody()), 'RATE.CARRIER.UNAVAILABLE')
  await account.control('DELETE /faults')
  const magic = ratesBody({ to_address: { ...recipient, name: 'sim:carrier=*:down' } })
  refusal(await account.call('POST /v1/rates', magic), 'RATE.CARRIER.UNAVAILABLE')
})

choiceTest([23, 49], 'what cannot be delivered or carried is quoted all the same', async ({ account }) => {
  const beyond = [
    { to_address: { ...recipient, zip: '00000' } },
    { to_address: { ...recipient, state: 'ZZ' } },
    { to_address: { ...recipient, street1: 'PO Box 12' } },
    { to_address: { ...recipient, city: 'Lyon', state: 'ARA', zip: '69001', country: 'FR' } },
    { parcel: { ...parcel, weight_oz: 5_000 } },
    { parcel: { ...parcel, weight_oz: 1_000_001, length: 10_001 } },
    { parcel: { weight_oz: 1e308, length: 1e308, width: 1e308, height: 1e308 } },
  ]
  for (const changes of beyond) expect(carriersOf((await ask(account, changes)).rates)).toEqual(carrierNames)
})

choiceTest(
  [22],
  'all four measures of a parcel are required, and size counts as weight does',
  async ({ account }) => {
    for (const field of ['weight_oz', 'length', 'width', 'height']) {
      const body = ratesBody({ parcel: { ...parcel, [field]: undefined } })
      const error = refusal(await account.call('POST /v1/rates', body), 'VALIDATION.FIELD.REQUIRED')
      expect(error.field).toBe(`parcel.${field}`)
    }
    const small = await priceOf(account, { weight_oz: 48, length: 10, width: 8, height: 4 })
    const heavy = await priceOf(account, { weight_oz: 480, length: 10, width: 8, height: 4 })
    expect(heavy).toBeGreaterThan(small)
    for (const side of ['length', 'width', 'height']) {
      const large = await priceOf(account, { weight_oz: 48, length: 10, width: 8, height: 4, [side]: 40 })
      expect(large).toBeGreaterThan(small)
    }
  },
)

async function priceOf(account: Account, measures: Readonly<Record<string, number>>): Promise<number> {
  const list = await quote(account, { parcel: measures })
  const ground = list.find(({ carrier, service }) => carrier === 'UPS' && service === 'Ground')
  if (ground === undefined) throw new Error('UPS Ground was not quoted.')
  return ground.rate_cents
}
