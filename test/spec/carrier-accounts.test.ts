import { expect } from 'vitest'
import { type Account, liveBalance, quote, read, startedAt } from '../support/account.ts'
import { ratesBody } from '../support/parcels.ts'
import { carrierAccount, carrierAccounts, label, rates } from '../support/wire.ts'
import { refusal } from './refusal.ts'
import { rowTests } from './row-tests.ts'

const rowTest = rowTests()

async function connect(account: Account, connection: Readonly<Record<string, unknown>>) {
  return carrierAccount.parse(await account.control('POST /carrier-accounts', connection))
}

async function list(account: Account) {
  return read(await account.call('GET /v1/carrier-accounts'), 200, carrierAccounts).carrier_accounts
}

rowTest(
  ['endpoint:GET /v1/carrier-accounts', 'rule:8', 'choice:40'],
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
    expect(read(live, 200, carrierAccounts)).toEqual({ carrier_accounts: [ups, usps] })
    await account.control(`DELETE /carrier-accounts/${ups.id}`)
    expect(await list(account)).toEqual([usps])
  },
)

rowTest(
  ['error:CARRIER.ACCOUNT.INVALID_CREDENTIALS', 'rule:8', 'choice:40', 'choice:25'],
  'rejected credentials spoil the list, and in rates leave only that account out',
  async ({ account }) => {
    await connect(account, { carrier: 'FedEx', credentials: 'rejected' })
    refusal(await account.call('GET /v1/carrier-accounts'), 'CARRIER.ACCOUNT.INVALID_CREDENTIALS')
    const body = read(await account.call('POST /v1/rates', ratesBody()), 200, rates)
    expect(body.failed_carriers).toMatchObject([
      { carrier: 'FedEx', code: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS' },
    ])
    expect(body.rates.every(({ account_type }) => account_type === 'platform')).toBe(true)
    expect(body.rates.some(({ carrier }) => carrier === 'FedEx')).toBe(true)
  },
)

rowTest(
  ['choice:25'],
  'each account with rejected credentials has its entry; a carrier that fails has one, however many are connected',
  async ({ account }) => {
    for (const credentials of ['rejected', 'valid', 'rejected'])
      await connect(account, { carrier: 'FedEx', credentials })
    const some = read(await account.call('POST /v1/rates', ratesBody()), 200, rates)
    const entry = { carrier: 'FedEx', code: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS' }
    expect(some.failed_carriers).toMatchObject([entry, entry])
    const types = some.rates
      .filter(({ carrier }) => carrier === 'FedEx')
      .map(({ account_type }) => account_type)
    expect(new Set(types)).toEqual(new Set(['platform', 'byoa']))

    await account.control('POST /faults', { target: 'carrier:FedEx', operation: 'rates', mode: 'down' })
    const none = read(await account.call('POST /v1/rates', ratesBody()), 200, rates)
    expect(none.failed_carriers).toMatchObject([{ carrier: 'FedEx', code: 'RATE.CARRIER.UNAVAILABLE' }])
  },
)

async function ownRate(account: Account) {
  const offered = await quote(account, {}, { key: account.keys.live })
  const rate = offered.find(({ account_type }) => account_type === 'byoa')
  if (rate === undefined) throw new Error('The connected account gave no rate.')
  return rate
}

rowTest(
  ['error:CARRIER.ACCOUNT.NOT_FOUND', 'rule:8', 'choice:40'],
  "a connected account's rate can be bought, but not once the account has gone",
  async ({ account }) => {
    const live = { key: account.keys.live }
    const { id } = await connect(account, { carrier: 'UPS' })
    const { id: rate_id, rate_cents } = await ownRate(account)
    const bought = read(await account.call('POST /v1/labels', { rate_id }, live), 201, label)
    expect(bought).toMatchObject({ carrier: 'UPS', rate_cents })
    await account.control(`DELETE /carrier-accounts/${id}`)
    refusal(await account.call('POST /v1/labels', { rate_id }, live), 'CARRIER.ACCOUNT.NOT_FOUND')
    expect(await liveBalance(account)).toBe(100_000 - rate_cents)
  },
)

rowTest(
  ['error:CARRIER.ACCOUNT.INVALID_CREDENTIALS', 'choice:40'],
  'nor when the carrier rejects its credentials at purchase',
  async ({ account }) => {
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
  },
)

rowTest(
  ['error:CARRIER.ERROR.UNKNOWN', 'rule:8', 'extra-error-field:raw_carrier_error'],
  'an unexpected failure of a carrier is passed on in its own words, connected accounts or none',
  async ({ account }) => {
    const message = 'HTTP 599 from gateway'
    for (const mode of ['down', 'error', 'malformed']) {
      await account.control('POST /faults', {
        target: 'carrier:DHL',
        operation: 'accounts',
        mode,
        message,
        times: 1,
      })
      const error = refusal(await account.call('GET /v1/carrier-accounts'), 'CARRIER.ERROR.UNKNOWN')
      expect(error.raw_carrier_error).toContain(message)
    }
    expect(await list(account)).toEqual([])
  },
)

rowTest(
  ['error:CARRIER.ACCOUNT.NOT_FOUND', 'rule:8'],
  'an account the carrier does not know is not found',
  async ({ account }) => {
    await account.control('POST /faults', {
      target: 'carrier:UPS',
      operation: 'accounts',
      mode: 'reject',
      code: 'CARRIER.ACCOUNT.NOT_FOUND',
    })
    refusal(await account.call('GET /v1/carrier-accounts'), 'CARRIER.ACCOUNT.NOT_FOUND')
  },
)
