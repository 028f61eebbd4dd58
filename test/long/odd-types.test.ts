import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { controlRoutes } from '../../src/server/control/routes.ts'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { operationRoutes } from '../../src/server/service/v1.ts'
import {
  parseAddress,
  parseBatch,
  parseBuyLabel,
  parseRates,
  parseTracker,
} from '../../src/simulator/requests/parse.ts'
import { keysOf } from '../../src/simulator/specification/keys-of.ts'
import { operationFacts } from '../../src/simulator/specification/operations.ts'
import { type Account, createAccount, quote } from '../support/account.ts'
import { controlBodies, serviceBodies } from '../support/full-bodies.ts'
import { type Answer, json, TestClient } from '../support/test-client.ts'

/** Values of every type, and objects that answer what a check may ask a text, a list or a number for. */
const oddValues: readonly unknown[] = [
  null,
  true,
  -0.5,
  1e308,
  'x'.repeat(3000),
  '\ud800',
  [],
  [[]],
  [null],
  {},
  { length: { toString: 1 } },
  { length: 1, size: 1 },
  { toString: 1, valueOf: 1, trim: 1, toJSON: 1 },
]

let server: DrydockServer
let account: Account
beforeAll(async () => {
  server = await startDrydockServer({ port: 0, rateLimits: false })
})
// Some calls end or empty the account.
beforeEach(async () => {
  account = await createAccount(server.url)
})
afterAll(() => server.close())

const serviceCalls = keysOf(operationRoutes).filter(
  (name) => operationRoutes[name].bodyLimitBytes !== undefined,
)
const controlCalls = controlRoutes
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`)
/** Its body is a snapshot, which is as large as an account. */
const snapshotCall = 'PUT /accounts/{account}/snapshot'
const snapshotCalls = [snapshotCall, `${snapshotCall}s/{name}`]

function askService(name: (typeof serviceCalls)[number], body: unknown): Promise<Answer> {
  const { method, path } = operationFacts(name)
  return account.call(`${method} ${path}`, body)
}

function askControl(call: string, body: unknown): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  const below = path.replace('{account}', account.id).replaceAll(/\{\w+\}/g, '99990')
  return new TestClient(`${server.url}/_drydock`).send({ method, path: below, body })
}

/** Every field at any depth, the whole body too, replaced by every odd value. */
function* spoiled(good: unknown): Generator<unknown> {
  yield* oddValues
  if (typeof good !== 'object' || good === null) return
  for (const [name, value] of Object.entries(good)) {
    for (const odd of spoiled(value)) {
      yield Array.isArray(good)
        ? good.map((item, at) => (String(at) === name ? odd : item))
        : { ...good, [name]: odd }
    }
  }
}

async function expectNoDefect(ask: (body: unknown) => Promise<Answer>, good: unknown): Promise<void> {
  for (const body of spoiled(good)) {
    const { status, bytes } = await ask(body)
    expect(status, `${JSON.stringify(body)?.slice(0, 500)} was answered ${bytes}`).toBeLessThan(500)
  }
}

describe('a body of odd types never meets a defect', () => {
  it.each(serviceCalls)('odd types in a body cause no defect at the operation %s', async (name) => {
    await expectNoDefect((body) => askService(name, body), serviceBodies[name])
  })

  it.each(controlCalls)('odd types in a body cause no defect at the control call %s', async (call) => {
    if (snapshotCalls.includes(call)) {
      await quote(account)
      await account.control('POST /faults', { target: 'carrier:UPS', mode: 'down' })
    }
    const bodies = snapshotCalls.includes(call)
      ? [await account.control('GET /snapshot')]
      : (controlBodies[call] ?? [{}])
    for (const body of bodies) await expectNoDefect((odd) => askControl(call, odd), body)
  })
})

describe('the good bodies tried here', () => {
  it('the tried bodies include every operation with one', () => {
    expect(Object.keys(serviceBodies).sort()).toEqual([...serviceCalls].sort())
  })

  it('the tried bodies include every control call with one', async () => {
    const reading: string[] = []
    for (const call of controlCalls) {
      account = await createAccount(server.url)
      const { status, bytes } = await askControl(call, [])
      if (status === 422 && JSON.parse(String(bytes)).error.field === 'body') reading.push(call)
    }
    expect(reading.sort()).toEqual([...Object.keys(controlBodies), ...snapshotCalls].sort())
  })

  it.each(Object.entries(controlBodies))(
    'the tried bodies have every field that %s accepts',
    async (call, bodies) => {
      for (const place of placesIn(bodies[0])) {
        const answer = await askControl(call, put(bodies[0], place, { surplus: 1 }))
        const [, known = ''] = /known are ([\w, ]+)/.exec(Object(json(answer)).error.message) ?? []
        const tried = bodies.flatMap((body) => Object.keys(Object(valueAt(body, place))))
        expect([...new Set(tried)].sort(), answer.bytes.toString()).toEqual(known.split(', ').sort())
      }
    },
  )

  it.each(serviceCalls)('the tried bodies have every field that %s requires', (name) => {
    const asked = new Set<string>()
    readers[name]?.(recording(serviceBodies[name], '', asked))
    const given = placesIn(serviceBodies[name]).flatMap((place) =>
      Object.keys(Object(valueAt(serviceBodies[name], place))).map((field) => [...place, field].join('.')),
    )
    expect(given.filter((field) => asked.has(field)).sort()).toEqual([...asked].sort())
  })
})

const readers: Readonly<Record<string, (body: unknown) => unknown>> = {
  validateAddress: parseAddress,
  createRates: parseRates,
  buyLabel: parseBuyLabel,
  registerTracker: parseTracker,
  createBatch: (body) => parseBatch(body, () => undefined),
}

/** The body, writing down every field that is asked for. */
function recording(value: unknown, at: string, asked: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (whole, name) => {
      if (typeof name !== 'string' || (Array.isArray(whole) && !/^\d+$/.test(name)))
        return Reflect.get(whole, name)
      if (!Array.isArray(whole)) asked.add(at + name)
      return recording(Reflect.get(whole, name), `${at}${name}.`, asked)
    },
  })
}

/** The places of objects in a body: the body itself first. */
function placesIn(body: unknown, place: readonly string[] = []): (readonly string[])[] {
  if (typeof body !== 'object' || body === null) return []
  return [
    ...(Array.isArray(body) ? [] : [place]),
    ...Object.entries(body).flatMap(([name, value]) => placesIn(value, [...place, name])),
  ]
}

function valueAt(body: unknown, place: readonly string[]): unknown {
  return place.reduce((value, name) => Reflect.get(Object(value), name), body)
}

/** The body with further fields at one place. */
function put(body: unknown, [first, ...rest]: readonly string[], fields: object): object {
  const whole = Object(body)
  return first === undefined
    ? { ...whole, ...fields }
    : { ...whole, [first]: put(whole[first], rest, fields) }
}
