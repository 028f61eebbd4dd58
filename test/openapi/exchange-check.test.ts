import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectFile } from '../support/project.ts'
import { type Exchange, ExchangeCheck } from './exchange-check.ts'

/**
 * Tests `ExchangeCheck` with exchanges that deviate from the OpenAPI document. test/long/suite.test.ts uses it to check
 * all exchanges of a conformance run.
 */

const document = JSON.parse(readFileSync(projectFile('schemas/openapi.json'), 'utf8'))
const { post } = document.paths['/v1/labels']
const encodeJson = (body: unknown) => Buffer.from(JSON.stringify(body))
const headers = new Map([
  ['content-type', 'application/json; charset=utf-8'],
  ['x-ratelimit-limit', '60'],
  ['x-ratelimit-remaining', '59'],
  ['x-ratelimit-reset', '1'],
  ['x-request-id', 'req_1'],
])
const bought = post.responses[201].content['application/json'].examples.recorded.value
const { content } = document.components.responses.BuyLabelUnprocessableEntity
const missing = content['application/json'].examples['VALIDATION.FIELD.REQUIRED'].value
const good: Exchange = {
  method: 'POST',
  path: '/v1/labels',
  sent: encodeJson({ rate_id: 'rate_1' }),
  sentType: 'application/json',
  status: 201,
  headers,
  received: encodeJson(bought),
}

describe('ExchangeCheck: comparing a request and response with the OpenAPI document', () => {
  const check = new ExchangeCheck(document)

  it('ExchangeCheck accepts a request and response that the OpenAPI document describes', () => {
    expect(check.findProblems(good)).toEqual([])
    expect(
      check.findProblems({ ...good, sent: encodeJson({}), status: 422, received: encodeJson(missing) }),
    ).toEqual([])
    expect(check.findProblems({ ...good, path: '/v1/nowhere', status: 404 })).toEqual([])
  })

  it.each([
    [
      'a field of the wrong type',
      { received: encodeJson({ ...bought, rate_cents: '12' }) },
      '/rate_cents must be integer',
    ],
    [
      'a missing field',
      { received: encodeJson({ ...bought, id: undefined }) },
      "must have required property 'id'",
    ],
    ['an undocumented status', { status: 409 }, 'the status is not described'],
    [
      'an error code of another operation',
      { status: 422, received: encodeJson({ error: { ...missing.error, code: 'BATCH.SIZE.EXCEEDED' } }) },
      'BATCH.SIZE.EXCEEDED is not described with this status',
    ],
    [
      'no rate-limit headers',
      { headers: new Map([...headers].slice(0, 1)) },
      'the header X-RateLimit-Limit is missing',
    ],
    [
      'an HTML page as response body',
      { headers: new Map([...headers, ['content-type', 'text/html']]) },
      'it is no application/json',
    ],
    [
      'an invalid request that succeeds',
      { sent: encodeJson({ rate_id: '' }) },
      'what it sent is taken, though described as bad',
    ],
    [
      'a valid request that is refused',
      { status: 422, received: encodeJson(missing) },
      'what it sent is described as good, and VALIDATION.FIELD.REQUIRED',
    ],
  ])('ExchangeCheck reports a request and its response if they have %s', (_, change, words) => {
    expect(check.findProblems({ ...good, ...change }).join('\n')).toContain(words)
  })
})

describe('ExchangeCheck for calls of the control protocol', () => {
  const control = JSON.parse(readFileSync(projectFile('schemas/control-openapi.json'), 'utf8'))
  const check = new ExchangeCheck(control, '/_drydock')
  const { post: faults } = control.paths['/accounts/{account}/faults']
  const added = faults.responses[201].content['application/json'].examples.recorded.value
  const refused = control.components.responses.ControlTokenInvalid.content['application/json'].examples
  const good: Exchange = {
    method: 'POST',
    path: '/_drydock/accounts/default/faults',
    sent: encodeJson({ target: 'api', mode: 'error', operation: 'GET /v1/wallet', code: 'AUTH.KEY.INVALID' }),
    sentType: 'application/json',
    status: 201,
    headers,
    received: encodeJson(added),
  }
  const createListExchange = (query: string): Exchange => ({
    ...good,
    method: 'GET',
    path: `/_drydock/accounts/default/labels${query}`,
    status: 200,
    received: encodeJson({ labels: [] }),
  })

  it('ExchangeCheck accepts a control call that the OpenAPI document describes', () => {
    expect(check.findProblems(good)).toEqual([])
    expect(
      check.findProblems({
        ...good,
        status: 401,
        headers: new Map([...headers, ['www-authenticate', 'Bearer']]),
        received: encodeJson(Object.values<{ value: object }>(refused)[0]?.value),
      }),
    ).toEqual([])
    expect(check.findProblems({ ...good, method: 'DELETE', status: 204, received: Buffer.alloc(0) })).toEqual(
      [],
    )
    expect(check.findProblems(createListExchange('?limit=10&environment=test'))).toEqual([])
    expect(check.findProblems({ ...good, path: '/v1/labels' })).toEqual([])
  })

  it.each([
    [
      'a fault that can never trigger and is accepted',
      { sent: encodeJson({ target: 'webhook', mode: 'down' }) },
      'described as bad',
    ],
    [
      'a fault with an error code of another operation that is accepted',
      {
        sent: encodeJson({ target: 'api', mode: 'error', operation: 'GET /v1/wallet', code: 'RATE.EXPIRED' }),
      },
      'described as bad',
    ],
    ['a missing field', { received: encodeJson({ ...added, hits: undefined }) }, "property 'hits'"],
    [
      'an undocumented error code',
      { status: 401, received: encodeJson({ error: { code: 'X' } }) },
      'X is not described with this status',
    ],
    ['an undocumented body', { method: 'DELETE', status: 204 }, 'it has a body'],
  ])('ExchangeCheck reports a control call with %s', (_, change, words) => {
    expect(check.findProblems({ ...good, ...change }).join('\n')).toContain(words)
  })

  it.each([
    ['?limit=0', 'must be >= 1'],
    ['?environment=none', 'must be equal to one of'],
    ['?surplus=1', 'surplus is not described'],
  ])('ExchangeCheck reports a control call that succeeds with an undescribed query: %s', (query, words) => {
    expect(check.findProblems(createListExchange(query)).join('\n')).toContain(words)
  })
})
