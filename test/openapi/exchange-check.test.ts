import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectFile } from '../support/project.ts'
import { type Exchange, ExchangeCheck } from './exchange-check.ts'

/**
 * The check of a conformance run against the document (test/long/suite.test.ts) finds deviations that are added on
 * purpose.
 */

const document = JSON.parse(readFileSync(projectFile('schemas/openapi.json'), 'utf8'))
const { post } = document.paths['/v1/labels']
const json = (body: unknown) => Buffer.from(JSON.stringify(body))
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
  sent: json({ rate_id: 'rate_1' }),
  sentType: 'application/json',
  status: 201,
  headers,
  received: json(bought),
}

describe('an exchange', () => {
  const check = new ExchangeCheck(document)

  it('the check accepts an exchange as documented', () => {
    expect(check.findProblems(good)).toEqual([])
    expect(check.findProblems({ ...good, sent: json({}), status: 422, received: json(missing) })).toEqual([])
    expect(check.findProblems({ ...good, path: '/v1/nowhere', status: 404 })).toEqual([])
  })

  it.each([
    [
      'an answer of another type',
      { received: json({ ...bought, rate_cents: '12' }) },
      '/rate_cents must be integer',
    ],
    [
      'a field that is missing',
      { received: json({ ...bought, id: undefined }) },
      "must have required property 'id'",
    ],
    ['a status that is not described', { status: 409 }, 'the status is not described'],
    [
      'an error of another operation',
      { status: 422, received: json({ error: { ...missing.error, code: 'BATCH.SIZE.EXCEEDED' } }) },
      'BATCH.SIZE.EXCEEDED is not described with this status',
    ],
    ['no limits', { headers: new Map([...headers].slice(0, 1)) }, 'the header X-RateLimit-Limit is missing'],
    [
      'a page',
      { headers: new Map([...headers, ['content-type', 'text/html']]) },
      'it is no application/json',
    ],
    [
      'a bad request that is taken',
      { sent: json({ rate_id: '' }) },
      'what it sent is taken, though described as bad',
    ],
    [
      'a good request that is refused',
      { status: 422, received: json(missing) },
      'what it sent is described as good, and VALIDATION.FIELD.REQUIRED',
    ],
  ])('the check reports an exchange with %s', (_, change, words) => {
    expect(check.findProblems({ ...good, ...change }).join('\n')).toContain(words)
  })
})

describe('an exchange of the control protocol', () => {
  const control = JSON.parse(readFileSync(projectFile('schemas/control-openapi.json'), 'utf8'))
  const check = new ExchangeCheck(control, '/_drydock')
  const { post: faults } = control.paths['/accounts/{account}/faults']
  const added = faults.responses[201].content['application/json'].examples.recorded.value
  const refused = control.components.responses.ControlTokenInvalid.content['application/json'].examples
  const good: Exchange = {
    method: 'POST',
    path: '/_drydock/accounts/default/faults',
    sent: json({ target: 'api', mode: 'error', operation: 'GET /v1/wallet', code: 'AUTH.KEY.INVALID' }),
    sentType: 'application/json',
    status: 201,
    headers,
    received: json(added),
  }
  const listed = (query: string): Exchange => ({
    ...good,
    method: 'GET',
    path: `/_drydock/accounts/default/labels${query}`,
    status: 200,
    received: json({ labels: [] }),
  })

  it('the check accepts an exchange of the control protocol as documented', () => {
    expect(check.findProblems(good)).toEqual([])
    expect(
      check.findProblems({
        ...good,
        status: 401,
        headers: new Map([...headers, ['www-authenticate', 'Bearer']]),
        received: json(Object.values<{ value: object }>(refused)[0]?.value),
      }),
    ).toEqual([])
    expect(check.findProblems({ ...good, method: 'DELETE', status: 204, received: Buffer.alloc(0) })).toEqual(
      [],
    )
    expect(check.findProblems(listed('?limit=10&environment=test'))).toEqual([])
    expect(check.findProblems({ ...good, path: '/v1/labels' })).toEqual([])
  })

  it.each([
    [
      'a fault that could never bite, taken',
      { sent: json({ target: 'webhook', mode: 'down' }) },
      'described as bad',
    ],
    [
      "a code of another operation's, taken",
      { sent: json({ target: 'api', mode: 'error', operation: 'GET /v1/wallet', code: 'RATE.EXPIRED' }) },
      'described as bad',
    ],
    ['an answer that lacks a field', { received: json({ ...added, hits: undefined }) }, "property 'hits'"],
    [
      'an error with another code',
      { status: 401, received: json({ error: { code: 'X' } }) },
      'X is not described with this status',
    ],
    ['a body where none is described', { method: 'DELETE', status: 204 }, 'it has a body'],
  ])('the check reports an exchange of the control protocol with %s', (_, change, words) => {
    expect(check.findProblems({ ...good, ...change }).join('\n')).toContain(words)
  })

  it.each([
    ['?limit=0', 'must be >= 1'],
    ['?environment=none', 'must be equal to one of'],
    ['?surplus=1', 'surplus is not described'],
  ])('the check reports an accepted unknown query: %s', (query, words) => {
    expect(check.findProblems(listed(query)).join('\n')).toContain(words)
  })
})
