import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { controlRoutes } from '../../src/server/control/routes.ts'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { operationRoutes } from '../../src/server/service/v1.ts'
import { keysOf } from '../../src/simulator/specification/keys-of.ts'
import { getOperation } from '../../src/simulator/specification/operations.ts'
import { type Account, createAccount, requestRates } from '../support/account.ts'
import { controlBodies, serviceBodies } from '../support/full-bodies.ts'
import { TestClient, type TestResponse } from '../support/test-client.ts'

/** Values of every type, and objects with the methods and fields of a text, a list or a number. */
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
// Each test has a new account, because some calls delete or reset it.
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
/** The call whose body is a snapshot of a whole account. */
const snapshotCall = 'PUT /accounts/{account}/snapshot'
const snapshotCalls = [snapshotCall, `${snapshotCall}s/{name}`]

function askService(name: (typeof serviceCalls)[number], body: unknown): Promise<TestResponse> {
  const { method, path } = getOperation(name)
  return account.call(`${method} ${path}`, body)
}

function askControl(call: string, body: unknown): Promise<TestResponse> {
  const [method = '', path = ''] = call.split(' ')
  const below = path.replace('{account}', account.id).replaceAll(/\{\w+\}/g, '99990')
  return new TestClient(`${server.url}/_drydock`).send({ method, path: below, body })
}

/** Replaces every field at any depth, and the whole body, by every odd value. */
function* replaceByOddValues(good: unknown): Generator<unknown> {
  yield* oddValues
  if (typeof good !== 'object' || good === null) return
  for (const [name, value] of Object.entries(good)) {
    for (const odd of replaceByOddValues(value)) {
      yield Array.isArray(good)
        ? good.map((item, at) => (String(at) === name ? odd : item))
        : { ...good, [name]: odd }
    }
  }
}

async function expectNoDefect(ask: (body: unknown) => Promise<TestResponse>, good: unknown): Promise<void> {
  for (const body of replaceByOddValues(good)) {
    const { status, bytes } = await ask(body)
    expect(status, `${JSON.stringify(body)?.slice(0, 500)} got ${bytes}`).toBeLessThan(500)
  }
}

describe('request bodies with values of wrong types', () => {
  it.each(serviceCalls)(
    'a request body with values of wrong types never gets a 5xx response from the operation %s',
    async (name) => {
      await expectNoDefect((body) => askService(name, body), serviceBodies[name])
    },
  )

  it.each(controlCalls)(
    'a request body with values of wrong types never gets a 5xx response from the control call %s',
    async (call) => {
      if (snapshotCalls.includes(call)) {
        await requestRates(account)
        await account.control('POST /faults', { target: 'carrier:UPS', mode: 'down' })
      }
      const bodies = snapshotCalls.includes(call)
        ? [await account.control('GET /snapshot')]
        : (controlBodies[call] ?? [{}])
      for (const body of bodies) await expectNoDefect((odd) => askControl(call, odd), body)
    },
  )
})
