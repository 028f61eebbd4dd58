import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startDrydock } from '../../src/index.ts'
import { findings } from '../../src/review/findings/catalogue.ts'
import { carelessClient } from '../clients/review/careless-client.ts'
import planted from '../clients/review/planted.json' with { type: 'json' }
import { createShop, type ExampleClient, ShopConnection } from '../clients/review/shop.ts'
import { typicalClient } from '../clients/review/typical-client.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { sendManyRaw } from '../support/raw-request.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

/** Runs an example client against a new simulator; returns the ids of the review's findings. */
async function runAndReview(client: ExampleClient): Promise<readonly string[]> {
  const dock = await startDrydock()
  open.push(dock.close)
  if (client.receive !== undefined) await dock.webhook.set(await openReceiver(client.receive))
  await client.run(createShop(dock))
  // In these minutes, the second attempts of the deliveries are made.
  await dock.clock.advance('10m')
  return (await dock.review()).findings.map(({ id }) => id)
}

/** Listens for webhook events and responds in the way of an example client. */
async function openReceiver(receive: NonNullable<ExampleClient['receive']>): Promise<string> {
  const labels: string[] = []
  const server = createServer(async (request, response) => {
    const label = JSON.parse(Buffer.concat(await request.toArray()).toString()).data.id
    if (!labels.includes(label)) labels.push(label)
    const { status, delayMs = 0 } = receive(labels.indexOf(label) + 1)
    if (delayMs > 0) await wait(delayMs)
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('the review finds PURCHASE-REPEATED if a client gives up a slow purchase and sends the purchase again', async () => {
  const dock = await startDrydock()
  open.push(dock.close)
  const wire = new ShopConnection(createShop(dock))
  const quoted = await wire.send('POST /v1/rates', { body: ratesBody() })
  const body = { rate_id: quoted.text('rates', 0, 'id') }
  const slow = {
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'latency',
    latency_ms: 500,
    times: 1,
  } as const
  await dock.faults.add(slow)
  await expect(wire.send('POST /v1/labels', { body, timeoutMs: 100 })).rejects.toThrow()
  await wire.send('POST /v1/labels', { body })
  wire.close()
  await vi.waitFor(async () => expect(await dock.labels.list()).toHaveLength(2))
  expect((await dock.review()).findings).toMatchObject([{ id: 'PURCHASE-REPEATED', count: 1 }])
})

it('the review does not report pipelined requests that were sent before a 429 came', async () => {
  const dock = await startDrydock()
  open.push(dock.close)
  await dock.faults.add({ target: 'api', mode: 'rate_limited' })
  const head = `GET /v1/wallet HTTP/1.1\r\nHost: ${new URL(dock.url).host}\r\nAuthorization: Bearer ${dock.keys.test}\r\n`
  await sendManyRaw(dock.url, [`${head}\r\n`, `${head}\r\n`, `${head}Connection: close\r\n\r\n`])
  const { requests, findings: found } = await dock.review()
  expect({ requests, found }).toEqual({ requests: 3, found: [] })
})

describe('the review of an example client with planted mistakes', () => {
  it.each([
    ['typical', typicalClient],
    ['careless', carelessClient],
  ] as const)('the review has exactly the planted findings for the %s client', async (name, client) => {
    expect((await runAndReview(client)).toSorted()).toEqual(Object.keys(planted[name]).toSorted())
  })

  it('every finding of the review is planted as a mistake in one example client', () => {
    const ids = [...Object.keys(planted.typical), ...Object.keys(planted.careless)]
    expect(ids.toSorted()).toEqual(findings.map(({ id }) => id).toSorted())
  })
})
