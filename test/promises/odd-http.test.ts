import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { createAccount, requestRates } from '../support/account.ts'
import { batchItem } from '../support/labels/parcels.ts'
import { sendAndEnd, sendManyRaw, sendRaw } from '../support/raw-request.ts'
import { TestClient } from '../support/test-client.ts'

let server: DrydockServer
beforeAll(async () => {
  server = await startDrydockServer({ port: 0 })
})
afterAll(() => server.close())

const rest = 'Host: localhost\r\nConnection: close\r\n'

it.each([
  ['417 REQUEST.EXPECTATION.UNKNOWN', `GET /v1/wallet HTTP/1.1\r\n${rest}Expect: magic\r\n\r\n`],
  [
    '417 REQUEST.EXPECTATION.UNKNOWN',
    `POST /v1/rates HTTP/1.1\r\n${rest}Expect: magic\r\nContent-Length: 2\r\n\r\n{}`,
  ],
  ['417 REQUEST.EXPECTATION.UNKNOWN', `GET /_drydock HTTP/1.1\r\n${rest}Expect: 200-ok\r\n\r\n`],
  ['405 REQUEST.METHOD.NOT_ALLOWED', 'CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test\r\n\r\n'],
  ['400 REQUEST.SYNTAX.INVALID', 'GET\r\n\r\n'],
  ['400 REQUEST.SYNTAX.INVALID', `GET * HTTP/1.1\r\n${rest}\r\n`],
  [
    '400 REQUEST.SYNTAX.INVALID',
    `GET /v1/wallet HTTP/1.1\r\n${rest}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
  ],
  ['431 REQUEST.HEADERS.TOO_LARGE', `GET /v1/wallet HTTP/1.1\r\n${rest}X: ${'x'.repeat(20_000)}\r\n\r\n`],
])(
  'an unusual HTTP request is refused with %s in the error envelope, with the same request id in header and body',
  async (wanted, request) => {
    const { status, text } = await sendRaw(server.url, request)
    const [head = '', body = ''] = text.split('\r\n\r\n')
    const { error } = JSON.parse(body)
    expect(`${status} ${error.code}`).toBe(wanted)
    expect(/^x-request-id: (req_\w{24})\r?$/im.exec(head)?.[1]).toBe(error.request_id)
    expect(await sendRaw(server.url, `GET /_drydock HTTP/1.1\r\n${rest}\r\n`)).toMatchObject({ status: 200 })
  },
)

it('a request whose body is incomplete is refused with 400 and changes nothing', async () => {
  const account = await createAccount(server.url)
  const [{ id }] = await requestRates(account, {}, { key: account.keys.live })
  const control = `/_drydock/accounts/${account.id}`
  const readState = async () => {
    const { clock, wallet } = Object(await new TestClient(server.url).read({ path: `${control}/snapshot` }))
    return JSON.stringify([clock, wallet, await account.control('GET /shipments')])
  }
  await account.control('PATCH /clock', { mode: 'frozen' })
  const before = await readState()
  const requests = [
    ['POST /v1/labels', JSON.stringify({ rate_id: id })],
    ['POST /v1/batches', JSON.stringify({ items: [batchItem()] })],
    [`PATCH ${control}/wallet`, '{"balance_cents":5}'],
    [`POST ${control}/clock/advance`, '{"by":"1h"}'],
    [`POST ${control}/reset`, ''],
  ] as const
  for (const [line, body] of requests) {
    const head = `${line} HTTP/1.1\r\n${rest}Authorization: Bearer ${account.keys.live}\r\nContent-Type: application/json\r\n`
    for (const cut of [
      `Content-Length: ${body.length + 3}\r\n\r\n${body}`,
      `Transfer-Encoding: chunked\r\n\r\n${body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`}`,
      `Transfer-Encoding: chunked\r\n\r\n${body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`}ZZ\r\n`,
    ]) {
      const { status } = await sendAndEnd(server.url, head + cut)
      expect([line, status]).toEqual([line, 400])
      expect([line, await readState()]).toEqual([line, before])
    }
  }
})

it('the request OPTIONS * gets 204 with a request id', async () => {
  const { status, text } = await sendRaw(server.url, `OPTIONS * HTTP/1.1\r\n${rest}\r\n`)
  const [head = '', body] = text.split('\r\n\r\n')
  expect([status, body]).toEqual([204, ''])
  expect(head).toMatch(/^x-request-id: req_\w{24}\r?$/im)
  expect(head).toMatch(/^date: /im)
})

it('the request OPTIONS * from a page of another site is refused with 403', async () => {
  const { status, text } = await sendRaw(
    server.url,
    'OPTIONS * HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n',
  )
  expect(status).toBe(403)
  expect(text).toContain('CONTROL.ORIGIN.REFUSED')
})

it('a 204 response has neither Content-Length nor Transfer-Encoding', async () => {
  const reset = `POST /_drydock/accounts/default/reset HTTP/1.1\r\n${rest}\r\n`
  for (const request of [reset, `OPTIONS * HTTP/1.1\r\n${rest}\r\n`]) {
    const { status, text } = await sendRaw(server.url, request)
    expect(status).toBe(204)
    expect(text).not.toMatch(/^(content-length|transfer-encoding):/im)
  }
})

it('a request with the method CONNECT is refused, and the response has an Allow header', async () => {
  const { text } = await sendRaw(server.url, 'CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test\r\n\r\n')
  expect(text).toMatch(/^allow: GET, POST, PUT, PATCH, DELETE, HEAD\r?$/im)
})

it('a request with Expect: 100-continue gets 100 Continue before its body is read', async () => {
  const request = `POST /v1/rates HTTP/1.1\r\n${rest}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`
  expect((await sendRaw(server.url, request)).text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/)
})

it.each([
  ['400', `HEAD  HTTP/1.1\r\n${rest}\r\n`],
  ['400', `HEAD /v1/wallet HTTP/1.1\r\n${rest}nothing\r\n\r\n`],
  ['431', `HEAD /v1/wallet HTTP/1.1\r\n${rest}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['417', `HEAD /v1/wallet HTTP/1.1\r\n${rest}Expect: magic\r\n\r\n`],
  ['400', `HEAD * HTTP/1.1\r\n${rest}\r\n`],
])(
  'the error response %s to a malformed HEAD request has a Content-Length and no body',
  async (status, request) => {
    const { text } = await sendRaw(server.url, request)
    expect(text.slice(9, 12)).toBe(status)
    expect(text).toMatch(/^content-length: [1-9]\d*\r$/im)
    expect(text.split('\r\n\r\n')).toEqual([expect.anything(), ''])
  },
)

const long = `X: ${'x'.repeat(20_000)}\r\n`

it.each([
  ['417 REQUEST.EXPECTATION.UNKNOWN', 'GET /v1/wallet', 'Expect: magic\r\n', '300'],
  ['417 REQUEST.EXPECTATION.UNKNOWN', 'HEAD /v1/labels/lbl_1', 'Expect: magic\r\n', '300'],
  ['417 REQUEST.EXPECTATION.UNKNOWN', 'DELETE /v1/labels/lbl_1?a=b', 'Expect: magic\r\n', '30'],
  ['417 REQUEST.EXPECTATION.UNKNOWN', 'POST /v1/rates', 'Expect: magic\r\nContent-Length: 2\r\n', '100'],
  ['417 REQUEST.EXPECTATION.UNKNOWN', 'PUT /v1/rates', 'Expect: magic\r\n', '100'],
  ['417 REQUEST.EXPECTATION.UNKNOWN', 'GET /v1/labels/lbl_1/download', 'Expect: magic\r\n', '300'],
  ['417 REQUEST.EXPECTATION.UNKNOWN', 'GET /v1/nothing', 'Expect: magic\r\n', undefined],
  ['431 REQUEST.HEADERS.TOO_LARGE', 'POST /v1/labels', long, '60'],
  ['400 REQUEST.SYNTAX.INVALID', 'GET /v1/wallet', 'nothing\r\n', '300'],
  ['400 REQUEST.SYNTAX.INVALID', 'POST /v1/batches', 'Content-Length: 1\r\nContent-Length: 2\r\n', '10'],
])(
  'the refusal %s of the unreadable request %s shows the rate limit of its path and is in the request log',
  async (wanted, line, odd, limit) => {
    const account = await createAccount(server.url)
    const [method = '', target = ''] = line.split(' ')
    const keyed = `${rest}Authorization: Bearer ${account.keys.test}\r\n`
    await sendRaw(server.url, `${line} HTTP/1.1\r\n${keyed}\r\n`)
    const { status, text } = await sendRaw(server.url, `${line} HTTP/1.1\r\n${keyed}${odd}\r\n`)
    const readHeaderValue = (name: string): string | undefined =>
      new RegExp(`^${name}: (.*)\r$`, 'im').exec(text)?.[1]
    expect(readHeaderValue('x-ratelimit-limit')).toBe(limit)
    // The earlier request counts towards the rate limit. The request with status 417 counts as well, if its path allows
    // its method.
    const counted = method === 'PUT' ? 0 : wanted.startsWith('417') ? 2 : 1
    expect(readHeaderValue('x-ratelimit-remaining')).toBe(limit && String(Number(limit) - counted))
    expect(readHeaderValue('x-ratelimit-reset')).toBe(
      limit && String(Date.parse('2030-03-04T12:01:00Z') / 1000),
    )
    const { requests } = Object(await account.control('GET /requests'))
    const [path] = target.split('?')
    expect(`${status} ${requests[0].error_code}`).toBe(wanted)
    expect(requests).toHaveLength(2)
    expect(requests[0]).toMatchObject({ id: readHeaderValue('x-request-id'), method, path, status })
  },
)

it('the refusal of a malformed pipelined request shows the rate limit of the path of that request', async () => {
  const account = await createAccount(server.url)
  const keyed = `Host: localhost\r\nAuthorization: Bearer ${account.keys.test}\r\n`
  const wallet = `GET /v1/wallet HTTP/1.1\r\n${keyed}\r\n`
  const [, second] = await sendManyRaw(server.url, [
    wallet,
    `POST /v1/rates HTTP/1.1\r\n${keyed}nothing\r\n\r\n`,
  ])
  expect(second?.text).toMatch(/^x-ratelimit-limit: 100\r$/im)
  const [, garbage] = await sendManyRaw(server.url, [wallet, '\u0001\r\n\r\n'])
  expect(garbage?.status).toBe(400)
  expect(garbage?.text).not.toMatch(/^x-ratelimit/im)
  const { requests } = Object(await account.control('GET /requests'))
  expect(requests.map(({ status, path }: Record<string, unknown>) => `${status} ${path}`)).toEqual([
    '200 /v1/wallet',
    '400 /v1/rates',
    '200 /v1/wallet',
  ])
})

it('the refusal of a request without a key shows the full rate limit and is in the request log of the default account', async () => {
  const { text } = await sendRaw(server.url, `GET /v1/wallet HTTP/1.1\r\n${rest}Expect: magic\r\n\r\n`)
  expect(text).toMatch(/^x-ratelimit-remaining: 300\r$/im)
  const [, id] = /^x-request-id: (.*)\r$/im.exec(text) ?? []
  const client = new TestClient(server.url)
  const { requests } = Object(await client.read({ path: '/_drydock/accounts/default/requests?status=417' }))
  expect(requests[0]).toMatchObject({ id, path: '/v1/wallet' })
})
