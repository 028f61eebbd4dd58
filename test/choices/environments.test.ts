import { expect } from 'vitest'
import {
  type Account,
  buyCheapestLabel,
  createAccount,
  expectBody,
  requestRates,
} from '../support/account.ts'
import { batchItem } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { batch, tracker } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

/**
 * Creates one resource of each kind with a key. Returns, for each resource, the request that reads it and the error for
 * an unknown id.
 */
async function createResources(account: Account, key: string) {
  const [{ id: rate }] = await requestRates(account, {}, { key })
  const { id: bought, tracking_number, carrier } = await buyCheapestLabel(account, {}, { key })
  const created = await account.call('POST /v1/batches', { items: [batchItem()] }, { key })
  const registered = await account.call('POST /v1/trackers', { tracking_number, carrier }, { key })
  const batchId = expectBody(created, 201, batch).id
  const trackerId = expectBody(registered, 201, tracker).id
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
  'a test key gets 403 for a live rate, label, batch or tracker of its account',
  async ({ account }) => {
    for (const [request, body] of await createResources(account, account.keys.live)) {
      expectError(await account.call(request, body), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    }
  },
)

choiceTest(
  [16],
  'a test key cannot register a tracker for the number of a live label',
  async ({ account }) => {
    const { tracking_number, carrier } = await buyCheapestLabel(account, {}, { key: account.keys.live })
    const registration = { tracking_number, carrier }
    expectError(await account.call('POST /v1/trackers', registration), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
  },
)

choiceTest([16], 'a test key cannot create a batch with a valid live rate', async ({ account }) => {
  const [{ id: rate_id, carrier, service, rate_cents }] = await requestRates(
    account,
    {},
    { key: account.keys.live },
  )
  const items = [batchItem(), batchItem({ rate_id, carrier, service, rate_cents })]
  expectError(await account.call('POST /v1/batches', { items }), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
  expect(await account.control('GET /batches')).toMatchObject({ batches: [] })
  await account.advance('900001ms')
  // The service does not check the age of a rate in a batch (choices 41).
  expectBody(await account.call('POST /v1/batches', { items }), 201, batch)
})

choiceTest([41], 'a live batch treats a sandbox rate like an unknown rate', async ({ account }) => {
  const [{ id: rate_id }] = await requestRates(account)
  const items = [batchItem({ rate_id, rate_cents: 77 })]
  const made = await account.call('POST /v1/batches', { items }, { key: account.keys.live })
  expect(expectBody(made, 201, batch).total_cost_cents).toBe(77)
})

choiceTest([16], 'a live key gets "not found" for each sandbox resource', async ({ account }) => {
  for (const [request, body, code] of await createResources(account, account.keys.test)) {
    expectError(await account.call(request, body, { key: account.keys.live }), code)
  }
})

choiceTest(
  [16],
  'a key gets "not found" for each resource of another account',
  async ({ account, simulator }) => {
    const stranger = await createAccount(simulator.url)
    for (const key of [account.keys.test, account.keys.live]) {
      for (const [request, body, code] of await createResources(stranger, stranger.keys.live)) {
        expectError(await account.call(request, body, { key }), code)
      }
    }
  },
)
