import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ModeOf } from '../../src/simulator/faults/targets.ts'
import type { ErrorCode } from '../../src/simulator/specification/errors.ts'
import { operationFacts, operationNames } from '../../src/simulator/specification/operations.ts'
import { scopes } from '../../src/simulator/specification/scopes.ts'
import {
  type Account,
  buy,
  createAccount,
  deliveryLog,
  liveBalance,
  quote,
  readBody,
  startedAt,
} from '../support/account.ts'
import { failing, late, refusing } from '../support/carrier-modes.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { ratesBody, recipient } from '../support/labels/parcels.ts'
import { refusal } from '../support/refusal.ts'
import { header } from '../support/test-client.ts'
import { openInbox } from '../support/webhook-inbox.ts'
import { rates, tracker } from '../support/wire.ts'

let simulator: ServingCommand
beforeAll(async () => {
  simulator = await serveDrydock(['--quiet', '--seed', 'tide'])
})
afterAll(() => simulator.stop())

const faultList = z.object({
  faults: z.array(z.object({ hits: z.int(), remaining: z.int().nullable() })),
})

const add = (account: Account, fault: object) => account.control('POST /faults', fault)
const hits = async (account: Account) => faultList.parse(await account.control('GET /faults')).faults

async function shipmentCount(account: Account): Promise<number> {
  const list = z.object({ shipments: z.array(z.unknown()) })
  return list.parse(await account.control('GET /shipments')).shipments.length
}

describe('a carrier fault', () => {
  it.each([...failing, ...refusing])('a carrier fault %s on rates fails that carrier alone', async (mode) => {
    const account = await createAccount(simulator.url)
    await add(account, { target: 'carrier:FedEx', operation: 'rates', mode })
    const body = readBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
    expect(body.failed_carriers?.map(({ carrier }) => carrier)).toEqual(['FedEx'])
    expect(new Set(body.rates.map(({ carrier }) => carrier))).toEqual(new Set(['USPS', 'UPS', 'DHL']))
    await account.control('DELETE /faults')
    await add(account, { target: 'carrier:*', operation: 'rates', mode })
    refusal(await account.call('POST /v1/rates', ratesBody()), 'RATE.CARRIER.UNAVAILABLE')
  })

  it.each(failing)('a carrier fault %s on labels and accounts is an error without a charge', async (mode) => {
    const account = await createAccount(simulator.url)
    const options = { key: account.keys.live }
    const [{ id }] = await quote(account, {}, options)
    await add(account, { target: 'carrier:*', operation: 'labels', mode })
    refusal(await account.call('POST /v1/labels', { rate_id: id }, options), 'LABEL.CREATION.FAILED')
    expect(await liveBalance(account)).toBe(100_000)
    expect(await shipmentCount(account)).toBe(0)
    expect((await account.call('GET /v1/carrier-accounts')).status).toBe(200)
    await add(account, { target: 'carrier:DHL', operation: 'accounts', mode, message: 'E-77' })
    const answer = await account.call('GET /v1/carrier-accounts')
    expect(refusal(answer, 'CARRIER.ERROR.UNKNOWN').raw_carrier_error).toBe('E-77')
  })

  it.each(late)('a carrier fault %s delays a good response', async (mode) => {
    const account = await createAccount(simulator.url)
    const [{ id }] = await quote(account)
    await add(account, { target: 'carrier:*', mode, latency_ms: 1, times: 1 })
    expect((await account.call('POST /v1/labels', { rate_id: id })).status).toBe(201)
    expect(await hits(account)).toMatchObject([{ hits: 1 }])
  })

  it.each(refusing)('a carrier fault %s responds with its code', async (mode) => {
    const account = await createAccount(simulator.url)
    const [{ id }] = await quote(account)
    const rejected = { target: 'carrier:*', operation: 'labels', mode }
    await add(account, { ...rejected, code: 'LABEL.WEIGHT.EXCEEDED' })
    refusal(await account.call('POST /v1/labels', { rate_id: id }), 'LABEL.WEIGHT.EXCEEDED')
    const credentials = 'CARRIER.ACCOUNT.INVALID_CREDENTIALS'
    await add(account, { target: 'carrier:UPS', operation: 'accounts', mode, code: credentials })
    refusal(await account.call('GET /v1/carrier-accounts'), credentials)
    expect(await shipmentCount(account)).toBe(0)
  })

  it('a carrier fault on tracking fails polls, and the tracker keeps its data', async () => {
    const account = await createAccount(simulator.url)
    const { tracking_number, carrier } = await buy(account)
    const registered = await account.call('POST /v1/trackers', { tracking_number, carrier })
    const before = readBody(registered, 201, tracker)
    await add(account, { target: `carrier:${carrier}`, operation: 'tracking', mode: 'down' })
    await account.advance('20d')
    expect(readBody(await account.call(`GET /v1/trackers/${before.id}`), 200, tracker)).toEqual(before)
    await account.control('DELETE /faults')
    await account.advance('4h')
    const after = readBody(await account.call(`GET /v1/trackers/${before.id}`), 200, tracker)
    expect(after.status).toBe('delivered')
  })
})

/** The response of validation: null if it is still right. */
const whereValidationIs: Readonly<Record<ModeOf<'address_validation'>, ErrorCode | null>> = {
  down: 'ADDRESS.VALIDATION.SERVICE_ERROR',
  slow: null,
}

it.each(Object.entries(whereValidationIs))(
  'address validation with the fault %s is refused with %s',
  async (mode, code) => {
    const account = await createAccount(simulator.url)
    const latency = mode === 'slow' ? { latency_ms: 1 } : {}
    await add(account, { target: 'address_validation', mode, ...latency })
    const answer = await account.call('POST /v1/addresses/validate', recipient)
    if (code === null) expect(answer.status).toBe(200)
    else refusal(answer, code)
    expect(await hits(account)).toMatchObject([{ hits: 1 }])
  },
)

const whereLabelsAreMade: Readonly<Record<ModeOf<'label_creation'>, ErrorCode>> = {
  error: 'LABEL.CREATION.FAILED',
}

it.each(Object.entries(whereLabelsAreMade))(
  'label creation with the fault %s responds with %s or its code',
  async (mode, code) => {
    const account = await createAccount(simulator.url)
    const [{ id }] = await quote(account)
    await add(account, { target: 'label_creation', mode, times: 1 })
    refusal(await account.call('POST /v1/labels', { rate_id: id }), code)
    await add(account, { target: 'label_creation', mode, code: 'LABEL.SERVICE.UNAVAILABLE' })
    refusal(await account.call('POST /v1/labels', { rate_id: id }), 'LABEL.SERVICE.UNAVAILABLE')
    expect(await shipmentCount(account)).toBe(0)
  },
)

/** How many attempts arrive at once, and what the log then shows. */
const attempts: Readonly<Record<ModeOf<'webhook'>, { readonly count: number; readonly entry: object }>> = {
  drop: { count: 0, entry: { status: 'pending', response_code: null, attempts: 1 } },
  duplicate: { count: 2, entry: { status: 'succeeded', response_code: 200 } },
  delay: { count: 0, entry: { status: 'pending', attempts: 0 } },
  bad_signature: { count: 1, entry: { status: 'succeeded', response_code: 200, attempts: 1 } },
}

describe('a webhook fault', () => {
  const cases = Object.entries(attempts)
  it.each(cases)('webhook fault %s: a later attempt arrives whole', async (mode, { count, entry }) => {
    const account = await createAccount(simulator.url)
    const inbox = await openInbox()
    await account.control('PUT /webhook', { url: inbox.url })
    await add(account, { target: 'webhook', mode, times: 1 })
    await buy(account)
    await account.advance('0s')
    expect(inbox.attempts).toHaveLength(count)
    expect(await deliveryLog(account)).toMatchObject([entry])
    expect(new Set(inbox.attempts.map(({ body }) => String(body))).size).toBe(Math.min(count, 1))
    await account.advance('59s')
    expect(inbox.attempts).toHaveLength(count)
    await account.advance('5m')
    expect(inbox.attempts).toHaveLength(Math.max(count, 1))
    const [{ id } = { id: '' }] = await deliveryLog(account)
    await account.control(`POST /webhook/deliveries/${id}/redeliver`)
    await account.advance('0s')
    const signatures = new Set(inbox.attempts.map(({ headers }) => headers['pr-signature']))
    expect(signatures.size).toBe(mode === 'bad_signature' ? 2 : 1)
    await inbox.close()
  })
})

describe('an api fault on a purchase', () => {
  /** The client gets another response, an unreadable one, or the right one late. */
  const answers: Readonly<Record<ModeOf<'api'>, 'other' | 'none' | 'late'>> = {
    latency: 'late',
    error: 'other',
    rate_limited: 'other',
    reset: 'none',
    empty: 'none',
    garbage: 'none',
    slow_body: 'late',
  }
  const cases = ['before', 'after'].flatMap((phase) =>
    Object.entries(answers).map(([mode, answer]) => [phase, mode, answer] as const),
  )
  it.each(cases)('api fault on a purchase: %s, %s', async (phase, mode, answer) => {
    const account = await createAccount(simulator.url)
    const inbox = await openInbox()
    await account.control('PUT /webhook', { url: inbox.url })
    const isSpoiled = answer === 'none'
    const options = { key: account.keys.live }
    const [rate] = await quote(account, {}, options)
    const latency = answer === 'late' ? { latency_ms: 10 } : {}
    await add(account, { target: 'api', operation: 'POST /v1/labels', mode, phase, ...latency })
    const asked = account.call('POST /v1/labels', { rate_id: rate.id }, { ...options, isSpoiled })
    if (mode === 'reset') await expect(asked).rejects.toThrow(/ECONNRESET|hang up/)
    else {
      const { status, bytes } = await asked
      const statuses: Readonly<Record<string, number>> = { error: 500, rate_limited: 429 }
      expect(status).toBe(statuses[mode] ?? 201)
      if (mode === 'empty') expect(bytes).toHaveLength(0)
      if (mode === 'garbage') expect(() => JSON.parse(String(bytes))).toThrow()
      if (answer === 'late') expect(JSON.parse(String(bytes))).toMatchObject({ sandbox: false })
    }
    await account.advance('0s')
    const bought = phase === 'after' || answer === 'late' ? 1 : 0
    expect(await shipmentCount(account)).toBe(bought)
    expect(await liveBalance(account)).toBe(100_000 - bought * rate.rate_cents)
    expect(inbox.attempts).toHaveLength(bought)
    expect(await hits(account)).toMatchObject([{ hits: 1, remaining: null }])
    await inbox.close()
  })
})

it.each([
  ['rate_limited', {}],
  ['error', { code: 'AUTH.RATE_LIMIT.EXCEEDED' }],
])('a 429 by the fault %s has the headers of a full window', async (mode, code) => {
  const account = await createAccount(simulator.url)
  await account.advance('1ms')
  await add(account, { target: 'api', operation: 'GET /v1/wallet', mode, times: 1, ...code })
  const answer = await account.call('GET /v1/wallet')
  refusal(answer, 'AUTH.RATE_LIMIT.EXCEEDED')
  expect(header(answer, 'Retry-After')).toBe('60')
  expect(header(answer, 'X-RateLimit-Remaining')).toBe('0')
  const endsAt = Math.ceil((Date.parse(startedAt) + 1 + 60_000) / 1000)
  expect(header(answer, 'X-RateLimit-Reset')).toBe(String(endsAt))
  const next = await account.call('GET /v1/wallet')
  const left = Number(header(next, 'X-RateLimit-Limit')) - 1
  expect(header(next, 'X-RateLimit-Remaining')).toBe(String(left))
})

it('a forced 403 names the scope of the operation and the other scopes of the key', async () => {
  const account = await createAccount(simulator.url)
  const wanted = z.object({
    error: z.object({ required_scope: z.enum(scopes).optional(), key_scopes: z.array(z.string()) }),
  })
  for (const { method, path, scope } of operationNames.map(operationFacts)) {
    const operation = `${method} ${path}`
    await add(account, {
      target: 'api',
      operation,
      mode: 'error',
      code: 'AUTH.KEY.INSUFFICIENT_SCOPE',
      times: 1,
    })
    const answer = await account.call(operation.replace('{id}', 'any'))
    if (scope !== null) refusal(answer, 'AUTH.KEY.INSUFFICIENT_SCOPE')
    const { error } = wanted.parse(answer.body)
    expect([operation, error.required_scope]).toEqual([operation, scope ?? undefined])
    // The error lists the missing scope, and that scope is not among those of the key.
    expect(error.key_scopes).toEqual(scopes.filter((each) => each !== error.required_scope))
  }
})

it('a fault window may be a thousand years ahead and long', async () => {
  const account = await createAccount(simulator.url)
  await add(account, { target: 'api', mode: 'error', starts_in: '365000d', lasts: '365000d' })
  expect(await hits(account)).toEqual([{ hits: 0, remaining: null }])
})

it.each([
  { target: 'carrier:Pony', mode: 'down' },
  { target: 'carrier:UPS', mode: 'drop' },
  { target: 'carrier:UPS', mode: 'reject' },
  { target: 'carrier:UPS', operation: 'voids', mode: 'down' },
  { target: 'carrier:UPS', operation: 'tracking', mode: 'reject', code: 'LABEL.WEIGHT.EXCEEDED' },
  { target: 'api', operation: 'POST /v1/nothing', mode: 'error' },
  { target: 'api', operation: 'GET /v1/wallet', mode: 'error', code: 'RATE.EXPIRED' },
  { target: 'api', mode: 'error', code: 'NO.SUCH.CODE' },
  { target: 'api', mode: 'error', times: 0 },
  { target: 'api', mode: 'error', lasts: '0s' },
  { target: 'api', mode: 'error', lasts: '99999999d' },
  { target: 'api', mode: 'error', starts_in: '99999999d' },
  { target: 'api', mode: 'error', probability: 1.5 },
  { target: 'webhook', mode: 'drop', phase: 'after' },
])('refuses a fault that could never trigger: %j', async (fault) => {
  const account = await createAccount(simulator.url)
  await expect(add(account, fault)).rejects.toThrow(/answered 422: .*CONTROL\.FAULT\.INVALID/)
  expect(await hits(account)).toEqual([])
})
