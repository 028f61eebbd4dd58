import { expect } from 'vitest'
import { createAccount, liveBalance, quote, read } from '../support/account.ts'
import { label } from '../support/wire.ts'
import { refusal } from './refusal.ts'
import { rowTests } from './row-tests.ts'

const rowTest = rowTests()

rowTest(
  ['state:rate-valid', 'constant:rate validity', 'choice:27'],
  'a rate can be bought until it is 15 minutes old, to the millisecond',
  async ({ account }) => {
    const [{ id: rate_id, carrier, service, rate_cents }] = await quote(account)
    await account.advance('15m')
    const bought = read(await account.call('POST /v1/labels', { rate_id }), 201, label)
    expect(bought).toMatchObject({ carrier, service, rate_cents })
  },
)

rowTest(
  ['error:RATE.EXPIRED', 'state:rate-expired', 'constant:rate validity', 'rule:3', 'choice:27'],
  'a millisecond later it has expired, and stays so for a day',
  async ({ account }) => {
    const { live } = account.keys
    const [{ id: rate_id }] = await quote(account, {}, { key: live })
    await account.advance('900001ms')
    refusal(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.EXPIRED')
    await account.advance('86399999ms')
    refusal(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.EXPIRED')
    await account.advance('1ms')
    refusal(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.NOT_FOUND')
    expect(await liveBalance(account)).toBe(100_000)
  },
)

rowTest(
  ['error:RATE.NOT_FOUND', 'rule:3'],
  'an id that no rates response held cannot be bought',
  async ({ account }) => {
    const [{ id }] = await quote(account)
    const last = id.endsWith('z') ? 'y' : 'z'
    for (const rate_id of [
      `${id.slice(0, -2)}zz`,
      `${id.slice(0, 10)}${last}${id.slice(11)}`,
      'rate_none',
      'x',
      id.toUpperCase(),
    ]) {
      refusal(await account.call('POST /v1/labels', { rate_id }), 'RATE.NOT_FOUND')
    }
  },
)

rowTest(
  ['error:RATE.NOT_FOUND', 'choice:16'],
  "nor can another account's rate",
  async ({ account, simulator }) => {
    const stranger = await createAccount(simulator.url)
    const [{ id: rate_id }] = await quote(stranger)
    refusal(await account.call('POST /v1/labels', { rate_id }), 'RATE.NOT_FOUND')
  },
)

rowTest(
  ['error:RATE.EXPIRED', 'error:RATE.NOT_FOUND'],
  'the magic of an address that asks for them at rates',
  async ({ account }) => {
    const named = (name: string) => ({
      from_address: {
        name,
        street1: '350 5th Ave',
        city: 'New York',
        state: 'NY',
        zip: '10118',
        country: 'US',
      },
      to_address: {
        name: 'Ada',
        street1: '2 Oak St',
        city: 'Austin',
        state: 'TX',
        zip: '78704',
        country: 'US',
      },
      parcel: { weight_oz: 8, length: 4, width: 4, height: 4 },
    })
    refusal(await account.call('POST /v1/rates', named('sim:RATE.EXPIRED')), 'RATE.EXPIRED')
    refusal(await account.call('POST /v1/rates', named('sim:RATE.NOT_FOUND')), 'RATE.NOT_FOUND')
  },
)
