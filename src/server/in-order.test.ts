import { expect, it } from 'vitest'
import { sendRawly } from '../../test/support/raw-request.ts'
import { startDrydock } from '../index.ts'

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

it('requests sent ahead on one connection are carried out in their order', async () => {
  await using dock = await startDrydock({ clock: 'frozen@2030-01-01T00:00:00Z' })
  const key = dock.keys.live
  const head = (line: string) => `${line} HTTP/1.1\r\nHost: dock\r\nAuthorization: Bearer ${key}\r\n`
  const post = (path: string, body: unknown) => {
    const text = JSON.stringify(body)
    return `${head(`POST ${path}`)}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
  }
  const last = `${head('GET /v1/wallet')}Connection: close\r\n\r\n`
  const [quoted] = await sendRawly(dock.url, [post('/v1/rates', shipment), last])
  const rateId = /"id":"([^"]+)"/.exec(quoted?.text ?? '')?.[1]
  const [bought, wallet] = await sendRawly(dock.url, [post('/v1/labels', { rate_id: rateId }), last])
  expect([bought?.status, wallet?.status]).toEqual([201, 200])
  const afterCents = /"wallet_balance_after_cents":(\d+)/.exec(bought?.text ?? '')?.[1]
  expect(wallet?.text).toContain(`"balance_cents":${afterCents},`)
  const paths = (await dock.requests.list()).map(({ path }) => path)
  expect(paths).toEqual(['/v1/wallet', '/v1/labels', '/v1/wallet', '/v1/rates'])
})

it('what cannot be read is refused after the answer to the request before it', async () => {
  await using dock = await startDrydock()
  await dock.faults.add({ target: 'api', operation: 'GET /v1/wallet', mode: 'latency', latency_ms: 100 })
  const wallet = `GET /v1/wallet HTTP/1.1\r\nHost: dock\r\nAuthorization: Bearer ${dock.keys.live}\r\n\r\n`
  const [first, second, third] = await sendRawly(dock.url, [wallet, wallet, 'nonsense\r\n\r\n'])
  expect([first?.status, second?.status, third?.status]).toEqual([200, 200, 400])
  // A body that breaks off is the request's own.
  const chunked = 'POST /v1/rates HTTP/1.1\r\nHost: dock\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
  expect((await sendRawly(dock.url, [chunked])).map(({ status }) => status)).toEqual([400])
})
