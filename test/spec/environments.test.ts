import { expect } from 'vitest'
import { type Account, buy, createAccount, createKey, quote, read } from '../support/account.ts'
import { batchItem } from '../support/parcels.ts'
import { label, labelDetails, tracker } from '../support/wire.ts'
import { batch } from '../support/wire-batch.ts'
import { refusal } from './refusal.ts'
import { rowTests } from './row-tests.ts'

const rowTest = rowTests()

/** One thing of each kind, made with a key, and every request that goes to one of them. */
async function requestsFor(account: Account, key: string) {
  const [{ id: rate }] = await quote(account, {}, { key })
  const { id: bought, tracking_number, carrier } = await buy(account, {}, { key })
  const created = await account.call('POST /v1/batches', { items: [batchItem()] }, { key })
  const registered = await account.call('POST /v1/trackers', { tracking_number, carrier }, { key })
  const batchId = read(created, 201, batch).id
  const trackerId = read(registered, 201, tracker).id
  return [
    ['POST /v1/labels', { rate_id: rate }, 'RATE.NOT_FOUND'],
    [`GET /v1/labels/${bought}`, undefined, 'LABEL.NOT_FOUND'],
    [`GET /v1/labels/${bought}/download`, undefined, 'LABEL.NOT_FOUND'],
    [`DELETE /v1/labels/${bought}`, undefined, 'LABEL.NOT_FOUND'],
    [`GET /v1/batches/${batchId}`, undefined, 'BATCH.NOT_FOUND'],
    [`POST /v1/batches/${batchId}/buy`, undefined, 'BATCH.NOT_FOUND'],
    [`GET /v1/trackers/${trackerId}`, undefined, 'TRACKER.NOT_FOUND'],
  ] as const
}

rowTest(
  ['error:AUTH.KEY.SANDBOX_IN_PRODUCTION', 'choice:16', 'key-format:environment'],
  'a test key cannot touch a live rate, label, batch or tracker of its account',
  async ({ account }) => {
    for (const [request, body] of await requestsFor(account, account.keys.live)) {
      refusal(await account.call(request, body), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    }
  },
)

rowTest(
  ['error:AUTH.KEY.SANDBOX_IN_PRODUCTION', 'choice:16'],
  "nor track a live label's number",
  async ({ account }) => {
    const { tracking_number, carrier } = await buy(account, {}, { key: account.keys.live })
    const registration = { tracking_number, carrier }
    refusal(await account.call('POST /v1/trackers', registration), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
  },
)

rowTest(['choice:16'], 'a live key finds nothing of the sandbox', async ({ account }) => {
  for (const [request, body, code] of await requestsFor(account, account.keys.test)) {
    refusal(await account.call(request, body, { key: account.keys.live }), code)
  }
})

rowTest(['choice:16'], "and no key finds anything of another account's", async ({ account, simulator }) => {
  const stranger = await createAccount(simulator.url)
  for (const key of [account.keys.test, account.keys.live]) {
    for (const [request, body, code] of await requestsFor(stranger, stranger.keys.live)) {
      refusal(await account.call(request, body, { key }), code)
    }
  }
})

rowTest(
  ['key-type:pr_live_', 'key-type:pr_test_', 'label:sandbox', 'label:wallet_balance_after_cents'],
  'both types of key use the same endpoints and shapes; only the live one is charged',
  async ({ account }) => {
    const { test, live } = account.keys
    expect([test.slice(0, 8), live.slice(0, 8)]).toEqual(['pr_test_', 'pr_live_'])
    const sandbox = await buy(account, {}, { key: test })
    const real = await buy(account, {}, { key: live })
    expect([sandbox.sandbox, real.sandbox]).toEqual([true, false])
    expect(Object.keys(sandbox)).toEqual(Object.keys(real))
    expect(sandbox.rate_cents).toBe(real.rate_cents)
    expect(real.wallet_balance_after_cents).toBe(100_000 - real.rate_cents)
  },
)

rowTest(
  ['key-format:environment'],
  'two keys of an account and environment see the same things',
  async ({ account }) => {
    const { key } = await createKey(account)
    expect(key).toMatch(/^pr_test_[0-9a-f]{32}$/)
    const [{ id: rate_id }] = await quote(account)
    const bought = read(await account.call('POST /v1/labels', { rate_id }, { key }), 201, label)
    const seen = read(await account.call(`GET /v1/labels/${bought.id}`), 200, labelDetails)
    expect(seen).toMatchObject(bought)
  },
)
