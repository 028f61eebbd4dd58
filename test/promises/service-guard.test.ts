import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DrydockServer,
  type DrydockServerOptions,
  startDrydockServer,
} from '../../src/server/drydock-server.ts'
import {
  downloadLabel,
  downloadSandboxLabel,
  operationFacts,
  operationNames,
} from '../../src/simulator/specification/operations.ts'
import { foreign, foreignTargets, key, own, token } from '../support/attacks.ts'
import { sendRaw } from '../support/raw-request.ts'
import { TestClient } from '../support/test-client.ts'

const live = key.replace('test', 'live')

const kinds: Readonly<Record<string, DrydockServerOptions>> = {
  'without options': {},
  'with a control token': { controlToken: token },
  'without the control protocol': { control: false },
}

const operations = [...operationNames.map(operationFacts), downloadLabel, downloadSandboxLabel].map(
  ({ method, path }) => `${method} ${path.replace('{id}', 'x')}`,
)

/** The headers that a browser adds for a page of another origin. */
const attacks: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(foreign).map(([name, { head }]) => [name, head])),
  'a form of another site that leads here': [own, 'Origin: http://evil.test', 'Sec-Fetch-Mode: navigate'],
  'a name that was made to point here': ['Host: evil.test', 'Origin: http://evil.test'],
}
// A client of HTTP/1.0 may send no Host header; a browser always does.
const { 'no Host': _, ...refused } = attacks

interface Sent {
  readonly head: readonly string[]
  readonly request?: string
  readonly bearer?: string
  readonly body?: string
}

async function send(
  { url }: DrydockServer,
  { head, request = 'GET /v1/wallet', bearer = key, body = '' }: Sent,
) {
  const lines = [`${request} HTTP/1.1`, ...head, `Authorization: Bearer ${bearer}`, 'Connection: close']
  const text = `${lines.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const answer = await sendRaw(url, text)
  return { ...answer, said: `${answer.status} ${/"code":"([A-Z._]+)"/.exec(answer.text)?.[1]}` }
}

const closed = '403 CONTROL.ORIGIN.REFUSED'

describe.each(Object.entries(kinds))('the service of a simulator %s', (kind, options) => {
  let server: DrydockServer
  beforeAll(async () => {
    server = await startDrydockServer({ port: 0, clock: { mode: 'frozen', rate: 1 }, ...options })
  })
  afterAll(() => server.close())

  const state = async () => {
    if (options.control === false) return ''
    const headers =
      options.controlToken === undefined ? {} : { Authorization: `Bearer ${options.controlToken}` }
    const ask = (part: string) =>
      new TestClient(server.url).read({ path: `/_drydock/accounts/default/${part}`, headers })
    return JSON.stringify([await ask('snapshot'), await ask('requests')])
  }

  it.each(Object.entries(refused))('refuses %s on every operation and changes nothing', async (_, head) => {
    const before = await state()
    for (const operation of operations) {
      for (const bearer of kind === 'without options' ? [key, live] : [live]) {
        const [method, path] = operation.split(' ')
        const body = method === 'POST' ? '{"tracking_number":"9999","carrier":"UPS"}' : ''
        const { said } = await send(server, { head, request: `${method} ${path}`, bearer, body })
        expect(`${operation}: ${said}`).toBe(`${operation}: ${closed}`)
      }
    }
    expect(await state()).toBe(before)
  })

  it('refuses whole URLs of other hosts, unknown paths and preflights alike', async () => {
    for (const origin of foreignTargets)
      expect((await send(server, { head: [own], request: `GET ${origin}/v1/wallet` })).said).toBe(closed)
    const head = [own, 'Origin: http://evil.test', 'Access-Control-Request-Method: POST']
    for (const request of ['GET /v1/nothing', 'PATCH /v1/wallet', 'OPTIONS /v1/labels']) {
      const { said, text } = await send(server, { head, request })
      expect(said).toBe(closed)
      expect(text).not.toMatch(/^access-control/im)
    }
  })

  it('serves clients without a browser, its own pages and followed links', async () => {
    const { host, origin } = new URL(server.url)
    const served: readonly (readonly string[])[] = [
      [`Host: ${host}`],
      ['Host: localhost'],
      [`Host: ${host}`, `Origin: ${origin}`, 'Sec-Fetch-Site: same-origin', 'User-Agent: Mozilla/5.0'],
      // Uses the `fetch` of Node.
      [`Host: ${host}`, 'Sec-Fetch-Mode: cors', 'Accept-Language: *', 'User-Agent: node'],
      [`Host: ${host}`, 'Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate', 'User-Agent: Mozilla/5.0'],
      [`Host: ${host}`, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'],
    ]
    for (const head of served) expect((await send(server, { head })).status, head.join()).toBe(200)
    const old = `GET /v1/wallet HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`
    expect((await sendRaw(server.url, old)).status).toBe(200)
  })
})

it('a refusal has the headers of the limit, uses none of it, and is counted apart', async () => {
  const server = await startDrydockServer({ port: 0 })
  try {
    const { text } = await send(server, { head: [own, 'Origin: null'] })
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
    ['serves a program that knows it by another name', 200, []],
    ['serves the fetch of Node', 200, ['Sec-Fetch-Mode: cors', 'Accept-Language: *', 'User-Agent: node']],
    ['serves PowerShell', 200, ['User-Agent: Mozilla/5.0 (Windows NT; en-US) WindowsPowerShell/5.1']],
    ['refuses a page of that name', 403, ['Origin: http://drydock:4010']],
    ['refuses a browser that says where the page is', 403, ['Sec-Fetch-Site: same-origin']],
    ['refuses a browser that says who it is', 403, ['User-Agent: Mozilla/5.0 (X11)', 'Accept-Language: de']],
  ])('a simulator on all addresses %s', async (_, status, head) => {
    expect((await send(server, { head: ['Host: drydock:4010', ...head] })).status).toBe(status)
  })

  it('a simulator on all addresses serves a browser by an allowed name', async () => {
    const head = ['Host: ship.test:4010', 'Origin: http://ship.test:4010', 'Sec-Fetch-Site: same-origin']
    expect((await send(server, { head })).status).toBe(200)
  })
})

describe('pages of an allowed host', () => {
  let server: DrydockServer
  beforeAll(async () => {
    server = await startDrydockServer({
      port: 0,
      allowedHosts: ['localhost:5173', 'shop.test', '[::1]:5173'],
    })
  })
  afterAll(() => server.close())

  const fromPage = (origin: string, request?: string) =>
    send(server, {
      head: [own, `Origin: ${origin}`, 'Sec-Fetch-Site: same-site'],
      ...(request !== undefined && { request }),
    })

  it.each(['http://localhost:5173', 'https://shop.test', 'http://shop.test:8080', 'http://[::1]:5173'])(
    'pages of an allowed host may use the service, and nothing else: %s',
    async (origin) => {
      expect((await fromPage(origin)).status).toBe(200)
      expect((await fromPage(origin, 'GET /_drydock')).said).toBe(closed)
    },
  )

  it.each(['http://localhost:5174', 'http://a.shop.test', 'http://shop.test/', 'http://127.0.0.1:5173'])(
    'pages of other hosts may not use the service: %s',
    async (origin) => expect((await fromPage(origin)).said).toBe(closed),
  )
})
