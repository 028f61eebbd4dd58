import { expect } from 'vitest'
import { type Account, expectBody, readLiveBalance, requestRates } from '../support/account.ts'
import { batchItem } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { label, wallet } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

async function readWallet(account: Account, environment: 'test' | 'live') {
  return expectBody(
    await account.call('GET /v1/wallet', undefined, { key: account.keys[environment] }),
    200,
    wallet,
  )
}

/** Tries to buy the cheapest rate with the live key. */
async function tryToBuyCheapest(account: Account) {
  const live = { key: account.keys.live }
  const [{ id: rate_id, rate_cents }] = await requestRates(account, {}, live)
  return { rate_cents, answer: await account.call('POST /v1/labels', { rate_id }, live) }
}

choiceTest(
  [32, 31],
  'GET /v1/wallet shows the balance to the live key and an unlimited wallet to the test key',
  async ({ account }) => {
    expect(await readWallet(account, 'live')).toEqual({
      balance_cents: 100_000,
      currency: 'USD',
      unlimited: false,
      auto_reload: { enabled: false, threshold_cents: null, amount_cents: null },
      payment_method: 'valid',
    })
    expect((await readWallet(account, 'test')).unlimited).toBe(true)
    await account.control('PATCH /wallet', {
      auto_reload: { threshold_cents: 2_000, amount_cents: 5_000 },
      payment_method: 'declined',
    })
    expect(await readWallet(account, 'live')).toMatchObject({
      auto_reload: { enabled: true, threshold_cents: 2_000, amount_cents: 5_000 },
      payment_method: 'declined',
    })
  },
)

choiceTest(
  [30],
  'a purchase that needs auto-reload is refused if the card is declined or missing',
  async ({ account }) => {
    const auto_reload = { threshold_cents: 0, amount_cents: 5_000 }
    await account.control('PATCH /wallet', { balance_cents: 1, auto_reload, payment_method: 'declined' })
    expectError((await tryToBuyCheapest(account)).answer, 'WALLET.PAYMENT.FAILED')
    await account.control('PATCH /wallet', { payment_method: 'none' })
    expectError((await tryToBuyCheapest(account)).answer, 'WALLET.PAYMENT_METHOD.MISSING')
    const batch = { items: [batchItem()] }
    expectError(
      await account.call('POST /v1/batches', batch, { key: account.keys.live }),
      'WALLET.PAYMENT_METHOD.MISSING',
    )
    expect(await readLiveBalance(account)).toBe(1)
    expect(await account.control('GET /shipments')).toEqual({ shipments: [] })
  },
)

choiceTest(
  [30],
  'a purchase that needs auto-reload with a valid card first reloads the wallet, then charges it',
  async ({ account }) => {
    const auto_reload = { threshold_cents: 0, amount_cents: 50_000 }
    await account.control('PATCH /wallet', { balance_cents: 1, auto_reload })
    const { answer, rate_cents } = await tryToBuyCheapest(account)
    const bought = expectBody(answer, 201, label)
    expect(bought.wallet_balance_after_cents).toBe(50_001 - rate_cents)
    expect(await readLiveBalance(account)).toBe(50_001 - rate_cents)
  },
)
