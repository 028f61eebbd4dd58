import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { magicCodes } from '../../src/simulator/requests/magic.ts'
import { type Account, buy, createAccount, liveBalance, quote, readBody } from '../support/account.ts'
import { failing, refusing } from '../support/carrier-modes.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { batchItem, ratesBody, recipient, sender } from '../support/labels/parcels.ts'
import { refusal } from '../support/refusal.ts'
import { batch, rates, tracker } from '../support/wire.ts'

let simulator: ServingCommand
let plain: ServingCommand
beforeAll(async () => {
  simulator = await serveDrydock(['--quiet'])
  plain = await serveDrydock(['--quiet', '--magic', 'off'])
})
afterAll(() => Promise.all([simulator.stop(), plain.stop()]))

const { validation: atValidation, rates: atRates, purchase: atPurchase } = magicCodes

/** A live batch that was bought a second ago. */
async function boughtBatch(account: Account, items: readonly unknown[]) {
  const { live: key } = account.keys
  const made = readBody(await account.call('POST /v1/batches', { items }, { key }), 201, batch)
  await account.call(`POST /v1/batches/${made.id}/buy`, undefined, { key })
  await account.advance('1s')
  return { key, made }
}

const named = (word: string) => ({ ...recipient, name: `Ada ${word}` })

describe('a magic word in an address', () => {
  it.each(atValidation)('a magic word causes %s at validation', async (code) => {
    const account = await createAccount(simulator.url)
    refusal(await account.call('POST /v1/addresses/validate', named(`sim:${code}`)), code)
    const inStreet = { ...recipient, street1: `${recipient.street1} sim:${code}` }
    refusal(await account.call('POST /v1/addresses/validate', inStreet), code)
  })

  it.each(atRates)('a magic word causes %s at rates for either key', async (code) => {
    const account = await createAccount(simulator.url)
    const body = ratesBody({ to_address: named(`sim:${code}`) })
    for (const key of [account.keys.test, account.keys.live]) {
      refusal(await account.call('POST /v1/rates', body, { key }), code)
    }
  })

  it.each(atPurchase)('a magic word causes %s at purchase without a label or charge', async (code) => {
    const account = await createAccount(simulator.url)
    for (const key of [account.keys.test, account.keys.live]) {
      const [{ id }] = await quote(account, { to_address: named(`sim:${code}`) }, { key })
      refusal(await account.call('POST /v1/labels', { rate_id: id }, { key }), code)
    }
    expect(await liveBalance(account)).toBe(100_000)
    expect(await account.control('GET /shipments')).toEqual({ shipments: [] })
  })

  it.each(atPurchase)('a magic word makes a batch item fail with %s and refunds it', async (code) => {
    const account = await createAccount(simulator.url)
    const { key, made } = await boughtBatch(account, [
      batchItem({ rate_cents: 700 }),
      batchItem({ rate_cents: 300, to_address: named(`sim:${code}`) }),
    ])
    const done = readBody(await account.call(`GET /v1/batches/${made.id}`, undefined, { key }), 200, batch)
    expect(done.items).toMatchObject([{ status: 'purchased' }, { status: 'failed', error: { code } }])
    expect(await liveBalance(account)).toBe(99_300)
  })

  it('a magic word gives a rate that is expired or gone at the next purchase', async () => {
    const account = await createAccount(simulator.url)
    const [rate] = await quote(account, {
      from_address: { ...sender, street1: '1 Main St sim:RATE.EXPIRED' },
    })
    refusal(await account.call('POST /v1/labels', { rate_id: rate.id }), 'RATE.EXPIRED')
    const [again] = await quote(account)
    expect((await account.call('POST /v1/labels', { rate_id: again.id })).status).toBe(201)
    const [entry] = Object(await account.control('GET /requests?status=422')).requests
    expect(entry).toMatchObject({ decided_by: ['sim:RATE.EXPIRED'], error_code: 'RATE.EXPIRED' })
  })

  it.each(['BATCH.NOT_FOUND', 'AUTH.KEY.MISSING', 'LABEL.VOID.INELIGIBLE'])(
    'a magic word for %s is refused with the list of possible codes',
    async (code) => {
      const account = await createAccount(simulator.url)
      const body = ratesBody({ to_address: named(`sim:${code}`) })
      const error = refusal(await account.call('POST /v1/rates', body), 'VALIDATION.FIELD.INVALID')
      expect(error.field).toBe('to_address.name')
      for (const known of [...atValidation, ...atRates, ...atPurchase]) expect(error.message).toContain(known)
      const items = [batchItem(), batchItem({ to_address: named(`sim:${code}`) })]
      const ofBatch = refusal(await account.call('POST /v1/batches', { items }), 'VALIDATION.FIELD.INVALID')
      expect(ofBatch.field).toBe('items[1].to_address.name')
    },
  )

  it.each([...failing, ...refusing])(
    'a magic word makes one carrier fail with %s in this call only',
    async (mode) => {
      const account = await createAccount(simulator.url)
      const asked = ratesBody({ to_address: named(`sim:carrier=ups:${mode}`) })
      const body = readBody(await account.call('POST /v1/rates', asked), 200, rates)
      expect(body.failed_carriers?.map(({ carrier }) => carrier)).toEqual(['UPS'])
      expect(new Set(body.rates.map(({ carrier }) => carrier))).toEqual(new Set(['USPS', 'FedEx', 'DHL']))
      const after = readBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
      expect(after.failed_carriers).toBeUndefined()
    },
  )

  it('a magic word makes every carrier fail, or a slow one respond late', async () => {
    const account = await createAccount(simulator.url)
    const all = ratesBody({ to_address: named('sim:carrier=*:down') })
    refusal(await account.call('POST /v1/rates', all), 'RATE.CARRIER.UNAVAILABLE')
    const slow = ratesBody({ to_address: named('sim:carrier=UPS:slow') })
    const body = readBody(await account.call('POST /v1/rates', slow), 200, rates)
    expect(body.failed_carriers).toBeUndefined()
  })

  it('a magic word is a plain name when magic is off', async () => {
    const account = await createAccount(plain.url)
    for (const code of [...atRates, ...atPurchase, 'NONSENSE', 'carrier=*:down']) {
      await buy(account, { to_address: named(`sim:${code}`) })
    }
    for (const code of atValidation) {
      const { status } = await account.call('POST /v1/addresses/validate', named(`sim:${code}`))
      expect(status).toBe(200)
    }
  })
})

describe('a magic tracking number', () => {
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

  it.each(courses)('the tracking number 9999%s… ends as %s', async (digit, last, onTheWay) => {
    const account = await createAccount(simulator.url)
    const request = { tracking_number: `9999${digit}0000000000000000000`, carrier: 'USPS' }
    const { id } = readBody(await account.call('POST /v1/trackers', request), 201, tracker)
    await account.advance('60d')
    const { status, events } = readBody(await account.call(`GET /v1/trackers/${id}`), 200, tracker)
    expect(status).toBe(last)
    expect(events.at(-1)?.status ?? 'unknown').toBe(last)
    expect(events.map((event) => event.status)).toEqual(expect.arrayContaining([...onTheWay]))
  })

  it.each(courses)('the tracking number 9999%s… has no meaning when magic is off', async (digit) => {
    const account = await createAccount(plain.url)
    const request = { tracking_number: `9999${digit}0000000000000000000`, carrier: 'USPS' }
    const body = readBody(await account.call('POST /v1/trackers', request), 201, tracker)
    expect(body).toMatchObject({ status: 'unknown', events: [] })
  })
})
