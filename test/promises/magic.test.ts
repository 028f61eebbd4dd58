import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { magicCodes } from '../../src/simulator/requests/magic.ts'
import {
  type Account,
  buyCheapestLabel,
  createAccount,
  expectBody,
  readLiveBalance,
  requestRates,
} from '../support/account.ts'
import { failingModes, refusingModes } from '../support/carrier-modes.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { batchItem, ratesBody, recipient, sender } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { batch, rates, tracker } from '../support/wire.ts'

let simulator: ServingCommand
let plain: ServingCommand
beforeAll(async () => {
  simulator = await serveDrydock(['--quiet'])
  plain = await serveDrydock(['--quiet', '--magic', 'off'])
})
afterAll(() => Promise.all([simulator.stop(), plain.stop()]))

const { validation: atValidation, rates: atRates, purchase: atPurchase } = magicCodes

/** Creates and buys a live batch, and advances the clock by a second. */
async function buyBatch(account: Account, items: readonly unknown[]) {
  const { live: key } = account.keys
  const made = expectBody(await account.call('POST /v1/batches', { items }, { key }), 201, batch)
  await account.call(`POST /v1/batches/${made.id}/buy`, undefined, { key })
  await account.advance('1s')
  return { key, made }
}

const createNamedAddress = (word: string) => ({ ...recipient, name: `Ada ${word}` })

describe('a magic word sim:… in an address', () => {
  it.each(atValidation)(
    'the magic word sim:%s in an address makes the validation of the address fail with that error',
    async (code) => {
      const account = await createAccount(simulator.url)
      expectError(await account.call('POST /v1/addresses/validate', createNamedAddress(`sim:${code}`)), code)
      const inStreet = { ...recipient, street1: `${recipient.street1} sim:${code}` }
      expectError(await account.call('POST /v1/addresses/validate', inStreet), code)
    },
  )

  it.each(atRates)(
    'the magic word sim:%s in an address makes a rates request fail with that error',
    async (code) => {
      const account = await createAccount(simulator.url)
      const body = ratesBody({ to_address: createNamedAddress(`sim:${code}`) })
      for (const key of [account.keys.test, account.keys.live]) {
        expectError(await account.call('POST /v1/rates', body, { key }), code)
      }
    },
  )

  it.each(atPurchase)(
    'the magic word sim:%s in an address makes the purchase fail with that error and charges nothing',
    async (code) => {
      const account = await createAccount(simulator.url)
      for (const key of [account.keys.test, account.keys.live]) {
        const [{ id }] = await requestRates(
          account,
          { to_address: createNamedAddress(`sim:${code}`) },
          { key },
        )
        expectError(await account.call('POST /v1/labels', { rate_id: id }, { key }), code)
      }
      expect(await readLiveBalance(account)).toBe(100_000)
      expect(await account.control('GET /shipments')).toEqual({ shipments: [] })
    },
  )

  it.each(atPurchase)(
    'the magic word sim:%s in the address of a batch item makes the item fail, and its price is refunded',
    async (code) => {
      const account = await createAccount(simulator.url)
      const { key, made } = await buyBatch(account, [
        batchItem({ rate_cents: 700 }),
        batchItem({ rate_cents: 300, to_address: createNamedAddress(`sim:${code}`) }),
      ])
      const done = expectBody(
        await account.call(`GET /v1/batches/${made.id}`, undefined, { key }),
        200,
        batch,
      )
      expect(done.items).toMatchObject([{ status: 'purchased' }, { status: 'failed', error: { code } }])
      expect(await readLiveBalance(account)).toBe(99_300)
    },
  )

  it('the magic word sim:RATE.EXPIRED in an address makes only the purchase of a rate for this address fail', async () => {
    const account = await createAccount(simulator.url)
    const [rate] = await requestRates(account, {
      from_address: { ...sender, street1: '1 Main St sim:RATE.EXPIRED' },
    })
    expectError(await account.call('POST /v1/labels', { rate_id: rate.id }), 'RATE.EXPIRED')
    const [again] = await requestRates(account)
    expect((await account.call('POST /v1/labels', { rate_id: again.id })).status).toBe(201)
    const [entry] = Object(await account.control('GET /requests?status=422')).requests
    expect(entry).toMatchObject({ decided_by: ['sim:RATE.EXPIRED'], error_code: 'RATE.EXPIRED' })
  })

  it.each(['BATCH.NOT_FOUND', 'AUTH.KEY.MISSING', 'LABEL.VOID.INELIGIBLE'])(
    'the magic word sim:%s names an error that no address can cause, and is refused with the list of possible codes',
    async (code) => {
      const account = await createAccount(simulator.url)
      const body = ratesBody({ to_address: createNamedAddress(`sim:${code}`) })
      const error = expectError(await account.call('POST /v1/rates', body), 'VALIDATION.FIELD.INVALID')
      expect(error.field).toBe('to_address.name')
      for (const known of [...atValidation, ...atRates, ...atPurchase]) expect(error.message).toContain(known)
      const items = [batchItem(), batchItem({ to_address: createNamedAddress(`sim:${code}`) })]
      const ofBatch = expectError(
        await account.call('POST /v1/batches', { items }),
        'VALIDATION.FIELD.INVALID',
      )
      expect(ofBatch.field).toBe('items[1].to_address.name')
    },
  )

  it.each([...failingModes, ...refusingModes])(
    'the magic word sim:carrier=ups:%s in an address makes UPS fail in the rates request with this address only',
    async (mode) => {
      const account = await createAccount(simulator.url)
      const asked = ratesBody({ to_address: createNamedAddress(`sim:carrier=ups:${mode}`) })
      const body = expectBody(await account.call('POST /v1/rates', asked), 200, rates)
      expect(body.failed_carriers?.map(({ carrier }) => carrier)).toEqual(['UPS'])
      expect(new Set(body.rates.map(({ carrier }) => carrier))).toEqual(new Set(['USPS', 'FedEx', 'DHL']))
      const after = expectBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
      expect(after.failed_carriers).toBeUndefined()
    },
  )

  it('the magic word sim:carrier=*:down makes every carrier fail, and sim:carrier=*:slow makes the response late', async () => {
    const account = await createAccount(simulator.url)
    const all = ratesBody({ to_address: createNamedAddress('sim:carrier=*:down') })
    expectError(await account.call('POST /v1/rates', all), 'RATE.CARRIER.UNAVAILABLE')
    const slow = ratesBody({ to_address: createNamedAddress('sim:carrier=UPS:slow') })
    const body = expectBody(await account.call('POST /v1/rates', slow), 200, rates)
    expect(body.failed_carriers).toBeUndefined()
  })

  it('a magic word is an ordinary name if the simulator runs with --magic off', async () => {
    const account = await createAccount(plain.url)
    for (const code of [...atRates, ...atPurchase, 'NONSENSE', 'carrier=*:down']) {
      await buyCheapestLabel(account, { to_address: createNamedAddress(`sim:${code}`) })
    }
    for (const code of atValidation) {
      const { status } = await account.call('POST /v1/addresses/validate', createNamedAddress(`sim:${code}`))
      expect(status).toBe(200)
    }
  })
})

describe('a magic tracking number 9999…', () => {
  const courses = [
    ['0', 'delivered', []],
    ['1', 'pre_transit', []],
    ['2', 'in_transit', []],
    ['3', 'out_for_delivery', []],
    ['4', 'delivered', []],
    ['5', 'exception', ['exception']],
    ['6', 'delivered', ['exception']],
    ['7', 'unknown', []],
    ['8', 'in_transit', []],
    ['9', 'delivered', ['exception']],
  ] as const

  it.each(courses)(
    'a tracker whose tracking number begins with 9999%s ends with the status %s',
    async (digit, last, onTheWay) => {
      const account = await createAccount(simulator.url)
      const request = { tracking_number: `9999${digit}0000000000000000000`, carrier: 'USPS' }
      const { id } = expectBody(await account.call('POST /v1/trackers', request), 201, tracker)
      await account.advance('60d')
      const { status, events } = expectBody(await account.call(`GET /v1/trackers/${id}`), 200, tracker)
      expect(status).toBe(last)
      expect(events.at(-1)?.status ?? 'unknown').toBe(last)
      expect(events.map((event) => event.status)).toEqual(expect.arrayContaining([...onTheWay]))
    },
  )

  it.each(courses)(
    'a tracker whose tracking number begins with 9999%s stays unknown with --magic off',
    async (digit) => {
      const account = await createAccount(plain.url)
      const request = { tracking_number: `9999${digit}0000000000000000000`, carrier: 'USPS' }
      const body = expectBody(await account.call('POST /v1/trackers', request), 201, tracker)
      expect(body).toMatchObject({ status: 'unknown', events: [] })
    },
  )
})
