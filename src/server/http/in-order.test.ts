import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { sendManyRaw } from '../../../test/support/raw-request.ts'
import { startDrydock } from '../../index.ts'

const shipment = {
  from_address: {
    name: 'Ada',
    street1: '2211 Oak Street',
    city: 'Austin',
    state: 'TX',
    zip: '78704',
    country: 'US',
  },
  to_address: {
    name: 'Bo',
    street1: '20 W 34th St',
    city: 'New York',
    state: 'NY',
    zip: '10001',
    country: 'US',
  },
  parcel: { weight_oz: 24, length: 10, width: 8, height: 4 },
}

it('the server carries out pipelined requests of one connection in their order', async () => {
  await using dock = await startDrydock({ clock: 'frozen@2030-01-01T00:00:00Z' })
  const key = dock.keys.live
  const createHead = (line: string) =>
    `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`
  const post = (path: string, body: unknown) => {
    const text = JSON.stringify(body)
    return `${createHead(`POST ${path}`)}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
  }
  const last = `${createHead('GET /v1/wallet')}Connection: close\r\n\r\n`
  const [quoted] = await sendManyRaw(dock.url, [post('/v1/rates', shipment), last])
  const rateId = /"id":"([^"]+)"/.exec(quoted?.text ?? '')?.[1]
  const [bought, wallet] = await sendManyRaw(dock.url, [post('/v1/labels', { rate_id: rateId }), last])
  expect([bought?.status, wallet?.status]).toEqual([201, 200])
  const afterCents = /"wallet_balance_after_cents":(\d+)/.exec(bought?.text ?? '')?.[1]
  expect(wallet?.text).toContain(`"balance_cents":${afterCents},`)
  const paths = (await dock.requests.list()).map(({ path }) => path)
  expect(paths).toEqual(['/v1/wallet', '/v1/labels', '/v1/wallet', '/v1/rates'])
})

it('the server refuses a malformed pipelined request only after it has responded to the previous requests', async () => {
  await using dock = await startDrydock()
  await dock.faults.add({ target: 'api', operation: 'GET /v1/wallet', mode: 'latency', latency_ms: 100 })
  const wallet = `GET /v1/wallet HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${dock.keys.live}\r\n\r\n`
  const [first, second, third] = await sendManyRaw(dock.url, [wallet, wallet, 'nonsense\r\n\r\n'])
  expect([first?.status, second?.status, third?.status]).toEqual([200, 200, 400])
  // The server also refuses a body with a malformed chunk once.
  const chunked =
    'POST /v1/rates HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
  expect((await sendManyRaw(dock.url, [chunked])).map(({ status }) => status)).toEqual([400])
})

/** Counts the requests that all servers of this process parse from now on. */
function countParsedRequests() {
  let count = 0
  const add = (): void => {
    count += 1
  }
  subscribe('http.server.request.start', add)
  return { count: () => count, [Symbol.dispose]: () => unsubscribe('http.server.request.start', add) }
}

it.each(['/_drydock/accounts/default/stream', '/dashboard/default/ticks'])(
  'the server stops reading from a connection while its pipelined requests wait behind the event stream %s',
  async (path) => {
    await using dock = await startDrydock()
    const { hostname, port, host } = new URL(dock.url)
    using parsed = countParsedRequests()
    const socket = connect(Number(port), hostname)
    const ahead = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100_000)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n${ahead}`)
    await once(socket, 'data')
    // After each wallet change, the server writes an event to the open stream. After each write, Node would read from
    // the connection again.
    for (let balance = 1; balance <= 20; balance += 1) await dock.wallet.set({ balance_cents: balance })
    // Node parses all bytes of one read together, up to 64 KiB.
    expect(parsed.count()).toBeLessThan((64 * 1024) / 30 + 100)
    socket.destroy()
    expect((await dock.wallet.get()).balance_cents).toBe(20)
  },
)

it('the server reads from a connection again once it has carried out the waiting pipelined requests', async () => {
  await using dock = await startDrydock()
  await dock.faults.add({ target: 'api', mode: 'latency', latency_ms: 200, times: 1 })
  const wallet = `GET /v1/wallet HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${dock.keys.test}\r\n\r\n`
  const unknown = Array.from(
    { length: 5_000 },
    (_, at) => `GET /v1/${at} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  )
  const last = 'GET /v1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const statuses = (await sendManyRaw(dock.url, [wallet, ...unknown, last])).map(({ status }) => status)
  expect([statuses.length, statuses[0], new Set(statuses.slice(1))]).toEqual([5_002, 200, new Set([404])])
  const [newest, next] = await dock.requests.list({ limit: 2 })
  expect([newest?.path, next?.path]).toEqual(['/v1', '/v1/4999'])
})
