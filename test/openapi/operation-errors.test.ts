import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentedOperations } from '../../scripts/openapi/service-operations.ts'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { bodyLimitBytes } from '../../src/server/http/request-body.ts'
import { listAllowedCodes } from '../../src/simulator/faults/targets.ts'
import { errorCodes } from '../../src/simulator/specification/errors.ts'
import { type Account, createAccount, requestRates } from '../support/account.ts'
import { serviceBodies } from '../support/full-bodies.ts'
import { projectFile } from '../support/project.ts'
import { sendRaw } from '../support/raw-request.ts'
import { ExchangeCheck } from './exchange-check.ts'

/** Checks that every error response of an operation is in the OpenAPI document. */

const check = new ExchangeCheck(JSON.parse(readFileSync(projectFile('schemas/openapi.json'), 'utf8')))

let server: DrydockServer
let account: Account
beforeAll(async () => {
  server = await startDrydockServer({ port: 0, rateLimits: false })
  account = await createAccount(server.url)
})
afterAll(() => server.close())

/** Sends a hand-written request. Returns its status and error code, and every difference from the document. */
async function sendAndCheck(
  method: string,
  path: string,
  { head = '', body = '' },
): Promise<[string, readonly string[]]> {
  const lines = `Host: localhost\r\nConnection: close\r\n${head}`
  const { status, text } = await sendRaw(server.url, `${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`)
  const [told = '', received = ''] = text.split('\r\n\r\n')
  const headers = told
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    })
  const sent = Buffer.from(body)
  const bytes = Buffer.from(received, 'latin1')
  const exchange = {
    method,
    path,
    sent,
    sentType: undefined,
    status,
    headers: new Map(headers),
    received: bytes,
  }
  const code = /"code":"([A-Z._]+)"/.exec(received)?.[1]
  return [`${status} ${code}`, check.findProblems(exchange)]
}

const createBodyHeaders = (body: string, type = 'application/json') =>
  `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`

/** Requests with a defect that makes them unreadable, each with its expected response. */
const unread = {
  'a header that is too long': [`X: ${'x'.repeat(20_000)}\r\n`, '431 REQUEST.HEADERS.TOO_LARGE'],
  'two lengths': ['Content-Length: 1\r\nContent-Length: 2\r\n', '400 REQUEST.SYNTAX.INVALID'],
  'a line that is no header': ['nothing\r\n', '400 REQUEST.SYNTAX.INVALID'],
  'an expectation of nobody': ['Expect: magic\r\n', '417 REQUEST.EXPECTATION.UNKNOWN'],
} as const

const badBodies = {
  'no body': '',
  'no JSON': '{',
  'a list': '[]',
  'bytes that are no text': '"\xff"',
  'too much': ' '.repeat(bodyLimitBytes + 1),
  'an empty object': '{}',
} as const

describe.each(documentedOperations)(
  'the errors of $method $path',
  ({ name, method, path: pattern, hasBody, scope }) => {
    const path = pattern.replace('{id}', 'lbl_none')
    const createKeyHeader = () => `Authorization: Bearer ${account.keys.test}\r\n`

    it.each(Object.entries(unread))(
      'the OpenAPI document describes the response of each operation to %s',
      async (_, [head, wanted]) => {
        expect(await sendAndCheck(method, path, { head: createKeyHeader() + head })).toEqual([wanted, []])
      },
    )

    it('the OpenAPI document describes the response of each operation to each kind of invalid key', async () => {
      for (const key of ['none', 'Basic x', 'Bearer', `Bearer pr_test_${'0'.repeat(32)}`, 'Bearer \xff']) {
        const head = `${key === 'none' ? '' : `Authorization: ${key}\r\n`}${createBodyHeaders('{}')}`
        const [, problems] = await sendAndCheck(method, path, { head, body: '{}' })
        expect([key, problems]).toEqual([key, []])
      }
    })

    it.runIf(hasBody)(
      'the OpenAPI document describes the response of each operation to an invalid body',
      async () => {
        for (const [what, body] of Object.entries(badBodies)) {
          const [answered, problems] = await sendAndCheck(method, path, {
            head: createKeyHeader() + createBodyHeaders(body),
            body,
          })
          expect([what, answered.slice(0, 1), problems]).toEqual([what, '4', []])
        }
        const body = JSON.stringify(serviceBodies[name])
        const [answered, problems] = await sendAndCheck(method, path, {
          head: createKeyHeader() + createBodyHeaders(body, 'text/plain'),
          body,
        })
        expect([answered, problems]).toEqual(['422 VALIDATION.FIELD.INVALID', []])
      },
    )

    it.runIf(name !== 'downloadSandboxLabel')(
      'the OpenAPI document describes each error that a fault can cause for an operation',
      async () => {
        const operation = `${method} ${pattern}`
        for (const code of listAllowedCodes({ target: 'api', operation, mode: 'error' })) {
          await account.control('POST /faults', { target: 'api', operation, mode: 'error', code, times: 1 })
          const [answered, problems] = await sendAndCheck(method, path, { head: createKeyHeader() })
          expect([answered.slice(4), problems]).toEqual([code, []])
        }
      },
    )

    it.runIf(scope !== null)(
      'the OpenAPI document describes the response of each operation to a key without its scope',
      async () => {
        const environment = 'test'
        const made = await account.control('POST /keys', { environment, scopes: [] })
        const head = `Authorization: Bearer ${Object(made).key}\r\n`
        expect(await sendAndCheck(method, path, { head })).toEqual(['403 AUTH.KEY.INSUFFICIENT_SCOPE', []])
      },
    )
  },
)

describe('the responses that magic values cause', () => {
  it('the OpenAPI document describes every response that a magic value can cause', async () => {
    const problems = new Set<string>()
    const send = async (path: string, sent: object) => {
      const body = JSON.stringify(sent)
      const head = `Authorization: Bearer ${account.keys.test}\r\n${createBodyHeaders(body)}`
      const [answered, found] = await sendAndCheck('POST', path, { head, body })
      for (const problem of found) problems.add(problem)
      return answered
    }
    const met = new Set<string>()
    for (const code of [...errorCodes, 'carrier=*:down', 'carrier=UPS:reject', 'NONE.SUCH']) {
      const address = { ...serviceBodies['validateAddress'], name: `sim:${code}` }
      met.add(await send('/v1/addresses/validate', address))
      met.add(await send('/v1/rates', { ...serviceBodies['createRates'], to_address: address }))
      const quoted = await account.call('POST /v1/rates', {
        ...serviceBodies['createRates'],
        to_address: address,
      })
      const [rate] = Object(quoted.body).rates ?? []
      if (rate !== undefined) met.add(await send('/v1/labels', { rate_id: rate.id }))
    }
    expect([...problems]).toEqual([])
    expect(met.size).toBeGreaterThan(18)
    expect(await requestRates(account)).not.toEqual([])
  })
})

it('a 403 that a fault causes has no required_scope if the operation needs no scope', async () => {
  const [operation, code] = ['GET /v1/webhooks/deliveries', 'AUTH.KEY.INSUFFICIENT_SCOPE']
  await account.control('POST /faults', { target: 'api', operation, mode: 'error', code, times: 1 })
  const { status, body } = await account.call(operation)
  expect(status).toBe(403)
  expect(Object.keys(Object(body).error)).not.toContain('required_scope')
})
