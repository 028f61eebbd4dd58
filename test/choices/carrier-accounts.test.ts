import { expect } from 'vitest'
import { type Account, expectBody, readLiveBalance, requestRates, startedAt } from '../support/account.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { carrierAccount, carrierAccounts, label, rates } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

async function connectCarrierAccount(account: Account, connection: Readonly<Record<string, unknown>>) {
  return carrierAccount.parse(await account.control('POST /carrier-accounts', connection))
}

async function listCarrierAccounts(account: Account) {
  return expectBody(await account.call('GET /v1/carrier-accounts'), 200, carrierAccounts).carrier_accounts
}

choiceTest(
  [40],
  'the list of connected carrier accounts is the same for the test key and the live key',
  async ({ account }) => {
    expect(await listCarrierAccounts(account)).toEqual([])
    const ups = await connectCarrierAccount(account, { carrier: 'UPS', nickname: 'Dock 4' })
    const usps = await connectCarrierAccount(account, { carrier: 'USPS' })
    expect(ups).toMatchObject({
      carrier: 'UPS',
      nickname: 'Dock 4',
      status: 'active',
      connected_at: startedAt,
    })
    expect(await listCarrierAccounts(account)).toEqual([ups, usps])
    const live = await account.call('GET /v1/carrier-accounts', undefined, { key: account.keys.live })
    expect(expectBody(live, 200, carrierAccounts)).toEqual({ carrier_accounts: [ups, usps] })
    await account.control(`DELETE /carrier-accounts/${ups.id}`)
    expect(await listCarrierAccounts(account)).toEqual([usps])
  },
)

choiceTest(
  [40, 25],
  'a carrier account with rejected credentials makes the list of accounts fail, but no rates of other accounts',
  async ({ account }) => {
    const { id: good } = await connectCarrierAccount(account, { carrier: 'UPS' })
    const { id } = await connectCarrierAccount(account, {
      carrier: 'FedEx',
      nickname: 'Dock 4',
      credentials: 'rejected',
    })
    const first = expectError(
      await account.call('GET /v1/carrier-accounts'),
      'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
    )
    expect(first.message).toContain(`carrier account ${id} (FedEx, "Dock 4").`)
    const other = await connectCarrierAccount(account, { carrier: 'DHL', credentials: 'rejected' })
    const both = expectError(
      await account.call('GET /v1/carrier-accounts'),
      'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
    )
    expect(both.message).toContain(`${id} (FedEx, "Dock 4"), ${other.id} (DHL, "DHL account")`)
    for (const gone of [good, other.id]) await account.control(`DELETE /carrier-accounts/${gone}`)
    const body = expectBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
    expect(body.failed_carriers).toMatchObject([
      { carrier: 'FedEx', code: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS' },
    ])
    expect(body.rates.every(({ account_type }) => account_type === 'platform')).toBe(true)
    expect(body.rates.some(({ carrier }) => carrier === 'FedEx')).toBe(true)
  },
)

choiceTest(
  [25],
  'failed_carriers lists each account with rejected credentials, and lists a carrier that is down only once',
  async ({ account }) => {
    for (const credentials of ['rejected', 'valid', 'rejected'])
      await connectCarrierAccount(account, { carrier: 'FedEx', credentials })
    const some = expectBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
    const entry = { carrier: 'FedEx', code: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS' }
    expect(some.failed_carriers).toMatchObject([entry, entry])
    const types = some.rates
      .filter(({ carrier }) => carrier === 'FedEx')
      .map(({ account_type }) => account_type)
    expect(new Set(types)).toEqual(new Set(['platform', 'byoa']))

    await account.control('POST /faults', { target: 'carrier:FedEx', operation: 'rates', mode: 'down' })
    const none = expectBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
    expect(none.failed_carriers).toMatchObject([{ carrier: 'FedEx', code: 'RATE.CARRIER.UNAVAILABLE' }])
  },
)

async function findByoaRate(account: Account) {
  const offered = await requestRates(account, {}, { key: account.keys.live })
  const rate = offered.find(({ account_type }) => account_type === 'byoa')
  if (rate === undefined) throw new Error('The connected account gave no rate.')
  return rate
}

choiceTest(
  [40],
  'a rate of a connected carrier account can be bought until the account is disconnected',
  async ({ account }) => {
    const live = { key: account.keys.live }
    const { id } = await connectCarrierAccount(account, { carrier: 'UPS' })
    const { id: rate_id, rate_cents } = await findByoaRate(account)
    const bought = expectBody(await account.call('POST /v1/labels', { rate_id }, live), 201, label)
    expect(bought).toMatchObject({ carrier: 'UPS', rate_cents })
    await account.control(`DELETE /carrier-accounts/${id}`)
    expectError(await account.call('POST /v1/labels', { rate_id }, live), 'CARRIER.ACCOUNT.NOT_FOUND')
    expect(await readLiveBalance(account)).toBe(100_000 - rate_cents)
  },
)

choiceTest(
  [40],
  'a rate of a connected carrier account cannot be bought if the carrier rejects its credentials',
  async ({ account }) => {
    await connectCarrierAccount(account, { carrier: 'UPS' })
    const { id: rate_id } = await findByoaRate(account)
    await account.control('POST /faults', {
      target: 'carrier:UPS',
      operation: 'labels',
      mode: 'reject',
      code: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
    })
    const answer = await account.call('POST /v1/labels', { rate_id }, { key: account.keys.live })
    expectError(answer, 'CARRIER.ACCOUNT.INVALID_CREDENTIALS')
    expect(await readLiveBalance(account)).toBe(100_000)
  },
)
