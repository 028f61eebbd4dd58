import { expect } from 'vitest'
import { createKey, expectBody } from '../support/account.ts'
import { batchItem, parcel, ratesBody, recipient } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { readHeader } from '../support/test-client.ts'
import { rates } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

choiceTest(
  [3],
  'a request body that is not a JSON object in UTF-8 is refused with the field "body"',
  async ({ account }) => {
    const bodies = ['', 'null', '[]', '"text"', '7', '{', '{"a":1,}', "{'a':1}", '{"rate_id":NaN}']
    const notUtf8 = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])
    for (const raw of [...bodies, notUtf8]) {
      const error = expectError(
        await account.call('POST /v1/labels', undefined, { raw }),
        'VALIDATION.FIELD.INVALID',
      )
      expect([raw, error.field]).toEqual([raw, 'body'])
    }
  },
)

choiceTest([3], 'a request body with another content type than JSON is refused', async ({ account }) => {
  const body = ratesBody()
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/jsonp',
  ]) {
    const answer = await account.call('POST /v1/rates', body, { headers: { 'Content-Type': type } })
    const error = expectError(answer, 'VALIDATION.FIELD.INVALID')
    expect([type, error.field]).toEqual([type, 'Content-Type'])
  }
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
    expectBody(await account.call('POST /v1/rates', body, { headers: { 'Content-Type': type } }), 200, rates)
  }
})

choiceTest(
  [4],
  'a request body over 256 KiB is refused as too large, and the next request gets its usual response',
  async ({ account }) => {
    const limitBytes = 256 * 1024
    const fill = (bytes: number) => {
      const empty = JSON.stringify(ratesBody({ note: '' }))
      return JSON.stringify(ratesBody({ note: 'n'.repeat(bytes - Buffer.byteLength(empty)) }))
    }
    expectBody(await account.call('POST /v1/rates', undefined, { raw: fill(limitBytes) }), 200, rates)
    const tooLarge = await account.call('POST /v1/rates', undefined, { raw: fill(limitBytes + 1) })
    expectError(tooLarge, 'REQUEST.BODY.TOO_LARGE')
    expect(readHeader(tooLarge, 'X-RateLimit-Remaining')).toBe('98')
    expectBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
  },
)

choiceTest(
  [4],
  'a batch of 10,000 items is refused for its size, and a batch body over 16 MiB as too large',
  async ({ account }) => {
    const items = Array.from({ length: 10_000 }, () => batchItem())
    expectError(await account.call('POST /v1/batches', { items }), 'BATCH.SIZE.EXCEEDED')
    const raw = `{"items":[],"note":"${'n'.repeat(16 * 1024 * 1024)}"}`
    expectError(await account.call('POST /v1/batches', undefined, { raw }), 'REQUEST.BODY.TOO_LARGE')
  },
)

choiceTest([4], 'a request body may be nested 32 levels deep, but not deeper', async ({ account }) => {
  const createNestedJson = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
  const createBodyOfDepth = (levels: number) =>
    JSON.stringify(ratesBody()).replace(/\}$/, `,"extra":${createNestedJson(levels - 1)}}`)
  expectBody(await account.call('POST /v1/rates', undefined, { raw: createBodyOfDepth(32) }), 200, rates)
  for (const levels of [33, 10_000]) {
    const answer = await account.call('POST /v1/rates', undefined, { raw: createBodyOfDepth(levels) })
    expect(expectError(answer, 'VALIDATION.FIELD.INVALID').field).toBe('body')
  }
})

choiceTest([4], 'a text field may have 500 characters, but not more', async ({ account }) => {
  const createBodyWithName = (length: number) =>
    ratesBody({ to_address: { ...recipient, name: 'é'.repeat(length) } })
  expectBody(await account.call('POST /v1/rates', createBodyWithName(500)), 200, rates)
  const error = expectError(
    await account.call('POST /v1/rates', createBodyWithName(501)),
    'VALIDATION.FIELD.INVALID',
  )
  expect(error.field).toBe('to_address.name')
  const answer = await account.call('POST /v1/labels', { rate_id: 'r'.repeat(501) })
  expect(expectError(answer, 'VALIDATION.FIELD.INVALID').field).toBe('rate_id')
})

choiceTest([5], 'the refusal of a missing field names its path in the body', async ({ account }) => {
  const missing: readonly (readonly [string, unknown, string])[] = [
    ['POST /v1/labels', {}, 'rate_id'],
    ['POST /v1/rates', ratesBody({ parcel: undefined }), 'parcel'],
    ['POST /v1/rates', ratesBody({ to_address: { ...recipient, zip: undefined } }), 'to_address.zip'],
    ['POST /v1/trackers', { carrier: 'UPS' }, 'tracking_number'],
    ['POST /v1/addresses/validate', { ...recipient, city: undefined }, 'city'],
    [
      'POST /v1/batches',
      { items: [batchItem(), batchItem({ parcel: { length: 1, width: 1, height: 1 } })] },
      'items[1].parcel.weight_oz',
    ],
  ]
  for (const [endpoint, body, field] of missing) {
    const error = expectError(await account.call(endpoint, body), 'VALIDATION.FIELD.REQUIRED')
    expect(error.field).toBe(field)
    expect(error.message).toContain(field)
  }
})

choiceTest([5], 'the refusal of an invalid field names its path in the body', async ({ account }) => {
  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['POST /v1/rates', ratesBody({ from_address: 'New York' }), 'from_address'],
    ['POST /v1/rates', ratesBody({ to_address: { ...recipient, zip: 78704 } }), 'to_address.zip'],
    ['POST /v1/labels', { rate_id: 7 }, 'rate_id'],
    ['POST /v1/trackers', { tracking_number: '1', carrier: 'Pigeon' }, 'carrier'],
    ['POST /v1/batches', { items: [batchItem({ rate_cents: '5' })] }, 'items[0].rate_cents'],
  ]
  for (const [endpoint, body, field] of wrong) {
    const error = expectError(await account.call(endpoint, body), 'VALIDATION.FIELD.INVALID')
    expect(error.field).toBe(field)
    expect(error.message).toContain(field)
  }
})

choiceTest(
  [7],
  'a required field that is null, empty or blank is refused as missing at any depth',
  async ({ account }) => {
    for (const unset of [null, '', ' \t\n']) {
      const cases: readonly (readonly [string, unknown, string])[] = [
        ['POST /v1/rates', ratesBody({ from_address: unset }), 'from_address'],
        ['POST /v1/rates', ratesBody({ to_address: { ...recipient, name: unset } }), 'to_address.name'],
        ['POST /v1/rates', ratesBody({ parcel: unset }), 'parcel'],
        ['POST /v1/rates', ratesBody({ parcel: { ...parcel, weight_oz: unset } }), 'parcel.weight_oz'],
        ['POST /v1/labels', { rate_id: unset }, 'rate_id'],
        ['POST /v1/trackers', { tracking_number: unset, carrier: 'UPS' }, 'tracking_number'],
        ['POST /v1/trackers', { tracking_number: '1', carrier: unset }, 'carrier'],
        ['POST /v1/batches', { items: unset }, 'items'],
        ['POST /v1/batches', { items: [batchItem(), unset] }, 'items[1]'],
        ['POST /v1/batches', { items: [batchItem({ service: unset })] }, 'items[0].service'],
        ['POST /v1/batches', { items: [batchItem({ rate_cents: unset })] }, 'items[0].rate_cents'],
      ]
      for (const [endpoint, body, field] of cases) {
        const error = expectError(await account.call(endpoint, body), 'VALIDATION.FIELD.REQUIRED')
        expect([unset, error.field]).toEqual([unset, field])
      }
      await account.advance('1m')
    }
  },
)

choiceTest([6], 'unknown fields of a request body are ignored', async ({ account }) => {
  const raw = JSON.stringify(
    ratesBody({ note: 'hello', to_address: { ...recipient, planet: 'Earth' } }),
  ).replace(/\}$/, ',"__proto__":{"weight_oz":1},"constructor":null}')
  const plain = expectBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
  const extra = expectBody(await account.call('POST /v1/rates', undefined, { raw }), 200, rates)
  const listPrices = ({ rates: list }: typeof plain) =>
    list.map(({ carrier, service, rate_cents }) => [carrier, service, rate_cents])
  expect(listPrices(extra)).toEqual(listPrices(plain))
})

choiceTest([7], 'a weight or size that is not a positive number is refused', async ({ account }) => {
  const { key } = await createKey(account)
  const numbers = ['"24"', '0', '-1', '-0.5', '1e999', 'true', '[24]', '{}', '"NaN"']
  for (const field of ['weight_oz', 'length', 'width', 'height']) {
    for (const number of numbers) {
      const raw = JSON.stringify(ratesBody()).replace(new RegExp(`"${field}":\\d+`), `"${field}":${number}`)
      const answer = await account.call('POST /v1/rates', undefined, { raw, key })
      expect([number, expectError(answer, 'VALIDATION.FIELD.INVALID').field]).toEqual([
        number,
        `parcel.${field}`,
      ])
    }
  }
})

choiceTest([7], 'the price of a batch item must be a positive whole number of cents', async ({ account }) => {
  for (const rate_cents of [10.5, 0, -100, 1e300]) {
    const answer = await account.call('POST /v1/batches', { items: [batchItem({ rate_cents })] })
    expect(expectError(answer, 'VALIDATION.FIELD.INVALID').field).toBe('items[0].rate_cents')
  }
  const [whole, fractional] = [24, 24.5].map((weight_oz) =>
    ratesBody({ parcel: { weight_oz, length: 1.25, width: 2, height: 3 } }),
  )
  expectBody(await account.call('POST /v1/rates', whole), 200, rates)
  expectBody(await account.call('POST /v1/rates', fractional), 200, rates)
})
