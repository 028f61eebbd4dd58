import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, buyCheapestLabel, createAccount } from '../support/account.ts'
import { type ListedRoute, listRoutesOutsideService, listServiceRoutes } from '../support/all-routes.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { buildPreload } from '../support/commands/preload.ts'
import { type OpenStream, openStream } from '../support/event-stream.ts'
import { controlBodies, serviceBodies } from '../support/full-bodies.ts'
import { multiplySnapshot } from '../support/large-world.ts'
import { measureSlowdown } from '../support/slowdown.ts'
import { TestClient, type TestRequest } from '../support/test-client.ts'

/**
 * The longest time that a request may block the event loop, with more than 100,000 records and an open stream. Only the
 * processor time of the simulator's thread between two turns of a timer counts, not that of other programs. The garbage
 * collector counts, so a route fails only if the shortest of three times is too long. A slow machine may
 * take longer.
 */
const maxHoldMs = 100 * (await measureSlowdown())
const attempts = 3

const account = 'busy'
const size = { labels: 50_000, trackers: 4_000, deliveries: 10_000 }
const control = `/_drydock/accounts/${account}`
const snapshotPath = `${control}/snapshot`

async function serveWithProbe(): Promise<ServingCommand> {
  const preloads = [await buildPreload('test/support/commands/loop-probe.ts')]
  return serveDrydock(['--quiet', '--rate-limits', 'off'], { preloads })
}

/** Returns the longest time for which a simulator's event loop was blocked since the last call, in milliseconds. */
async function readLongestHold({ child }: ServingCommand): Promise<number> {
  child.send('tell')
  const [{ longestMs }] = await once(child, 'message')
  return longestMs
}

/**
 * Returns the shortest time of a few tries in which a request blocks the event loop. A time that is short enough ends
 * the tries.
 */
async function measureHold(attempt: () => Promise<number>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let count = 0; count < attempts && shortest >= maxHoldMs; count += 1)
    shortest = Math.min(shortest, await attempt())
  return shortest
}

describe('an account with 100,000 records', () => {
  let server: ServingCommand
  let client: TestClient
  let owner: Account
  let snapshot = ''
  let names: Readonly<Record<string, string>> = {}
  const streams: OpenStream[] = []

  beforeAll(async () => {
    server = await serveWithProbe()
    client = new TestClient(server.url)
    owner = await createAccount(server.url, account)
    snapshot = await multiplySnapshot(owner, size)
    await restore()
    for (let count = 0; count < 1_000; count += 1) await owner.call('GET /v1/wallet')
    names = await readNames()
    for (const path of [`${control}/stream`, `/dashboard/${account}/ticks`])
      streams.push(await openStream(server.url, { path }))
  })
  afterAll(async () => {
    for (const stream of streams) stream.close()
    await server.stop()
  })

  const json = { 'Content-Type': 'application/json' }

  /** Loads the large snapshot into the account, which a route may have deleted. */
  async function restore(): Promise<void> {
    await client.trySend({ method: 'POST', path: '/_drydock/accounts', body: { id: account } })
    await client.read({ method: 'PUT', path: snapshotPath, raw: snapshot, headers: json })
  }

  /** Saves the large snapshot under the name that paths use, because a route may have deleted it. */
  async function saveNamedSnapshot(): Promise<void> {
    await client.read({ method: 'PUT', path: `${control}/snapshots/${names['name']}` })
  }

  /** Returns the ids of existing resources, by the parts of paths that name them. */
  async function readNames(): Promise<Record<string, string>> {
    const readFirst = async (list: string) =>
      Object(await client.read({ path: `${control}/${list}?limit=1` }))[list][0]
    const label = await readFirst('labels')
    const { deliveries } = Object(JSON.parse(snapshot)).collections
    const asset = /\/assets\/(\w+)\/([\w.-]+)/.exec(
      (await client.send({ path: '/dashboard/sign-in' })).bytes.toString(),
    )
    const { requests } = Object(await client.read({ path: `${control}/requests?limit=1` }))
    return {
      account,
      label: label.id,
      labels: label.id,
      shipments: label.id,
      shipment: label.shipment_id,
      file: `${label.id}.pdf`,
      batches: (await readFirst('batches')).id,
      trackers: (await readFirst('trackers')).id,
      tracking: (await readFirst('trackers')).id,
      webhooks: Object.keys(deliveries)[0] ?? '',
      delivery: Object.keys(deliveries)[0] ?? '',
      requests: requests[0].id,
      number: label.tracking_number,
      hash: asset?.[1] ?? '',
      name: asset?.[2] ?? 'kept',
      key: 'key_none',
      fault: 'flt_none',
    }
  }

  /**
   * Returns a route's path with ids for its variable parts. The part before `:id` says which kind of resource the id is
   * of.
   */
  function fillPath({ path }: ListedRoute): string {
    if (path.endsWith('/clone')) return `${control}/shipments/${names['shipment']}/clone`
    return path
      .replaceAll(/(\w[\w-]*)\/:id/g, (_, kind) => `${kind}/${names[kind] ?? 'none'}`)
      .replaceAll(/:(\w+)/g, (_, name) => names[name] ?? 'none')
      .replaceAll('/*', '/none')
  }

  async function createBody({ method, path }: ListedRoute): Promise<Partial<TestRequest>> {
    if (method === 'GET') return {}
    if (method === 'PUT' && path.endsWith('/snapshot')) return { raw: snapshot, headers: json }
    const call = `${method} ${path.replace('/_drydock', '').replaceAll(/:(\w+)/g, '{$1}')}`
    const [body] = controlBodies[call] ?? [findServiceBody(path)]
    return { raw: JSON.stringify(body ?? {}), headers: json }
  }

  function findServiceBody(path: string): object | undefined {
    if (path === '/v1/rates') return serviceBodies['createRates']
    if (path === '/v1/batches') return serviceBodies['createBatch']
    if (path === '/v1/trackers') return serviceBodies['registerTracker']
    return path === '/v1/addresses/validate' ? serviceBodies['validateAddress'] : undefined
  }

  async function sendRequest(route: ListedRoute): Promise<void> {
    const path = fillPath(route)
    if (/\/(stream|ticks)$/.test(path)) return (await openStream(server.url, { path })).close()
    const key = path.startsWith('/v1/') ? owner.keys.live : undefined
    const asked = { method: route.method, path, key, ...(await createBody(route)) }
    const { status } = await client.send({ ...asked, isSpoiled: true })
    expect(status, `${route.method} ${path}`).toBeLessThan(500)
  }

  /** Whether a route removes the records of an account. */
  const removesRecords = ({ method, path }: ListedRoute): boolean =>
    path.endsWith('/reset') || (method === 'DELETE' && path.endsWith('/accounts/:account'))

  it('no request to any route blocks the event loop for 100 ms with 100,000 records', {
    timeout: 60_000,
  }, async () => {
    const routes = [...listServiceRoutes(), ...listRoutesOutsideService()]
    expect(routes.length).toBeGreaterThan(100)
    const holds = new Map<string, number>()
    let isEmpty = false
    for (const route of [
      ...routes.filter((each) => !removesRecords(each)),
      ...routes.filter(removesRecords),
    ]) {
      const hold = await measureHold(async () => {
        if (isEmpty) await restore()
        isEmpty = removesRecords(route)
        if (route.path.includes('/snapshots/')) await saveNamedSnapshot()
        await readLongestHold(server)
        await sendRequest(route)
        return readLongestHold(server)
      })
      holds.set(`${route.method} ${route.path}`, Math.round(hold))
    }
    expect([...holds].filter(([, holdMs]) => holdMs >= maxHoldMs)).toEqual([])
  })
})

describe('the first request after the start', () => {
  const sendAndMeasureHold = async (server: ServingCommand, question: TestRequest): Promise<number> => {
    await readLongestHold(server)
    const { status } = await new TestClient(server.url).send({ ...question, isSpoiled: true })
    expect(status, question.path).toBeLessThan(500)
    return readLongestHold(server)
  }

  /**
   * Measures the first request of a new simulator at each try, because only the first request of a process loads the
   * code that it needs.
   */
  const measureFirst = (attempt: (server: ServingCommand) => Promise<number>): Promise<number> =>
    measureHold(async () => {
      const server = await serveWithProbe()
      try {
        return await attempt(server)
      } finally {
        await server.stop()
      }
    })

  it.each([
    '/docs',
    '/docs/errors',
    '/docs/keys',
    '/docs/rules',
    '/docs/kill-matrix',
    '/docs/control-protocol',
    '/docs/search?q=label',
    '/dashboard/default',
    '/dashboard/default/carriers',
    '/dashboard/default/wallet',
    '/openapi.json',
    '/_drydock/openapi.json',
    '/_drydock/accounts/default/scenario',
  ])('the first request to %s after the start does not block the event loop for 100 ms', async (path) => {
    const headers = { Accept: 'text/html' }
    expect(await measureFirst((server) => sendAndMeasureHold(server, { path, headers }))).toBeLessThan(
      maxHoldMs,
    )
  })

  it('the first download of a label PDF after the start does not block the event loop for 100 ms', async () => {
    const hold = await measureFirst(async (server) => {
      const account = await createAccount(server.url)
      const { id } = await buyCheapestLabel(account)
      return sendAndMeasureHold(server, { path: `/v1/labels/${id}/download`, key: account.keys.test })
    })
    expect(hold).toBeLessThan(maxHoldMs)
  })

  it('the first request after the start, with 25,000 unknown fields, does not block the event loop for 100 ms', async () => {
    const fields = Array.from({ length: 25_000 }, (_, number) => [number.toString(36), 1])
    const body = Object.fromEntries(fields)
    const key = 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'
    for (const [method, path] of [
      ['POST', '/_drydock/accounts'],
      ['PATCH', '/_drydock/accounts/default/wallet'],
      ['POST', '/_drydock/accounts/default/faults'],
      ['PUT', '/_drydock/accounts/default/snapshot'],
      ['POST', '/v1/rates'],
    ] as const)
      expect(
        await measureFirst((server) => sendAndMeasureHold(server, { method, path, key, body })),
        path,
      ).toBeLessThan(maxHoldMs)
  })
})
