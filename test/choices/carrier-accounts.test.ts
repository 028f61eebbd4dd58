import { expect } from 'vitest'
import { type Account, liveBalance, quote, readBody, startedAt } from '../support/account.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { refusal } from '../support/refusal.ts'
import { carrierAccount, carrierAccounts, label, rates } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

async function connect(account: Account, connection: Readonly<Record<string, unknown>>) {
  return carrierAccount.parse(await account.control('POST /carrier-accounts', connection))
}

async function list(account: Account) {
  return readBody(await account.call('GET /v1/carrier-accounts'), 200, carrierAccounts).carrier_accounts
}

choiceTest(
  [40],
  'the connected accounts are listed, for the test key as for the live one',
  async ({ account }) => {
    expect(await list(account)).toEqual([])
    const ups = await connect(account, { carrier: 'UPS', nickname: 'Dock 4' })
    const usps = await connect(account, { carrier: 'USPS' })
    expect(ups).toMatchObject({
      carrier: 'UPS',
      nickname: 'Dock 4',
      status: 'active',
      connected_at: startedAt,
    })
    expect(await list(account)).toEqual([ups, usps])
    const live = await account.call('GET /v1/carrier-accounts', undefined, { key: account.keys.live })
    expect(readBody(live, 200, carrierAccounts)).toEqual({ carrier_accounts: [ups, usps] })
    await account.control(`DELETE /carrier-accounts/${ups.id}`)
    expect(await list(account)).toEqual([usps])
  },
)

choiceTest(
  [40, 25],
  'rejected credentials spoil the list, and in rates leave only that account out',
  async ({ account }) => {
    const { id: good } = await connect(account, { carrier: 'UPS' })
    const { id } = await connect(account, { carrier: 'FedEx', nickname: 'Dock 4', credentials: 'rejected' })
    const first = refusal(
      await account.call('GET /v1/carrier-accounts'),
      'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
    )
    expect(first.message).toContain(`carrier account ${id} (FedEx, "Dock 4").`)
    const other = await connect(account, { carrier: 'DHL', credentials: 'rejected' })
    const both = refusal(
      await account.call('GET /v1/carrier-accounts'),
      'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
    )
    expect(both.message).toContain(`${id} (FedEx, "Dock 4"), ${other.id} (DHL, "DHL account")`)
    for (const gone of [good, other.id]) await account.control(`DELETE /carrier-accounts/${gone}`)
    const body = readBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
    expect(body.failed_carriers).toMatchObject([
      { carrier: 'FedEx', code: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS' },
    ])
    expect(body.rates.every(({ account_type }) => account_type === 'platform')).toBe(true)
    expect(body.rates.some(({ carrier }) => carrier === 'FedEx')).toBe(true)
  },
)

choiceTest(
  [25],
  'each account with rejected credentials has its entry; a carrier that fails has one, however many are connected',
  async ({ account }) => {
    for (const credentials of ['rejected', 'valid', 'rejected'])
      await connect(account, { carrier: 'FedEx', credentials })
    const some = readBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
    const entry = { carrier: 'FedEx', code: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS' }
    expect(some.failed_carriers).toMatchObject([entry, entry])
    const types = some.rates
      .filter(({ carrier }) => carrier === 'FedEx')
      .map(({ account_type }) => account_type)
    expect(new Set(types)).toEqual(new Set(['platform', 'byoa']))

    await account.control('POST /faults', { target: 'carrier:FedEx', operation: 'rates', mode: 'down' })
    const none = readBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
    expect(none.failed_carriers).toMatchObject([{ carrier: 'FedEx', code: 'RATE.CARRIER.UNAVAILABLE' }])
  },
)

async function ownRate(account: Account) {
  const offered = await quote(account, {}, { key: account.keys.live })
  const rate = offered.find(({ account_type }) => account_type === 'byoa')
  if (rate === undefined) throw new Error('The connected account gave no rate.')
  return rate
}

choiceTest(
  [40],
  "a connected account's rate can be bought, but not once the account has gone",
  async ({ account }) => {
    const live = { key: account.keys.live }
    const { id } = await connect(account, { carrier: 'UPS' })
    const { id: rate_id, rate_cents } = await ownRate(account)
    const bought = readBody(await account.call('POST /v1/labels', { rate_id }, live), 201, label)
    expect(bought).toMatchObject({ carrier: 'UPS', rate_cents })
    await account.control(`DELETE /carrier-accounts/${id}`)
    refusal(await account.call('POST /v1/labels', { rate_id }, live), 'CARRIER.ACCOUNT.NOT_FOUND')
    expect(await liveBalance(account)).toBe(100_000 - rate_cents)
  },
)

choiceTest([40], 'nor when the carrier rejects its credentials at purchase', async ({ account }) => {
  await connect(account, { carrier: 'UPS' })
  const { id: rate_id } = await ownRate(account)
  await account.control('POST /faults', {
    target: 'carrier:UPS',
    operation: 'labels',
    mode: 'reject',
    code: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
  })
  const answer = await account.call('POST /v1/labels', { rate_id }, { key: account.keys.live })
  refusal(answer, 'CARRIER.ACCOUNT.INVALID_CREDENTIALS')
  expect(await liveBalance(account)).toBe(100_000)
})
