import assert from 'node:assert/strict'
import { expect } from 'vitest'
import { z } from 'zod'
import { ratesBody } from './labels/parcels.ts'
import { readHeader, readJson, TestClient, type TestResponse } from './test-client.ts'
import { deliveries, label, type Rate, rates } from './wire.ts'

/** The time at which the frozen clock of every test account starts: a Monday. */
export const startedAt = '2030-03-04T12:00:00.000Z'

export interface CallOptions {
  /** The account's test key by default; null sends no Authorization. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes that are sent unchanged instead of a JSON body. */
  readonly raw?: string | Uint8Array
  /** Whether a fault spoils the response, so that it has no schema. */
  readonly isSpoiled?: boolean
}

/** An account for one test, with a frozen clock, and functions that call the service and the control protocol. */
export interface Account {
  readonly id: string
  readonly url: string
  readonly keys: { readonly test: string; readonly live: string }
  /** Sends a request to the service: `GET /v1/wallet`. Checks the request id of each response. */
  call(request: string, body?: unknown, options?: CallOptions): Promise<TestResponse>
  /** Sends a control call for the account. Fails unless the response has a status 2xx. */
  control(request: string, body?: unknown): Promise<unknown>
  /** Moves the account's clock. When the promise resolves, all events due in that span have happened. */
  advance(span: string): Promise<void>
}

const newAccount = z.object({ id: z.string(), keys: z.object({ test: z.string(), live: z.string() }) })

/** Creates an account in a simulator, with a new id unless one is given. */
export async function createAccount(url: string, name?: string): Promise<Account> {
  const client = new TestClient(url)
  const clock = { mode: 'frozen', now: startedAt }
  const made = await client.read({ method: 'POST', path: '/_drydock/accounts', body: { id: name, clock } })
  const { id, keys } = newAccount.parse(made)
  const requestIds = new Set<string>()
  const control = async (request: string, body?: unknown) => {
    const [method = '', path = ''] = request.split(' ')
    return client.read({ method, path: `/_drydock/accounts/${id}${path}`, body })
  }
  return {
    id,
    url,
    keys,
    control,
    call: async (request, body, { key = keys.test, headers = {}, raw, isSpoiled } = {}) => {
      const [method = '', path = ''] = request.split(' ')
      const type = raw === undefined ? {} : { 'Content-Type': 'application/json' }
      const sent = { ...type, ...headers }
      const answer = await client.send({ method, path, key, body, raw, isSpoiled, headers: sent })
      const requestId = readHeader(answer, 'X-Request-Id')
      expect(requestId).toMatch(/^req_[a-z0-9]{24}$/)
      assert(!requestIds.has(requestId), `The request id ${requestId} came twice.`)
      requestIds.add(requestId)
      return answer
    },
    advance: async (span) => {
      await control('POST /clock/advance', { by: span })
    },
  }
}

/** Returns the body of a response that must have this status and exactly the documented fields. */
export function expectBody<Body>(exchange: TestResponse, status: number, schema: z.ZodType<Body>): Body {
  expect({ status: exchange.status, body: exchange.bytes.toString() }).toMatchObject({ status })
  expect(readHeader(exchange, 'Content-Type')).toMatch(/^application\/json/)
  return schema.parse(readJson(exchange))
}

/** Returns the rates for the usual parcel or for another request, cheapest first. */
export async function requestRates(
  account: Account,
  changes: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): Promise<[Rate, ...Rate[]]> {
  const body = expectBody(await account.call('POST /v1/rates', ratesBody(changes), options), 200, rates)
  const [cheapest, ...others] = body.rates
  if (cheapest === undefined) throw new Error('No rates came.')
  return [cheapest, ...others]
}

/** Requests rates and buys the cheapest label. */
export async function buyCheapestLabel(
  account: Account,
  changes: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
) {
  const [{ id }] = await requestRates(account, changes, options)
  return expectBody(await account.call('POST /v1/labels', { rate_id: id }, options), 201, label)
}

const newKey = z.object({ id: z.string(), key: z.string(), expires_at: z.string().nullable() })

/** Creates another key of the account. */
export async function createKey(
  account: Account,
  options: {
    readonly environment?: 'test' | 'live'
    readonly scopes?: readonly string[]
    readonly expires_at?: string
  } = {},
) {
  return newKey.parse(await account.control('POST /keys', { environment: 'test', ...options }))
}

/** Returns the balance of the account's live wallet, in cents. */
export async function readLiveBalance(account: Account): Promise<number> {
  return z.object({ balance_cents: z.number() }).parse(await account.control('GET /wallet')).balance_cents
}

/** Returns the delivery log as the service lists it. */
export async function readDeliveryLog(account: Account, options: CallOptions = {}) {
  return expectBody(await account.call('GET /v1/webhooks/deliveries', undefined, options), 200, deliveries)
    .deliveries
}
