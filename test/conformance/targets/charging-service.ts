import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { SpendingClock } from '../../../src/conformance/runner/money/spending.ts'
import { startDrydock } from '../../../src/index.ts'
import { openClockWithoutWaits } from '../../support/moved-time.ts'
import { TestClient, type TestResponse } from '../../support/test-client.ts'

/** A service whose test keys charge the live wallet, as no service should. */
export interface ChargingService {
  readonly url: string
  readonly keys: { readonly test: string; readonly live: string }
  /** The charges for purchases with a test key, in the order of the purchases, in cents. */
  readonly charged: readonly number[]
  /** The clock that decides when charges become visible. Tests move it. */
  readonly time: SpendingClock
  close(): Promise<void>
}

export interface ChargingOptions {
  /** The kinds of requests that the service charges. */
  readonly charges?: readonly Purchase[]
  /** The time until a charge shows in the wallet. */
  readonly lateMs?: number
  /** The number of purchases that are free before the first charge. */
  readonly free?: number
  /** Whether purchases with a test key are free until a live key has bought something. */
  readonly sinceLive?: boolean
  /** Whether a charge makes the live wallet reload, so that its balance rises. */
  readonly reloads?: boolean
  /** The response to a charged purchase: lost, or 429. */
  readonly answers?: 'lost' | 'limited'
}

/**
 * A request that the service charges. `unquoted`: a purchase with a rate that was never quoted, which the service sells
 * instead of refusing it.
 */
type Purchase = 'label' | 'unquoted' | 'batch' | 'buy'

interface TestKeySale {
  readonly purchase: Purchase
  readonly cents: number
}

const reloadCents = 5_000
const unquotedLabel = { id: 'lbl_unquoted', tracking_number: '99990', sandbox: true, rate_cents: 871 }
const limited = {
  error: {
    code: 'AUTH.RATE_LIMIT.EXCEEDED',
    message: 'Too many requests.',
    suggestion: 'Wait.',
    request_id: 'req_1',
  },
}

/** Serves a simulator whose live wallet also pays for the purchases of test keys. */
export async function openChargingService(charging: ChargingOptions): Promise<ChargingService> {
  const dock = await startDrydock({ rateLimits: 'off' })
  const client = new TestClient(dock.url)
  const time = openClockWithoutWaits()
  const chargeTracker = trackCharges(charging, time)
  const readSale = createSaleReader(charging)
  const server = createServer(async (request, response) => {
    const answer = await forwardRequest(client, request)
    const { method, url = '', headers, socket } = request
    const isTest = headers.authorization?.includes('pr_test_') === true
    const sale = method === 'POST' && isTest ? readSale(url, answer) : undefined
    if (method === 'POST' && url === '/v1/labels' && !isTest && answer.status < 300)
      chargeTracker.startCharging()
    const isCharged = sale !== undefined && chargeTracker.charge(sale)
    if (isCharged && charging.answers === 'lost') socket.destroy()
    else if (isCharged && charging.answers === 'limited') sendResponse(response, 429, limited, answer)
    else if (sale?.purchase === 'unquoted') sendResponse(response, 201, unquotedLabel, answer)
    else if (url === '/v1/wallet' && !isTest)
      sendResponse(response, answer.status, chargeTracker.showCharges(answer), answer)
    else sendResponse(response, answer.status, answer.body, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The service has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    keys: dock.keys,
    charged: chargeTracker.charged,
    time,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await dock.close()
    },
  }
}

/**
 * Stores the charges. `charge` returns whether a sale is charged; `showCharges` returns a wallet body from whose balance the
 * charges that are visible now are subtracted.
 */
function trackCharges(charging: ChargingOptions, time: SpendingClock) {
  const { charges = [], free = 0, lateMs = 0, reloads = false, sinceLive = false } = charging
  const charged: number[] = []
  const shown: { readonly fromMs: number; readonly cents: number }[] = []
  let bought = 0
  let isOpen = !sinceLive
  return {
    charged,
    startCharging: (): void => {
      isOpen = true
    },
    charge: ({ purchase, cents }: TestKeySale): boolean => {
      bought += 1
      if (!isOpen || bought <= free || !charges.includes(purchase)) return false
      charged.push(cents)
      shown.push({ fromMs: time.nowMs() + lateMs, cents: reloads ? cents - reloadCents : cents })
      return true
    },
    showCharges: ({ body }: TestResponse): unknown => {
      const due = shown.filter(({ fromMs }) => fromMs <= time.nowMs())
      const takenCents = due.reduce((sum, { cents }) => sum + cents, 0)
      return { ...objectOf(body), balance_cents: numberOf(body, 'balance_cents') - takenCents }
    },
  }
}

/** Returns a function that reads the sale to a test key from a request and its response; undefined if nothing was sold. */
function createSaleReader({
  charges = [],
}: ChargingOptions): (path: string, answer: TestResponse) => TestKeySale | undefined {
  const batches = new Map<string, number>()
  return (path, { body, status }) => {
    const code = textOf(fieldOf(body, 'error'), 'code')
    if (path === '/v1/labels' && code === 'RATE.NOT_FOUND' && charges.includes('unquoted')) {
      return { purchase: 'unquoted', cents: unquotedLabel.rate_cents }
    }
    if (status >= 300) return undefined
    if (path === '/v1/labels') return { purchase: 'label', cents: numberOf(body, 'rate_cents') }
    if (path === '/v1/batches') {
      const cents = numberOf(body, 'total_cost_cents')
      batches.set(textOf(body, 'id'), cents)
      return { purchase: 'batch', cents }
    }
    const [, id = ''] = /^\/v1\/batches\/([^/]+)\/buy$/.exec(path) ?? []
    const cents = batches.get(id)
    return cents === undefined ? undefined : { purchase: 'buy', cents }
  }
}

const objectOf = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {})
const fieldOf = (body: unknown, name: string): unknown =>
  Object.entries(objectOf(body)).find(([each]) => each === name)?.[1]
const numberOf = (body: unknown, name: string): number => Number(fieldOf(body, name))
const textOf = (body: unknown, name: string): string => String(fieldOf(body, name))

function sendResponse(
  response: ServerResponse,
  status: number,
  body: unknown,
  { headers, bytes }: TestResponse,
): void {
  const kept = Object.entries(headers).filter(([name]) => /^(?:x-|content-type$)/.test(name))
  response.writeHead(status, { ...Object.fromEntries(kept), ...(status === 429 && { 'retry-after': '0' }) })
  response.end(body === undefined ? bytes : JSON.stringify(body))
}

async function forwardRequest(client: TestClient, request: IncomingMessage): Promise<TestResponse> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method, url = '', headers } = request
  const { authorization, 'content-type': type } = headers
  return client.send({
    method,
    path: url,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(chunks.length > 0 && { raw: Buffer.concat(chunks) }),
  })
}
