import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DrydockServer,
  type DrydockServerOptions,
  startDrydockServer,
} from '../../src/server/drydock-server.ts'
import {
  downloadLabel,
  downloadSandboxLabel,
  getOperation,
  operationNames,
} from '../../src/simulator/specification/operations.ts'
import { foreignRequests, foreignTargets, key, ownHost, token } from '../support/attacks.ts'
import { sendRaw } from '../support/raw-request.ts'
import { TestClient } from '../support/test-client.ts'

const live = key.replace('test', 'live')

const startOptions: Readonly<Record<string, DrydockServerOptions>> = {
  'without options': {},
  'with a control token': { controlToken: token },
  'without the control protocol': { control: false },
}

const operations = [...operationNames.map(getOperation), downloadLabel, downloadSandboxLabel].map(
  ({ method, path }) => `${method} ${path.replace('{id}', 'x')}`,
)

/** The headers that a browser adds for a page of another origin. */
const attacks: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(foreignRequests).map(([name, { head }]) => [name, head])),
  'a form of another site that leads here': [ownHost, 'Origin: http://evil.test', 'Sec-Fetch-Mode: navigate'],
  'a name that was made to point here': ['Host: evil.test', 'Origin: http://evil.test'],
}
// A client of HTTP/1.0 may send no Host header; a browser always does.
const { 'no Host': _, ...refused } = attacks

interface GuardedRequest {
  readonly head: readonly string[]
  readonly request?: string
  readonly bearer?: string
  readonly body?: string
}

async function sendFromHost(
  { url }: DrydockServer,
  { head, request = 'GET /v1/wallet', bearer = key, body = '' }: GuardedRequest,
) {
  const lines = [`${request} HTTP/1.1`, ...head, `Authorization: Bearer ${bearer}`, 'Connection: close']
  const text = `${lines.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const answer = await sendRaw(url, text)
  return { ...answer, said: `${answer.status} ${/"code":"([A-Z._]+)"/.exec(answer.text)?.[1]}` }
}

const refusedByGuard = '403 CONTROL.ORIGIN.REFUSED'

describe.each(Object.entries(startOptions))('the host guard on /v1 of a simulator %s', (kind, options) => {
  let server: DrydockServer
  beforeAll(async () => {
    server = await startDrydockServer({ port: 0, clock: { mode: 'frozen', rate: 1 }, ...options })
  })
  afterAll(() => server.close())

  const readState = async () => {
    if (options.control === false) return ''
    const headers =
      options.controlToken === undefined ? {} : { Authorization: `Bearer ${options.controlToken}` }
    const readPart = (part: string) =>
      new TestClient(server.url).read({ path: `/_drydock/accounts/default/${part}`, headers })
    return JSON.stringify([await readPart('snapshot'), await readPart('requests')])
  }

  it.each(Object.entries(refused))(
    'the host guard refuses a request with %s to every operation, and nothing is changed',
    async (_, head) => {
      const before = await readState()
      for (const operation of operations) {
        for (const bearer of kind === 'without options' ? [key, live] : [live]) {
          const [method, path] = operation.split(' ')
          const body = method === 'POST' ? '{"tracking_number":"9999","carrier":"UPS"}' : ''
          const { said } = await sendFromHost(server, { head, request: `${method} ${path}`, bearer, body })
          expect(`${operation}: ${said}`).toBe(`${operation}: ${refusedByGuard}`)
        }
      }
      expect(await readState()).toBe(before)
    },
  )

  it('the host guard refuses whole URLs of other hosts, unknown paths and preflights of other sites', async () => {
    for (const origin of foreignTargets)
      expect((await sendFromHost(server, { head: [ownHost], request: `GET ${origin}/v1/wallet` })).said).toBe(
        refusedByGuard,
      )
    const head = [ownHost, 'Origin: http://evil.test', 'Access-Control-Request-Method: POST']
    for (const request of ['GET /v1/nothing', 'PATCH /v1/wallet', 'OPTIONS /v1/labels']) {
      const { said, text } = await sendFromHost(server, { head, request })
      expect(said).toBe(refusedByGuard)
      expect(text).not.toMatch(/^access-control/im)
    }
  })

  it('the host guard accepts requests of programs, of pages of the simulator itself and by links from other sites', async () => {
    const { host, origin } = new URL(server.url)
    const served: readonly (readonly string[])[] = [
      [`Host: ${host}`],
      ['Host: localhost'],
      [`Host: ${host}`, `Origin: ${origin}`, 'Sec-Fetch-Site: same-origin', 'User-Agent: Mozilla/5.0'],
      // The headers that `fetch` of Node sends.
      [`Host: ${host}`, 'Sec-Fetch-Mode: cors', 'Accept-Language: *', 'User-Agent: node'],
      [`Host: ${host}`, 'Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate', 'User-Agent: Mozilla/5.0'],
      [`Host: ${host}`, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'],
    ]
    for (const head of served) expect((await sendFromHost(server, { head })).status, head.join()).toBe(200)
    const old = `GET /v1/wallet HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`
    expect((await sendRaw(server.url, old)).status).toBe(200)
  })
})

it('a request that the host guard refuses does not count towards the rate limit', async () => {
  const server = await startDrydockServer({ port: 0 })
  try {
    const { text } = await sendFromHost(server, { head: [ownHost, 'Origin: null'] })
    expect(text).toMatch(/^x-ratelimit-limit: 300\r$/im)
    expect(text).toMatch(/^x-ratelimit-remaining: 300\r$/im)
    const client = new TestClient(server.url)
    expect(await client.read({ path: '/_drydock/refused' })).toMatchObject({
      count: 1,
      refused: [{ method: 'GET', path: '/v1/wallet', host: 'localhost', origin: 'null' }],
    })
    expect((await client.send({ path: '/v1/wallet', key })).headers['x-ratelimit-remaining']).toBe('299')
  } finally {
    await server.close()
  }
})

describe('a simulator that listens on all addresses', () => {
  let server: DrydockServer
  beforeAll(async () => {
    server = await startDrydockServer({ port: 0, host: '0.0.0.0', allowedHosts: ['ship.test'] })
  })
  afterAll(() => server.close())

  it.each<[string, number, readonly string[]]>([
    ['serves a program that uses another host name', 200, []],
    ['serves the fetch of Node', 200, ['Sec-Fetch-Mode: cors', 'Accept-Language: *', 'User-Agent: node']],
    ['serves PowerShell', 200, ['User-Agent: Mozilla/5.0 (Windows NT; en-US) WindowsPowerShell/5.1']],
    ['refuses a page that was loaded from another host name', 403, ['Origin: http://drydock:4010']],
    ['refuses a browser that sends Sec-Fetch-Site', 403, ['Sec-Fetch-Site: same-origin']],
    ['refuses a browser by its User-Agent', 403, ['User-Agent: Mozilla/5.0 (X11)', 'Accept-Language: de']],
  ])('a simulator that listens on all network addresses %s', async (_, status, head) => {
    expect((await sendFromHost(server, { head: ['Host: drydock:4010', ...head] })).status).toBe(status)
  })

  it('a simulator that listens on all network addresses serves a browser that uses an allowed host name', async () => {
    const head = ['Host: ship.test:4010', 'Origin: http://ship.test:4010', 'Sec-Fetch-Site: same-origin']
    expect((await sendFromHost(server, { head })).status).toBe(200)
  })
})

describe('pages of a host that --allowed-host names', () => {
  let server: DrydockServer
  beforeAll(async () => {
    server = await startDrydockServer({
      port: 0,
      allowedHosts: ['localhost:5173', 'shop.test', '[::1]:5173'],
    })
  })
  afterAll(() => server.close())

  const sendFromPage = (origin: string, request?: string) =>
    sendFromHost(server, {
      head: [ownHost, `Origin: ${origin}`, 'Sec-Fetch-Site: same-site'],
      ...(request !== undefined && { request }),
    })

  it.each(['http://localhost:5173', 'https://shop.test', 'http://shop.test:8080', 'http://[::1]:5173'])(
    'a page of the allowed host %s may use /v1, but not the control protocol',
    async (origin) => {
      expect((await sendFromPage(origin)).status).toBe(200)
      expect((await sendFromPage(origin, 'GET /_drydock')).said).toBe(refusedByGuard)
    },
  )

  it.each(['http://localhost:5174', 'http://a.shop.test', 'http://shop.test/', 'http://127.0.0.1:5173'])(
    'a page of the host %s, which is not allowed, may not use /v1',
    async (origin) => expect((await sendFromPage(origin)).said).toBe(refusedByGuard),
  )
})
