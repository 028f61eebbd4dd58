import { expect } from 'vitest'
import { type Account, buy, createAccount, quote, readBody } from '../support/account.ts'
import { batchItem } from '../support/labels/parcels.ts'
import { refusal } from '../support/refusal.ts'
import { batch, tracker } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

/** Creates one resource of each kind with a key, and returns every request to one of them. */
async function requestsFor(account: Account, key: string) {
  const [{ id: rate }] = await quote(account, {}, { key })
  const { id: bought, tracking_number, carrier } = await buy(account, {}, { key })
  const created = await account.call('POST /v1/batches', { items: [batchItem()] }, { key })
  const registered = await account.call('POST /v1/trackers', { tracking_number, carrier }, { key })
  const batchId = readBody(created, 201, batch).id
  const trackerId = readBody(registered, 201, tracker).id
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

choiceTest(
  [16],
  'a test key cannot touch a live rate, label, batch or tracker of its account',
  async ({ account }) => {
    for (const [request, body] of await requestsFor(account, account.keys.live)) {
      refusal(await account.call(request, body), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    }
  },
)

choiceTest([16], "nor track a live label's number", async ({ account }) => {
  const { tracking_number, carrier } = await buy(account, {}, { key: account.keys.live })
  const registration = { tracking_number, carrier }
  refusal(await account.call('POST /v1/trackers', registration), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
})

choiceTest(
  [16],
  'a test key cannot name a live rate in a batch, and no batch is made',
  async ({ account }) => {
    const [{ id: rate_id, carrier, service, rate_cents }] = await quote(
      account,
      {},
      { key: account.keys.live },
    )
    const items = [batchItem(), batchItem({ rate_id, carrier, service, rate_cents })]
    refusal(await account.call('POST /v1/batches', { items }), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    expect(await account.control('GET /batches')).toMatchObject({ batches: [] })
    await account.advance('900001ms')
    // The age of a rate in a batch is not checked (choices 41).
    readBody(await account.call('POST /v1/batches', { items }), 201, batch)
  },
)

choiceTest([41], 'a live batch takes a sandbox rate like an unknown one', async ({ account }) => {
  const [{ id: rate_id }] = await quote(account)
  const items = [batchItem({ rate_id, rate_cents: 77 })]
  const made = await account.call('POST /v1/batches', { items }, { key: account.keys.live })
  expect(readBody(made, 201, batch).total_cost_cents).toBe(77)
})

choiceTest([16], 'a live key finds nothing of the sandbox', async ({ account }) => {
  for (const [request, body, code] of await requestsFor(account, account.keys.test)) {
    refusal(await account.call(request, body, { key: account.keys.live }), code)
  }
})

choiceTest([16], "and no key finds anything of another account's", async ({ account, simulator }) => {
  const stranger = await createAccount(simulator.url)
  for (const key of [account.keys.test, account.keys.live]) {
    for (const [request, body, code] of await requestsFor(stranger, stranger.keys.live)) {
      refusal(await account.call(request, body, { key }), code)
    }
  }
})
