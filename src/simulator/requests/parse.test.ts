import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBatchSize } from '../resources/batches/batches.ts'
import { ApiError, fail } from '../specification/errors.ts'
import { parseJson } from './json-body.ts'
import {
  createLargeBatchReader,
  parseAddress,
  parseBatch,
  parseBuyLabel,
  parseLargeBatch,
  parseRates,
  parseTracker,
} from './parse.ts'

const address = { name: 'Ada', street1: '1 Main St', city: 'Reno', state: 'NV', zip: '89501', country: 'US' }
const parcel = { weight_oz: 16, length: 1, width: 2, height: 3 }
const rates = { from_address: address, to_address: address, parcel }
const item = { ...rates, carrier: 'ups', service: 'Ground', rate_cents: 100 }

function readRefusal(parse: () => unknown): string {
  try {
    parse()
  } catch (error) {
    if (error instanceof ApiError) return `${error.code} ${String(error.extras['field'])}`
    throw error
  }
  return 'accepted'
}

const buildRequiredMessage = (field: string) => `VALIDATION.FIELD.REQUIRED ${field}`
const buildInvalidMessage = (field: string) => `VALIDATION.FIELD.INVALID ${field}`
const createBatchBody = (...items: unknown[]) => parseBatch({ items }, checkBatchSize)

describe('reading the fields of a request body', () => {
  it('parseAddress accepts optional fields that are absent, null or blank, and ignores unknown fields', () => {
    const given = {
      ...address,
      name: undefined,
      street2: null,
      company: '  ',
      phone: '1',
      extra: { deep: true },
    }
    expect(parseAddress(given)).toEqual({
      street1: '1 Main St',
      city: 'Reno',
      state: 'NV',
      zip: '89501',
      country: 'US',
      phone: '1',
    })
    expect(parseTracker({ tracking_number: '1', carrier: 'fEdEx' })).toEqual({
      trackingNumber: '1',
      carrier: 'FedEx',
    })
    expect(createBatchBody(item).items[0]).toMatchObject({ carrier: 'UPS', rateId: null, rateCents: 100 })
  })

  it.each([1, true, 'text', [], [[]]])(
    'parseRates refuses %j where an object is required, and names the field',
    (value) => {
      expect(readRefusal(() => parseRates({ ...rates, from_address: value }))).toBe(
        buildInvalidMessage('from_address'),
      )
      expect(readRefusal(() => parseRates({ ...rates, parcel: value }))).toBe(buildInvalidMessage('parcel'))
    },
  )

  it.each([1, true, {}, [], 'x'.repeat(501)])(
    'parseBuyLabel refuses %j as the required text rate_id',
    (value) => {
      expect(readRefusal(() => parseBuyLabel({ rate_id: value }))).toBe(buildInvalidMessage('rate_id'))
      expect(readRefusal(() => parseTracker({ tracking_number: value, carrier: 'UPS' }))).toBe(
        buildInvalidMessage('tracking_number'),
      )
      expect(readRefusal(() => parseAddress({ ...address, zip: value }))).toBe(buildInvalidMessage('zip'))
    },
  )

  it('parseAddress ignores inherited properties of an object', () => {
    expect(readRefusal(() => parseBuyLabel(JSON.parse('{"__proto__": {"rate_id": "rate_1"}}')))).toBe(
      buildRequiredMessage('rate_id'),
    )
  })

  it('parseBatch checks the number of items before it reads the items', () => {
    expect(readRefusal(() => createBatchBody())).toBe('BATCH.ITEMS.REQUIRED undefined')
    expect(readRefusal(() => createBatchBody(...Array.from({ length: 5_001 }, () => 'no item')))).toBe(
      'BATCH.SIZE.EXCEEDED undefined',
    )
    expect(readRefusal(() => createBatchBody('no item'))).toBe(buildInvalidMessage('items[0]'))
    expect(readRefusal(() => parseBatch({}, checkBatchSize))).toBe(buildRequiredMessage('items'))
    expect(readRefusal(() => parseBatch({ items: { 0: item } }, checkBatchSize))).toBe(
      buildInvalidMessage('items'),
    )
  })

  it('each parser of a request body returns typed input or a documented error for any JSON', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        for (const parse of [parseAddress, parseRates, parseBuyLabel, parseTracker]) {
          expect(readRefusal(() => parse(body))).toMatch(
            /^(accepted$|VALIDATION\.FIELD\.(REQUIRED|INVALID) .)/,
          )
        }
      }),
    )
  })
})

const bytes = (text: string) => new TextEncoder().encode(text)
const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
const nestedLists = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

describe('reading the bytes of a request body', () => {
  it('parseJson reads the bytes of a JSON object', () => {
    expect(parseJson(bytes(' {"a": [1, "ü"]} '))).toEqual({ a: [1, 'ü'] })
  })

  it.each([
    ['none', new Uint8Array()],
    ['no JSON', bytes('{')],
    ['two values', bytes('{} {}')],
    ['a list', bytes('[]')],
    ['a text', bytes('"text"')],
    ['null', bytes('null')],
    ['a number', bytes('1e400')],
    ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a cut character', new Uint8Array([0x7b, 0x22, 0xc3])],
    ['a byte order mark in front', bytes('\uFEFF{}')],
  ])('parseJson refuses bytes that are %s', (_, body) => {
    expect(readRefusal(() => parseJson(body))).toBe(buildInvalidMessage('body'))
  })

  it.each([nested, nestedLists])(
    'parseJson reads JSON nested 32 levels deep and refuses deeper JSON',
    (make) => {
      expect(readRefusal(() => parseJson(bytes(make(32))))).toBe('accepted')
      for (const levels of [33, 5_000, 200_000]) {
        expect(readRefusal(() => parseJson(bytes(make(levels))))).toBe(buildInvalidMessage('body'))
      }
    },
  )

  it('parseRates refuses an infinite number as a weight', () => {
    const body = JSON.stringify({ ...rates, parcel: { ...parcel, weight_oz: 0 } }).replace(
      '"weight_oz":0',
      '"weight_oz":1e400',
    )
    expect(readRefusal(() => parseRates(parseJson(bytes(body))))).toBe(
      buildInvalidMessage('parcel.weight_oz'),
    )
  })
})

describe('reading a large batch in steps', () => {
  const parseInSteps = (body: unknown) => {
    const reader = createLargeBatchReader(() => fail('BATCH.SIZE.EXCEEDED'))
    reader.write(bytes(JSON.stringify(body)))
    const steps = parseLargeBatch(reader, checkBatchSize)
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
    }
  }

  it.each([
    ['good', { items: [item, item] }],
    ['without items', {}],
    ['with an empty list of items', { items: [] }],
    ['with too many items', { items: Array.from({ length: 5_001 }, () => 1) }],
    ['whose items are no list', { items: { 0: item } }],
    ['whose items are null', { items: null }],
    ['whose items are blank', { items: ' ' }],
    ['with items that are not objects', { items: [item, null, 1] }],
    ['with an item that lacks a field', { items: [item, { ...item, carrier: undefined }] }],
    [
      'with a field that is wrong',
      { items: [item, item, { ...item, parcel: { ...parcel, weight_oz: -1 } }, {}] },
    ],
  ])('parseLargeBatch refuses a batch in the same words as parseBatch: %s', (_, body) => {
    expect(readRefusal(() => parseInSteps(body))).toBe(readRefusal(() => parseBatch(body, checkBatchSize)))
  })

  it('parseLargeBatch returns the same batch as parseBatch', () => {
    const body = { items: [item, { ...item, rate_id: null, more: 1 }] }
    expect(parseInSteps(body)).toEqual(parseBatch(body, checkBatchSize))
  })
})
