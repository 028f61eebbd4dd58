import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { sendRaw } from '../support/raw-request.ts'

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
])('%s in the envelope, with its request id', async (wanted, request) => {
  const { status, text } = await sendRaw(server.url, request)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const { error } = JSON.parse(body)
  expect(`${status} ${error.code}`).toBe(wanted)
  expect(/^x-request-id: (req_\w{24})\r?$/im.exec(head)?.[1]).toBe(error.request_id)
  expect(await sendRaw(server.url, `GET /_drydock HTTP/1.1\r\n${rest}\r\n`)).toMatchObject({ status: 200 })
})

it('OPTIONS * asks whether the server is there, and it is', async () => {
  const { status, text } = await sendRaw(server.url, `OPTIONS * HTTP/1.1\r\n${rest}\r\n`)
  const [head = '', body] = text.split('\r\n\r\n')
  expect([status, body]).toEqual([204, ''])
  expect(head).toMatch(/^x-request-id: req_\w{24}\r?$/im)
  expect(head).toMatch(/^date: /im)
})

it('OPTIONS * from another site is refused as all outside /v1 is', async () => {
  const { status, text } = await sendRaw(
    server.url,
    'OPTIONS * HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n',
  )
  expect(status).toBe(403)
  expect(text).toContain('CONTROL.ORIGIN.REFUSED')
})

it('an answer without content says nothing of its length', async () => {
  const reset = `POST /_drydock/accounts/default/reset HTTP/1.1\r\n${rest}\r\n`
  for (const request of [reset, `OPTIONS * HTTP/1.1\r\n${rest}\r\n`]) {
    const { status, text } = await sendRaw(server.url, request)
    expect(status).toBe(204)
    expect(text).not.toMatch(/^(content-length|transfer-encoding):/im)
  }
})

it('CONNECT hears which methods there are', async () => {
  const { text } = await sendRaw(server.url, 'CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test\r\n\r\n')
  expect(text).toMatch(/^allow: GET, POST, PUT, PATCH, DELETE, HEAD\r?$/im)
})

it('a body that the client waits to be asked for is asked for', async () => {
  const request = `POST /v1/rates HTTP/1.1\r\n${rest}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`
  expect((await sendRaw(server.url, request)).text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/)
})

it.each([
  ['400', `HEAD  HTTP/1.1\r\n${rest}\r\n`],
  ['400', `HEAD /v1/wallet HTTP/1.1\r\n${rest}nothing\r\n\r\n`],
  ['431', `HEAD /v1/wallet HTTP/1.1\r\n${rest}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['417', `HEAD /v1/wallet HTTP/1.1\r\n${rest}Expect: magic\r\n\r\n`],
  ['400', `HEAD * HTTP/1.1\r\n${rest}\r\n`],
])('%s to HEAD has no body, which a client would take for the next answer', async (status, request) => {
  const { text } = await sendRaw(server.url, request)
  expect(text.slice(9, 12)).toBe(status)
  expect(text).toMatch(/^content-length: [1-9]\d*\r$/im)
  expect(text.split('\r\n\r\n')).toEqual([expect.anything(), ''])
})
