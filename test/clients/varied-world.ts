import { createServer, type Server } from 'node:http'
import { type Drydock, startDrydock, type VarySetting } from '../../src/index.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { sendAndEnd } from '../support/raw-request.ts'
import { TestClient, type TestResponse } from '../support/test-client.ts'

/** A JSON value whose fields a client reads without a check. */
// biome-ignore lint/suspicious/noExplicitAny: clients of this kind trust what they get, which is what the tests are about
export type UncheckedJson = any

/** An attempt of a webhook, with the names of its headers as they were sent. */
export interface ReceivedAttempt {
  readonly rawHeaders: readonly string[]
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

/** A simulator, with or without variations, and a receiver of its webhook events. */
export interface VariedWorld {
  readonly dock: Drydock
  readonly secret: string
  readonly received: readonly ReceivedAttempt[]
  /** The statuses with which the receiver responds, one after another; 200 once they are used up. */
  readonly replies: number[]
  /** Sends a request such as `GET /v1/wallet` with the test key. */
  call(request: string, body?: unknown): Promise<TestResponse>
  /** Sends a request and returns the response as it came over the socket. */
  raw(request: string): Promise<string>
  /** Requests rates for the usual parcel and returns the response body. */
  rates(): Promise<UncheckedJson>
  /** Buys the cheapest rate and returns the response body. */
  buy(): Promise<UncheckedJson>
  close(): Promise<void>
}

/** Opens a simulator with variations, or without any, and a receiver of its webhook events. */
export async function openVariedWorld(vary: VarySetting): Promise<VariedWorld> {
  const received: ReceivedAttempt[] = []
  const replies: number[] = []
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const { rawHeaders, headers } = request
      received.push({ rawHeaders, headers, body: Buffer.concat(chunks) })
      response.writeHead(replies.shift() ?? 200).end()
    })
  })
  const dock = await startDrydock({ vary, seed: 1, rateLimits: false })
  const { signing_secret } = await dock.webhook.set(await listenOnFreePort(receiver))
  const call = (request: string, body?: unknown): Promise<TestResponse> => {
    const [method = '', path = ''] = request.split(' ')
    return new TestClient(dock.url).send({ method, path, body, key: dock.keys.test, isSpoiled: true })
  }
  const rates = async (): Promise<UncheckedJson> => (await call('POST /v1/rates', ratesBody())).body
  return {
    dock,
    secret: signing_secret ?? '',
    received,
    replies,
    call,
    rates,
    raw: (request) => readRawResponse(dock, request),
    buy: async () => (await call('POST /v1/labels', { rate_id: (await rates()).rates[0].id })).body,
    close: async () => {
      await dock.close()
      receiver.closeAllConnections()
      await new Promise<void>((resolve) => receiver.close(() => resolve()))
    },
  }
}

async function readRawResponse({ url, keys }: Drydock, request: string): Promise<string> {
  const head = `${request} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${keys.test}\r\n\r\n`
  return (await sendAndEnd(url, head)).text
}

async function listenOnFreePort(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port.')
  return `http://127.0.0.1:${address.port}/`
}
