import { expect } from 'vitest'
import {
  type Account,
  buyCheapestLabel,
  expectBody,
  readLiveBalance,
  requestRates,
} from '../support/account.ts'
import { batchItem, parcel, recipient, sender } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { batch, batchStart, labelDetails } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

type Items = readonly Readonly<Record<string, unknown>>[]

function withLiveKey(account: Account) {
  return { key: account.keys.live }
}

async function createBatch(account: Account, items: Items) {
  return expectBody(await account.call('POST /v1/batches', { items }, withLiveKey(account)), 201, batch)
}

async function readBatch(account: Account, id: string) {
  return expectBody(await account.call(`GET /v1/batches/${id}`, undefined, withLiveKey(account)), 200, batch)
}

function buyBatch(account: Account, id: string) {
  return account.call(`POST /v1/batches/${id}/buy`, undefined, withLiveKey(account))
}

choiceTest([41, 42], "the creation of a batch charges the sum of its items' prices", async ({ account }) => {
  const items = [
    batchItem({ rate_cents: 1_250 }),
    batchItem({ rate_cents: 80, rate_id: 'rate_long_gone', carrier: 'ups', service: 'Ground' }),
  ]
  const created = await createBatch(account, items)
  expect(created).toMatchObject({
    status: 'created',
    total_cost_cents: 1_330,
    wallet_balance_after_cents: 98_670,
    estimated_completion_percentage: 0,
    items: [
      {
        rate_cents: 1_250,
        carrier: 'USPS',
        service: 'Priority Mail',
        status: 'pending',
        label_id: null,
        error: null,
      },
      { rate_cents: 80, rate_id: 'rate_long_gone', carrier: 'UPS', service: 'Ground', status: 'pending' },
    ],
  })
  expect(created.items[0]).toMatchObject({ from_address: sender, to_address: recipient, parcel })
  expect(created.items[0]).not.toHaveProperty('rate_id')
  expect(await readLiveBalance(account)).toBe(98_670)
  expect(await readBatch(account, created.id)).toEqual(created)
})

choiceTest(
  [43, 8],
  'a bought batch makes 50 labels a second and reports its progress',
  async ({ account }) => {
    const { id } = await createBatch(
      account,
      Array.from({ length: 120 }, () => batchItem({ rate_cents: 100 })),
    )
    await account.advance('1h')
    expect(await readBatch(account, id)).toMatchObject({
      status: 'created',
      estimated_completion_percentage: 0,
    })
    expect(expectBody(await buyBatch(account, id), 202, batchStart)).toMatchObject({
      id,
      status: 'processing',
      estimated_completion_percentage: 0,
      estimated_time_remaining_seconds: 3,
    })
    const progress: unknown[] = []
    for (let second = 1; second <= 3; second += 1) {
      await account.advance('1s')
      const { status, items, estimated_completion_percentage, estimated_time_remaining_seconds } =
        await readBatch(account, id)
      const made = items.filter((item) => item.status === 'purchased').length
      progress.push([status, made, estimated_completion_percentage, estimated_time_remaining_seconds])
    }
    expect(progress).toEqual([
      ['processing', 50, 41.7, 2],
      ['processing', 100, 83.3, 1],
      ['completed', 120, 100, 0],
    ])
    expect(await readLiveBalance(account)).toBe(100_000 - 12_000)
  },
)

choiceTest(
  [43],
  'each item of a finished batch shows its label or its error, and the price of a failed item is refunded',
  async ({ account }) => {
    const { id } = await createBatch(account, [
      batchItem({ rate_cents: 700 }),
      batchItem({ rate_cents: 300, to_address: { ...recipient, zip: '10118' } }),
      batchItem({ rate_cents: 500, service: 'Teleport' }),
    ])
    await buyBatch(account, id)
    await account.advance('1s')
    const { items, status } = await readBatch(account, id)
    expect(status).toBe('completed')
    expect(items).toMatchObject([
      { status: 'purchased', error: null },
      { status: 'failed', label_id: null, error: { code: 'LABEL.ADDRESS.UNDELIVERABLE' } },
      { status: 'failed', label_id: null, error: { code: 'LABEL.SERVICE.UNAVAILABLE' } },
    ])
    expect(await readLiveBalance(account)).toBe(99_300)
    const answer = await account.call(`GET /v1/labels/${items[0]?.label_id}`, undefined, withLiveKey(account))
    expect(expectBody(answer, 200, labelDetails)).toMatchObject({
      rate_cents: 700,
      service: 'Priority Mail',
      sandbox: false,
    })
  },
)

choiceTest(
  [41],
  'a batch item must have the carrier, service and price of the valid rate that it names',
  async ({ account }) => {
    const rates = await requestRates(account, {}, withLiveKey(account))
    const [{ id: rate_id, carrier, service, rate_cents }, other] = rates
    const item = { rate_id, carrier, service, rate_cents }
    const send = (changes: Readonly<Record<string, unknown>>) =>
      account.call(
        'POST /v1/batches',
        { items: [batchItem(), batchItem({ ...item, ...changes })] },
        withLiveKey(account),
      )
    const wrong = {
      carrier: ['UPS', 'DHL'].find((name) => name !== carrier),
      service: rates.find((each) => each.carrier === carrier && each.service !== service)?.service,
      rate_cents: rate_cents + 1,
    }
    for (const [name, value] of Object.entries(wrong)) {
      const error = expectError(await send({ [name]: value }), 'VALIDATION.FIELD.INVALID')
      expect(error.field).toBe(`items[1].${name}`)
      expect(error.message).toContain(`must be ${Reflect.get(item, name)}, as in the rate ${rate_id}`)
    }
    expect(other?.id).not.toBe(rate_id)
    expectError(await send({ rate_id: other?.id }), 'VALIDATION.FIELD.INVALID')
    expect(await account.control('GET /batches')).toMatchObject({ batches: [] })
    expect(await readLiveBalance(account)).toBe(100_000)
    const spelled = { carrier: carrier.toLowerCase(), service: service.toUpperCase() }
    const elsewhere = { to_address: { ...recipient, name: 'Another' }, parcel: { ...parcel, weight_oz: 1 } }
    for (const changes of [{}, spelled, elsewhere, { rate_id: 'rate_unknown', rate_cents: 1 }])
      expectBody(await send(changes), 201, batch)
    await account.advance('900001ms')
    // The service does not compare the price of an item with the price of an expired rate.
    expectBody(await send({ rate_cents: 1 }), 201, batch)
  },
)

choiceTest(
  [43],
  'a batch item that fails with CARRIER.ERROR.UNKNOWN shows the raw carrier error',
  async ({ account }) => {
    await account.control('POST /faults', {
      target: 'carrier:USPS',
      operation: 'labels',
      mode: 'error',
      code: 'CARRIER.ERROR.UNKNOWN',
      message: 'Teapot 418',
    })
    const { id } = await createBatch(account, [
      batchItem(),
      batchItem({ service: 'Teleport', carrier: 'UPS' }),
    ])
    await buyBatch(account, id)
    await account.advance('1s')
    const [unknown, refused] = (await readBatch(account, id)).items
    expect(unknown?.error).toMatchObject({ code: 'CARRIER.ERROR.UNKNOWN', raw_carrier_error: 'Teapot 418' })
    expect(refused?.error).not.toHaveProperty('raw_carrier_error')
  },
)

choiceTest(
  [31],
  'labels of a sandbox batch show the constant balance of the sandbox wallet',
  async ({ account }) => {
    const before = await buyCheapestLabel(account)
    const created = expectBody(await account.call('POST /v1/batches', { items: [batchItem()] }), 201, batch)
    await account.control('POST /wallet/fund', { amount_cents: 5_000 })
    await account.call(`POST /v1/batches/${created.id}/buy`)
    await account.advance('1s')
    const done = expectBody(await account.call(`GET /v1/batches/${created.id}`), 200, batch)
    const answer = await account.call(`GET /v1/labels/${done.items[0]?.label_id}`)
    const { wallet_balance_after_cents } = expectBody(answer, 200, labelDetails)
    expect(wallet_balance_after_cents).toBe(before.wallet_balance_after_cents)
    expect(wallet_balance_after_cents).toBe(created.wallet_balance_after_cents)
  },
)

choiceTest(
  [44],
  'a batch cannot be bought a second time, neither while it is processed nor afterwards',
  async ({ account }) => {
    const { id } = await createBatch(
      account,
      Array.from({ length: 60 }, () => batchItem({ rate_cents: 100 })),
    )
    expectBody(await buyBatch(account, id), 202, batchStart)
    expectError(await buyBatch(account, id), 'BATCH.ALREADY_PROCESSING')
    await account.advance('1s')
    expectError(await buyBatch(account, id), 'BATCH.ALREADY_PROCESSING')
    await account.advance('1s')
    expect((await readBatch(account, id)).status).toBe('completed')
    expectError(await buyBatch(account, id), 'BATCH.ALREADY_PROCESSING')
    await account.advance('1h')
    expect((await readBatch(account, id)).items.filter(({ status }) => status === 'purchased')).toHaveLength(
      60,
    )
  },
)

choiceTest(
  [41],
  'a batch without items is refused with the name of the field, and a batch item requires every field except rate_id',
  async ({ account }) => {
    const readRefusedField = async (
      body: unknown,
      code: 'VALIDATION.FIELD.REQUIRED' | 'VALIDATION.FIELD.INVALID',
    ) => expectError(await account.call('POST /v1/batches', body), code).field
    expect(await readRefusedField({}, 'VALIDATION.FIELD.REQUIRED')).toBe('items')
    expect(await readRefusedField({ items: { 0: batchItem() } }, 'VALIDATION.FIELD.INVALID')).toBe('items')
    expect(await readRefusedField({ items: [7] }, 'VALIDATION.FIELD.INVALID')).toBe('items[0]')
    for (const name of ['from_address', 'to_address', 'parcel', 'carrier', 'service', 'rate_cents']) {
      const items = [batchItem({ [name]: undefined })]
      expect(await readRefusedField({ items }, 'VALIDATION.FIELD.REQUIRED')).toBe(`items[0].${name}`)
      await account.advance('60s')
    }
  },
)
