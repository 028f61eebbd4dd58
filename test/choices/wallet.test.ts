import { expect } from 'vitest'
import { type Account, liveBalance, quote, readBody } from '../support/account.ts'
import { batchItem } from '../support/labels/parcels.ts'
import { refusal } from '../support/refusal.ts'
import { label, wallet } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

async function walletOf(account: Account, environment: 'test' | 'live') {
  return readBody(
    await account.call('GET /v1/wallet', undefined, { key: account.keys[environment] }),
    200,
    wallet,
  )
}

/** Tries to buy the cheapest rate with the live key. */
async function order(account: Account) {
  const live = { key: account.keys.live }
  const [{ id: rate_id, rate_cents }] = await quote(account, {}, live)
  return { rate_cents, answer: await account.call('POST /v1/labels', { rate_id }, live) }
}

choiceTest([32, 31], 'the live key sees the balance, the test key an unlimited one', async ({ account }) => {
  expect(await walletOf(account, 'live')).toEqual({
    balance_cents: 100_000,
    currency: 'USD',
    unlimited: false,
    auto_reload: { enabled: false, threshold_cents: null, amount_cents: null },
    payment_method: 'valid',
  })
  expect((await walletOf(account, 'test')).unlimited).toBe(true)
  await account.control('PATCH /wallet', {
    auto_reload: { threshold_cents: 2_000, amount_cents: 5_000 },
    payment_method: 'declined',
  })
  expect(await walletOf(account, 'live')).toMatchObject({
    auto_reload: { enabled: true, threshold_cents: 2_000, amount_cents: 5_000 },
    payment_method: 'declined',
  })
})

choiceTest([30], 'auto-reload fails with the card: declined, or none there', async ({ account }) => {
  const auto_reload = { threshold_cents: 0, amount_cents: 5_000 }
  await account.control('PATCH /wallet', { balance_cents: 1, auto_reload, payment_method: 'declined' })
  refusal((await order(account)).answer, 'WALLET.PAYMENT.FAILED')
  await account.control('PATCH /wallet', { payment_method: 'none' })
  refusal((await order(account)).answer, 'WALLET.PAYMENT_METHOD.MISSING')
  const batch = { items: [batchItem()] }
  refusal(
    await account.call('POST /v1/batches', batch, { key: account.keys.live }),
    'WALLET.PAYMENT_METHOD.MISSING',
  )
  expect(await liveBalance(account)).toBe(1)
  expect(await account.control('GET /shipments')).toEqual({ shipments: [] })
})

choiceTest([30], 'auto-reload with a good card tops up before the charge', async ({ account }) => {
  const auto_reload = { threshold_cents: 0, amount_cents: 50_000 }
  await account.control('PATCH /wallet', { balance_cents: 1, auto_reload })
  const { answer, rate_cents } = await order(account)
  const bought = readBody(answer, 201, label)
  expect(bought.wallet_balance_after_cents).toBe(50_001 - rate_cents)
  expect(await liveBalance(account)).toBe(50_001 - rate_cents)
})
