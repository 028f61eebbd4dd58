import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlBase } from '../../src/server/control-base.ts'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { sign, signatureHeader } from '../../src/simulator/webhooks/signature.ts'
import { listRoutesOutsideService, listServiceRoutes } from '../support/all-routes.ts'
import {
  type Attack,
  foreignRequests,
  foreignTargets,
  key,
  ownHost,
  token,
  withoutToken,
} from '../support/attacks.ts'
import { controlBodies } from '../support/full-bodies.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { sendManyRaw, sendRaw } from '../support/raw-request.ts'
import { TestClient, type TestRequest } from '../support/test-client.ts'

/**
 * The signing secret of the default account. The simulator's own receiver accepts only events signed with this secret.
 */
const secret = 'whsec_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'

const guarded = listRoutesOutsideService(token)
const controlled = guarded.filter(({ path }) => path === controlBase || path.startsWith(`${controlBase}/`))

let open: DrydockServer
let locked: DrydockServer
let before = ''
let lockedBefore = ''
const withToken = { Authorization: `Bearer ${token}` }
/** Ids of existing resources for the variable parts of a path. */
let names: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  const options = { port: 0, seed: 'matrix', clock: { mode: 'frozen', rate: 1 } } as const
  open = await startDrydockServer(options)
  locked = await startDrydockServer({ ...options, controlToken: token })
  names = await createResources(open, {})
  await createResources(locked, withToken)
  before = await readState(open)
  lockedBefore = await readState(locked, withToken)
})
afterAll(() => Promise.all([open.close(), locked.close()]))

type Headers = Readonly<Record<string, string>>

async function sendCall({ url }: DrydockServer, request: string, sent: TestRequest) {
  const [method, path = ''] = request.split(' ')
  return Object(await new TestClient(url).read({ method, path, ...sent }))
}

/** Creates one resource for each id in paths of the control protocol. */
async function createResources(server: DrydockServer, headers: Headers): Promise<Record<string, string>> {
  const base = `${controlBase}/accounts/default`
  const sendControlPost = (path: string, body: object) =>
    sendCall(server, `POST ${base}${path}`, { headers, body })
  const sendAsClient = (path: string, body: object) => sendCall(server, `POST ${path}`, { key, body })
  await sendCall(server, `PUT ${base}/webhook`, { headers, body: { url: 'http://127.0.0.1:9/' } })
  const { rates } = await sendAsClient('/v1/rates', ratesBody())
  const label = await sendAsClient('/v1/labels', { rate_id: rates[0].id })
  await sendControlPost('/clock/advance', { seconds: 0 })
  const fault = await sendControlPost('/faults', { target: 'carrier:UPS', mode: 'down' })
  const carrier = await sendControlPost('/carrier-accounts', { carrier: 'UPS' })
  const secondKey = await sendControlPost('/keys', { environment: 'test' })
  const { deliveries } = await sendCall(server, `GET ${base}/webhook/deliveries`, { headers })
  return {
    account: 'default',
    label: label.id,
    fault: fault.id,
    id: carrier.id,
    key: secondKey.id,
    delivery: deliveries[0].id,
    number: '99990',
    code: 'RATE.EXPIRED',
  }
}

/** Returns everything that a client can see of the simulator. */
async function readState(server: DrydockServer, headers: Headers = {}): Promise<string> {
  const base = `${controlBase}/accounts/default`
  const parts = ['/snapshot', '/requests', '/faults', '/webhook/deliveries', '/clock', '/scenario']
  const seen = await Promise.all(parts.map((part) => sendCall(server, `GET ${base}${part}`, { headers })))
  return JSON.stringify([await sendCall(server, `GET ${controlBase}/accounts`, { headers }), ...seen])
}

function fillPath(route: { readonly path: string }): string {
  return route.path.replaceAll(/:(\w+)/g, (_, name) => names[name] ?? 'x').replaceAll('*', 'x')
}

/** Returns a body that the route accepts, so that only the guard can refuse the request. */
function createValidBody({ method, path }: (typeof guarded)[number]): string {
  const sendCall = `${method} ${path.slice(controlBase.length).replaceAll(/:(\w+)/g, '{$1}')}`
  return method === 'GET' ? '' : JSON.stringify(controlBodies[sendCall]?.[0] ?? {})
}

function writeRawRequest(
  route: (typeof guarded)[number],
  { head, target = fillPath(route), type = 'application/json' }: Attack & { readonly target?: string },
): string {
  const body = createValidBody(route)
  const lines = [`${route.method} ${target} HTTP/1.1`, ...head, `Content-Type: ${type}`]
  return `${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** Sends requests one after the other over one connection, and returns the requests that got an unexpected response. */
async function findUnexpectedResponses(
  server: DrydockServer,
  requests: readonly string[],
  wanted: string,
): Promise<string[]> {
  const last = requests.at(-1)?.replace('\r\n', '\r\nConnection: close\r\n') ?? ''
  const answers = await sendManyRaw(server.url, [...requests.slice(0, -1), last])
  return requests.flatMap((request, at) => {
    const { status = 0, text = '' } = answers[at] ?? {}
    const answered = `${status} ${/"code":"([A-Z._]+)"/.exec(text)?.[1]}`
    return answered === wanted ? [] : [`${answered} for ${request}`]
  })
}

const openDocuments = [
  'GET /arazzo.json',
  'GET /openapi.json',
  'GET /openapi.yaml',
  'GET /postman/collection.json',
  `GET ${controlBase}/openapi.json`,
]

describe('the host guard on every route outside /v1', () => {
  it('no response outside /v1 has CORS headers, except the OpenAPI, Arazzo and Postman documents', async () => {
    const origin = { Origin: 'https://editor.test', 'Access-Control-Request-Method': 'GET' }
    const sharing: string[] = []
    for (const { method, path } of [...guarded, ...listServiceRoutes()])
      for (const asked of new Set([method, 'GET', 'OPTIONS'])) {
        const place = fillPath({ path })
        const { headers } = await new TestClient(open.url).send({
          method: asked,
          path: place,
          headers: origin,
        })
        const cors = Object.entries(headers).filter(([name]) => name.startsWith('access-control-'))
        if (cors.length > 0) sharing.push(`${asked} ${place} ${cors.join()}`)
      }
    expect([...new Set(sharing)].sort()).toEqual(
      openDocuments.map((each) => `${each} access-control-allow-origin,*`).sort(),
    )
  })

  it('a page of another origin may read the OpenAPI, Arazzo and Postman documents', async () => {
    for (const request of openDocuments) {
      const [method, path = ''] = request.split(' ')
      for (const headers of [{ Origin: 'https://editor.test' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
        const { status } = await new TestClient(open.url).send({ method, path, headers })
        expect([path, status]).toEqual([path, 200])
      }
    }
  })

  it.each(guarded)(
    'the simulator refuses $method $path from a page of another site with 403 and changes nothing',
    async (route) => {
      // Pages of other origins may read the open documents, but not with a foreign Host.
      const isOpen = openDocuments.includes(`${route.method} ${route.path}`)
      const attacks = Object.values(foreignRequests).filter(
        ({ head }) => !isOpen || head.filter((line) => line.startsWith('Host:')).join() !== ownHost,
      )
      const requests = [
        ...attacks.map((attack) => writeRawRequest(route, attack)),
        ...foreignTargets.map((origin) =>
          writeRawRequest(route, { head: [ownHost], target: origin + fillPath(route) }),
        ),
      ]
      expect(await findUnexpectedResponses(open, requests, '403 CONTROL.ORIGIN.REFUSED')).toEqual([])
      expect(await readState(open)).toBe(before)
    },
  )

  it('the test of the host guard tries more than fifty routes outside /v1, including the reset of an account', () => {
    const listed = guarded.map(({ method, path }) => `${method} ${path}`)
    expect(listed).toContain('GET /docs/*')
    expect(listed).toContain(`POST ${controlBase}/accounts/:account/reset`)
    expect(listed.length).toBeGreaterThan(50)
  })

  it('the simulator refuses a request of a page of another site, however its path is spelled', async () => {
    const reset = `${controlBase}/accounts/default/reset`
    const spellings = [
      `/v1/..${reset}`,
      `/v1/%2e%2e${reset}`,
      `/v1/.%2E${reset}`,
      `/x/..${reset}`,
      `/%2e${reset}`,
    ]
    for (const target of [...spellings, `/${reset}`, `${reset}/`, reset.toUpperCase(), `/v1\\..${reset}`]) {
      const { status } = await sendRaw(
        open.url,
        `POST ${target} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n`,
      )
      expect([400, 403, 404], target).toContain(status)
    }
    expect(await readState(open)).toBe(before)
  })
})

describe('the control token on every call of the control protocol', () => {
  it.each(controlled)(
    'the simulator refuses $method $path without the control token with 401 and changes nothing',
    async (route) => {
      const requests = Object.values(withoutToken).map((attack) => writeRawRequest(route, attack))
      expect(await findUnexpectedResponses(locked, requests, '401 CONTROL.TOKEN.INVALID')).toEqual([])
      expect(await readState(locked, withToken)).toBe(lockedBefore)
    },
  )
})

describe('the list of refused requests', () => {
  it('the control protocol counts and lists the requests that the host guard refused', async () => {
    const count = async (): Promise<number> => (await sendCall(open, `GET ${controlBase}/refused`, {})).count
    const before = await count()
    await sendRaw(
      open.url,
      'POST /_drydock/x/pr_live_0123456789abcdef0123456789abcdef HTTP/1.1\r\nHost: evil.test\r\nOrigin: null\r\nConnection: close\r\n\r\n',
    )
    const { refused } = await sendCall(open, `GET ${controlBase}/refused`, {})
    expect(await count()).toBe(before + 1)
    expect(refused).toHaveLength(20)
    expect(refused[0]).toMatchObject({
      method: 'POST',
      path: '/_drydock/x/pr_live_…cdef',
      host: 'evil.test',
      origin: 'null',
    })
  })

  it('requests that the host guard refuses are not in the request log of an account', async () => {
    const client = new TestClient(open.url)
    await client.send({ path: '/v1/wallet', key })
    const readRequestLog = () => sendCall(open, `GET ${controlBase}/accounts/default/requests`, {})
    const before = JSON.stringify(await readRequestLog())
    for (let count = 0; count < 1_200; count += 1) {
      await client.send({ path: '/_drydock', key, headers: { Host: 'evil.test' } })
    }
    expect(JSON.stringify(await readRequestLog())).toBe(before)
  })
})

it("every route outside /v1 accepts from the simulator's own origin the requests that it refuses from another site", async () => {
  // A form also needs a token of its own (src/server/dashboard/dashboard.test.ts).
  const isForm = ({ method, path }: (typeof guarded)[number]) =>
    method === 'POST' && path.startsWith('/dashboard')
  for (const route of guarded.filter((each) => !isForm(each))) {
    // The stream is requested with HEAD, because its response to GET never ends.
    const asked = /\/(stream|ticks)$/.test(route.path) ? { ...route, method: 'HEAD' } : route
    const signature = `${signatureHeader}: ${sign(createValidBody(asked), secret)}`
    const good = writeRawRequest(asked, {
      head: [ownHost, 'Connection: close', 'Origin: http://localhost', signature],
    })
    const { status } = await sendRaw(open.url, good)
    expect([401, 403, 500, 0], `${route.method} ${route.path}`).not.toContain(status)
  }
})

it('an account cannot have the id sign-in or sign-out, which are dashboard pages', async () => {
  const names = guarded.flatMap(({ path }) => /^\/dashboard\/([^/:*]+)$/.exec(path)?.[1] ?? [])
  expect(new Set(names)).toEqual(new Set(['sign-in', 'sign-out']))
  const client = new TestClient(open.url)
  for (const id of names) {
    const { status, bytes } = await client.send({
      method: 'POST',
      path: `${controlBase}/accounts`,
      body: { id },
    })
    expect([status, bytes.toString()]).toEqual([422, expect.stringContaining(`must not be \\"${id}\\"`)])
  }
})
