import { expect } from 'vitest'
import { expectBody, readLiveBalance, requestRates } from '../support/account.ts'
import { expectError } from '../support/refusal.ts'
import { label } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

choiceTest([27], 'a rate can be bought until it is exactly 15 minutes old', async ({ account }) => {
  const [{ id: rate_id, carrier, service, rate_cents }] = await requestRates(account)
  await account.advance('15m')
  const bought = expectBody(await account.call('POST /v1/labels', { rate_id }), 201, label)
  expect(bought).toMatchObject({ carrier, service, rate_cents })
})

choiceTest(
  [27],
  'a rate is expired a millisecond after 15 minutes, and unknown a day later',
  async ({ account }) => {
    const { live } = account.keys
    const [{ id: rate_id }] = await requestRates(account, {}, { key: live })
    await account.advance('900001ms')
    expectError(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.EXPIRED')
    await account.advance('86399999ms')
    expectError(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.EXPIRED')
    await account.advance('1ms')
    expectError(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.NOT_FOUND')
    expect(await readLiveBalance(account)).toBe(100_000)
  },
)
