import { expect } from 'vitest'
import { liveBalance, quote, readBody } from '../support/account.ts'
import { refusal } from '../support/refusal.ts'
import { label } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

choiceTest(
  [27],
  'a rate can be bought until it is 15 minutes old, to the millisecond',
  async ({ account }) => {
    const [{ id: rate_id, carrier, service, rate_cents }] = await quote(account)
    await account.advance('15m')
    const bought = readBody(await account.call('POST /v1/labels', { rate_id }), 201, label)
    expect(bought).toMatchObject({ carrier, service, rate_cents })
  },
)

choiceTest([27], 'a millisecond later it has expired, and stays so for a day', async ({ account }) => {
  const { live } = account.keys
  const [{ id: rate_id }] = await quote(account, {}, { key: live })
  await account.advance('900001ms')
  refusal(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.EXPIRED')
  await account.advance('86399999ms')
  refusal(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.EXPIRED')
  await account.advance('1ms')
  refusal(await account.call('POST /v1/labels', { rate_id }, { key: live }), 'RATE.NOT_FOUND')
  expect(await liveBalance(account)).toBe(100_000)
})
