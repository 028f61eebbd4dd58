import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ModeOf } from '../../src/simulator/faults/targets.ts'
import type { ErrorCode } from '../../src/simulator/specification/errors.ts'
import { getOperation, operationNames } from '../../src/simulator/specification/operations.ts'
import { scopes } from '../../src/simulator/specification/scopes.ts'
import {
  type Account,
  buyCheapestLabel,
  createAccount,
  expectBody,
  readDeliveryLog,
  readLiveBalance,
  requestRates,
  startedAt,
} from '../support/account.ts'
import { failingModes, lateModes, refusingModes } from '../support/carrier-modes.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { ratesBody, recipient } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { readHeader } from '../support/test-client.ts'
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

const addFault = (account: Account, fault: object) => account.control('POST /faults', fault)
const readHits = async (account: Account) => faultList.parse(await account.control('GET /faults')).faults

async function countShipments(account: Account): Promise<number> {
  const list = z.object({ shipments: z.array(z.unknown()) })
  return list.parse(await account.control('GET /shipments')).shipments.length
}

describe('a fault on a carrier', () => {
  it.each([...failingModes, ...refusingModes])(
    'the carrier fault %s on rates removes only the rates of that carrier',
    async (mode) => {
      const account = await createAccount(simulator.url)
      await addFault(account, { target: 'carrier:FedEx', operation: 'rates', mode })
      const body = expectBody(await account.call('POST /v1/rates', ratesBody()), 200, rates)
      expect(body.failed_carriers?.map(({ carrier }) => carrier)).toEqual(['FedEx'])
      expect(new Set(body.rates.map(({ carrier }) => carrier))).toEqual(new Set(['USPS', 'UPS', 'DHL']))
      await account.control('DELETE /faults')
      await addFault(account, { target: 'carrier:*', operation: 'rates', mode })
      expectError(await account.call('POST /v1/rates', ratesBody()), 'RATE.CARRIER.UNAVAILABLE')
    },
  )

  it.each(failingModes)(
    'the carrier fault %s on labels and accounts gives an error and charges nothing',
    async (mode) => {
      const account = await createAccount(simulator.url)
      const options = { key: account.keys.live }
      const [{ id }] = await requestRates(account, {}, options)
      await addFault(account, { target: 'carrier:*', operation: 'labels', mode })
      expectError(await account.call('POST /v1/labels', { rate_id: id }, options), 'LABEL.CREATION.FAILED')
      expect(await readLiveBalance(account)).toBe(100_000)
      expect(await countShipments(account)).toBe(0)
      expect((await account.call('GET /v1/carrier-accounts')).status).toBe(200)
      await addFault(account, { target: 'carrier:DHL', operation: 'accounts', mode, message: 'E-77' })
      const answer = await account.call('GET /v1/carrier-accounts')
      expect(expectError(answer, 'CARRIER.ERROR.UNKNOWN').raw_carrier_error).toBe('E-77')
    },
  )

  it.each(lateModes)('the carrier fault %s delays a purchase, which then succeeds', async (mode) => {
    const account = await createAccount(simulator.url)
    const [{ id }] = await requestRates(account)
    await addFault(account, { target: 'carrier:*', mode, latency_ms: 1, times: 1 })
    expect((await account.call('POST /v1/labels', { rate_id: id })).status).toBe(201)
    expect(await readHits(account)).toMatchObject([{ hits: 1 }])
  })

  it.each(refusingModes)('the carrier fault %s with an error code gives that error', async (mode) => {
    const account = await createAccount(simulator.url)
    const [{ id }] = await requestRates(account)
    const rejected = { target: 'carrier:*', operation: 'labels', mode }
    await addFault(account, { ...rejected, code: 'LABEL.WEIGHT.EXCEEDED' })
    expectError(await account.call('POST /v1/labels', { rate_id: id }), 'LABEL.WEIGHT.EXCEEDED')
    const credentials = 'CARRIER.ACCOUNT.INVALID_CREDENTIALS'
    await addFault(account, { target: 'carrier:UPS', operation: 'accounts', mode, code: credentials })
    expectError(await account.call('GET /v1/carrier-accounts'), credentials)
    expect(await countShipments(account)).toBe(0)
  })

  it('a carrier fault on tracking makes polls fail, and the tracker keeps its data', async () => {
    const account = await createAccount(simulator.url)
    const { tracking_number, carrier } = await buyCheapestLabel(account)
    const registered = await account.call('POST /v1/trackers', { tracking_number, carrier })
    const before = expectBody(registered, 201, tracker)
    await addFault(account, { target: `carrier:${carrier}`, operation: 'tracking', mode: 'down' })
    await account.advance('20d')
    expect(expectBody(await account.call(`GET /v1/trackers/${before.id}`), 200, tracker)).toEqual(before)
    await account.control('DELETE /faults')
    await account.advance('4h')
    const after = expectBody(await account.call(`GET /v1/trackers/${before.id}`), 200, tracker)
    expect(after.status).toBe('delivered')
  })
})

/** The error of address validation under each mode of a fault on it; null if validation still succeeds. */
const validationErrors: Readonly<Record<ModeOf<'address_validation'>, ErrorCode | null>> = {
  down: 'ADDRESS.VALIDATION.SERVICE_ERROR',
  slow: null,
}

it.each(Object.entries(validationErrors))(
  'if the fault %s is set on address_validation, a validation of an address ends with %s (null: without an error)',
  async (mode, code) => {
    const account = await createAccount(simulator.url)
    const latency = mode === 'slow' ? { latency_ms: 1 } : {}
    await addFault(account, { target: 'address_validation', mode, ...latency })
    const answer = await account.call('POST /v1/addresses/validate', recipient)
    if (code === null) expect(answer.status).toBe(200)
    else expectError(answer, code)
    expect(await readHits(account)).toMatchObject([{ hits: 1 }])
  },
)

const creationErrors: Readonly<Record<ModeOf<'label_creation'>, ErrorCode>> = {
  error: 'LABEL.CREATION.FAILED',
}

it.each(Object.entries(creationErrors))(
  'if the fault %s is set on label_creation, a purchase ends with %s or with the error code of the fault',
  async (mode, code) => {
    const account = await createAccount(simulator.url)
    const [{ id }] = await requestRates(account)
    await addFault(account, { target: 'label_creation', mode, times: 1 })
    expectError(await account.call('POST /v1/labels', { rate_id: id }), code)
    await addFault(account, { target: 'label_creation', mode, code: 'LABEL.SERVICE.UNAVAILABLE' })
    expectError(await account.call('POST /v1/labels', { rate_id: id }), 'LABEL.SERVICE.UNAVAILABLE')
    expect(await countShipments(account)).toBe(0)
  },
)

/** For each mode of a webhook fault: how many attempts arrive in the first minute, and the entry of the delivery log. */
const expectedAttempts: Readonly<
  Record<ModeOf<'webhook'>, { readonly count: number; readonly entry: object }>
> = {
  drop: { count: 0, entry: { status: 'pending', response_code: null, attempts: 1 } },
  duplicate: { count: 2, entry: { status: 'succeeded', response_code: 200 } },
  delay: { count: 0, entry: { status: 'pending', attempts: 0 } },
  bad_signature: { count: 1, entry: { status: 'succeeded', response_code: 200, attempts: 1 } },
}

describe('a fault on webhooks', () => {
  const cases = Object.entries(expectedAttempts)
  it.each(cases)(
    'the webhook fault %s changes one delivery attempt, and the next attempt arrives unchanged',
    async (mode, { count, entry }) => {
      const account = await createAccount(simulator.url)
      const inbox = await openInbox()
      await account.control('PUT /webhook', { url: inbox.url })
      await addFault(account, { target: 'webhook', mode, times: 1 })
      await buyCheapestLabel(account)
      await account.advance('0s')
      expect(inbox.attempts).toHaveLength(count)
      expect(await readDeliveryLog(account)).toMatchObject([entry])
      expect(new Set(inbox.attempts.map(({ body }) => String(body))).size).toBe(Math.min(count, 1))
      await account.advance('59s')
      expect(inbox.attempts).toHaveLength(count)
      await account.advance('5m')
      expect(inbox.attempts).toHaveLength(Math.max(count, 1))
      const [{ id } = { id: '' }] = await readDeliveryLog(account)
      await account.control(`POST /webhook/deliveries/${id}/redeliver`)
      await account.advance('0s')
      const signatures = new Set(inbox.attempts.map(({ headers }) => headers['pr-signature']))
      expect(signatures.size).toBe(mode === 'bad_signature' ? 2 : 1)
      await inbox.close()
    },
  )
})

describe('a fault of the target api on a purchase', () => {
  /**
   * For each mode of a fault on `api`, the result for the client: another response, no readable response, or the
   * right response late.
   */
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
  it.each(cases)(
    'under an api fault in phase "%s" with mode "%s", the simulator buys the label once or not at all, as documented',
    async (phase, mode, answer) => {
      const account = await createAccount(simulator.url)
      const inbox = await openInbox()
      await account.control('PUT /webhook', { url: inbox.url })
      const isSpoiled = answer === 'none'
      const options = { key: account.keys.live }
      const [rate] = await requestRates(account, {}, options)
      const latency = answer === 'late' ? { latency_ms: 10 } : {}
      await addFault(account, { target: 'api', operation: 'POST /v1/labels', mode, phase, ...latency })
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
      expect(await countShipments(account)).toBe(bought)
      expect(await readLiveBalance(account)).toBe(100_000 - bought * rate.rate_cents)
      expect(inbox.attempts).toHaveLength(bought)
      expect(await readHits(account)).toMatchObject([{ hits: 1, remaining: null }])
      await inbox.close()
    },
  )
})

it.each([
  ['rate_limited', {}],
  ['error', { code: 'AUTH.RATE_LIMIT.EXCEEDED' }],
])('a 429 that a fault of mode %s causes has the headers of a used-up rate limit', async (mode, code) => {
  const account = await createAccount(simulator.url)
  await account.advance('1ms')
  await addFault(account, { target: 'api', operation: 'GET /v1/wallet', mode, times: 1, ...code })
  const answer = await account.call('GET /v1/wallet')
  expectError(answer, 'AUTH.RATE_LIMIT.EXCEEDED')
  expect(readHeader(answer, 'Retry-After')).toBe('60')
  expect(readHeader(answer, 'X-RateLimit-Remaining')).toBe('0')
  const endsAt = Math.ceil((Date.parse(startedAt) + 1 + 60_000) / 1000)
  expect(readHeader(answer, 'X-RateLimit-Reset')).toBe(String(endsAt))
  const next = await account.call('GET /v1/wallet')
  const left = Number(readHeader(next, 'X-RateLimit-Limit')) - 1
  expect(readHeader(next, 'X-RateLimit-Remaining')).toBe(String(left))
})

it('a 403 that a fault causes names the scope of the operation, and a list of key scopes without this scope', async () => {
  const account = await createAccount(simulator.url)
  const wanted = z.object({
    error: z.object({ required_scope: z.enum(scopes).optional(), key_scopes: z.array(z.string()) }),
  })
  for (const { method, path, scope } of operationNames.map(getOperation)) {
    const operation = `${method} ${path}`
    await addFault(account, {
      target: 'api',
      operation,
      mode: 'error',
      code: 'AUTH.KEY.INSUFFICIENT_SCOPE',
      times: 1,
    })
    const answer = await account.call(operation.replace('{id}', 'any'))
    if (scope !== null) expectError(answer, 'AUTH.KEY.INSUFFICIENT_SCOPE')
    const { error } = wanted.parse(answer.body)
    expect([operation, error.required_scope]).toEqual([operation, scope ?? undefined])
    // The error must not name the same scope as missing and as a scope of the key.
    expect(error.key_scopes).toEqual(scopes.filter((each) => each !== error.required_scope))
  }
})

it('a fault may start in a thousand years and last a thousand years', async () => {
  const account = await createAccount(simulator.url)
  await addFault(account, { target: 'api', mode: 'error', starts_in: '365000d', lasts: '365000d' })
  expect(await readHits(account)).toEqual([{ hits: 0, remaining: null }])
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
])('the simulator refuses a fault that can never trigger: %j', async (fault) => {
  const account = await createAccount(simulator.url)
  await expect(addFault(account, fault)).rejects.toThrow(/got 422: .*CONTROL\.FAULT\.INVALID/)
  expect(await readHits(account)).toEqual([])
})
