import { describe, expect, it } from 'vitest'
import { OptionsError } from '../options-error.ts'
import type { RequestEntry } from '../simulator/bodies/control/requests.ts'
import { isExpectedRequest, readExpectedRequest } from './expected-request.ts'

const purchaseEntry: RequestEntry = {
  id: 'req_1',
  at: '2030-01-01T00:00:00.000Z',
  method: 'POST',
  path: '/v1/labels?trace=1',
  status: 402,
  error_code: 'WALLET.INSUFFICIENT_BALANCE',
  request_body: { rate_id: 'rate_1', note: { tags: ['a', 'b'] }, gone: null },
  response_body: null,
  duration_ms: 1,
  decided_by: [],
  lost: null,
}
const downloadEntry = {
  ...purchaseEntry,
  method: 'GET',
  path: '/v1/labels/lbl_1/download',
  request_body: null,
}

describe('an expected request', () => {
  it.each([
    ['its operation', { operation: 'buyLabel' }],
    ['its method and path as one text', { operation: 'POST /v1/labels' }],
    ['its method and its path', { method: 'POST', path: '/v1/labels' }],
    ['a pattern of its path', { path: '/v1/*' }],
    ['its status', { status: 402 }],
    ['the class of its status', { status: '4xx' }],
    ['a part of its body', { body: { rate_id: 'rate_1' } }],
    ['a nested part of its body', { body: { note: { tags: ['a', 'b'] } } }],
    ['a null in its body', { body: { gone: null } }],
    ['an asymmetric matcher in its body', { body: { rate_id: expect.stringContaining('rate_') } }],
    ['a regular expression in its body', { body: { rate_id: /^rate_/ } }],
  ] as const)('an expected request matches a logged request by %s', (_, expected) => {
    expect(isExpectedRequest(purchaseEntry, readExpectedRequest(expected))).toBe(true)
  })

  it.each([
    ['another operation', { operation: 'createRates' }],
    ['another operation of the same resource', { operation: 'getLabel' }],
    ['another method', { method: 'GET' }],
    ['a longer path', { path: '/v1/labels/{id}' }],
    ['a pattern of which only the beginning matches the path', { path: '/v1/label*/download' }],
    ['a path with a dot in place of another character', { path: '/v1.labels*' }],
    ['another status', { status: 400 }],
    ['another class of status', { status: '2xx' }],
    ['another value in its body', { body: { rate_id: 'rate_2' } }],
    ['a field that the logged body lacks', { body: { rate_id: 'rate_1', extra: undefined } }],
    ['a shorter list in its body', { body: { note: { tags: ['a'] } } }],
    ['an object in place of a list in its body', { body: { note: { tags: { 0: 'a', 1: 'b' } } } }],
    ['no body', { body: null }],
    ['one correct and one wrong field', { operation: 'buyLabel', status: 201 }],
  ] as const)('an expected request with %s does not match the logged request', (_, expected) => {
    expect(isExpectedRequest(purchaseEntry, readExpectedRequest(expected))).toBe(false)
  })

  it('{id} in the path of an expected request matches one segment of the path of a logged request', () => {
    expect(isExpectedRequest(downloadEntry, { path: '/v1/labels/{id}/download' })).toBe(true)
    expect(isExpectedRequest(downloadEntry, { path: '/v1/labels/{id}' })).toBe(false)
  })

  it('an expected request with body: null matches a logged request without a body', () => {
    expect(isExpectedRequest(downloadEntry, { body: null })).toBe(true)
  })

  it.each([
    ['buyLable', 'There is no operation "buyLable". Did you mean buyLabel? Operations are validateAddress,'],
    ['POST /v1/lables', 'Did you mean POST /v1/labels?'],
    ['GET /v1/labels', 'There is no operation "GET /v1/labels".'],
    [
      { operatoin: 'buyLabel' },
      'no operatoin, only operation, method, path, status, body, times. Did you mean operation?',
    ],
    [{ path: '/v1/lables' }, 'No operation has the path "/v1/lables". Did you mean /v1/labels?'],
    [{ times: -1 }, 'times must be a whole number from 0 up, not -1'],
    [{ method: 'get' }, 'not "get" (did you mean GET?)'],
    [{ status: '404' }, 'status must be a number from 100 to 599, or a class such as \'4xx\', not "404".'],
    [{ status: '6xx' }, 'not "6xx".'],
    [{ status: Number.NaN }, 'not NaN.'],
    [{ status: 99 }, 'not 99.'],
    [null, "an operation such as 'buyLabel', or"],
  ])('readExpectedRequest refuses %j, which no request can match', (given, says) => {
    const read = () => Reflect.apply(readExpectedRequest, undefined, [given])
    expect(read).toThrow(OptionsError)
    expect(read).toThrow(says)
  })

  it.each(['GET /v1/labels/lbl_123', 'GET /v1/labels/{id}', 'POST /v1/*'] as const)(
    'readExpectedRequest accepts %s',
    (operation) => {
      expect(readExpectedRequest(operation)).toEqual({ operation })
    },
  )

  it.each(['/v1/labels/{id}', '/v1/labels/lbl_123/download', '/v1/sandbox/labels/lbl_123.pdf', '/v1/*'])(
    'readExpectedRequest accepts the path %s',
    (path) => {
      expect(readExpectedRequest({ path })).toEqual({ path })
    },
  )
})
