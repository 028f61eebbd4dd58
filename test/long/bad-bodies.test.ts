import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import simulatorErrors from '../../fixtures/simulator/errors.json' with { type: 'json' }
import errors from '../../fixtures/spec/errors.json' with { type: 'json' }
import { type Account, createAccount, requestRates } from '../support/account.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { batchItem, ratesBody, recipient } from '../support/labels/parcels.ts'
import { zodMessages } from '../support/original-wording.ts'
import { readHeader, readJson, TestClient, type TestResponse } from '../support/test-client.ts'

let simulator: ServingCommand
let client: TestClient
let account: Account
let goodRate = ''
beforeAll(async () => {
  simulator = await serveDrydock(['--quiet', '--rate-limits', 'off'])
  client = new TestClient(simulator.url)
  account = await createAccount(simulator.url)
  goodRate = (await requestRates(account))[0].id
})
afterAll(() => simulator.stop())

/** The calls that read a body, each with a good body that the tests change. */
const calls: Readonly<Record<string, () => unknown>> = {
  'POST /v1/addresses/validate': () => recipient,
  'POST /v1/rates': () => ratesBody(),
  'POST /v1/labels': () => ({ rate_id: goodRate }),
  'POST /v1/trackers': () => ({ tracking_number: '99990', carrier: 'UPS' }),
  'POST /v1/batches': () => ({ items: [batchItem(), batchItem()] }),
  'POST {control}/keys': () => ({ environment: 'test', scopes: ['wallet:read'] }),
  'PATCH {control}/clock': () => ({ mode: 'frozen' }),
  'POST {control}/clock/advance': () => ({ seconds: 1 }),
  'PATCH {control}/wallet': () => ({ balance_cents: 5 }),
  'POST {control}/wallet/fund': () => ({ amount_cents: 500 }),
  'PUT {control}/webhook': () => ({ url: 'http://127.0.0.1:9/' }),
  'POST {control}/faults': () => ({ target: 'carrier:UPS', mode: 'down' }),
  'PUT {control}/tracking/99990': () => ({ script: 'delivered' }),
  'POST {control}/tracking/99990/events': () => ({ status: 'delivered' }),
  'POST {control}/carrier-accounts': () => ({ carrier: 'UPS' }),
  'PUT {control}/snapshot': () => ({ format: 'drydock-snapshot', version: 1 }),
}

/** Draws values that are invalid in every field. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e308,
    '',
    ' ',
    '\u0000',
    '\ud800',
    'x'.repeat(600),
    [],
    {},
    [[]],
    '1e400',
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Returns a good body with one field, at any depth, removed or replaced. */
function spoilField(good: unknown, place: number, value: { readonly odd: unknown } | undefined): unknown {
  const copy: unknown = structuredClone(good)
  const slots: (() => void)[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const name of Object.keys(node)) {
      slots.push(() => {
        if (value === undefined) Reflect.deleteProperty(node, name)
        else Reflect.set(node, name, value.odd)
      })
      visit(Reflect.get(node, name))
    }
  }
  visit(copy)
  slots[place % Math.max(1, slots.length)]?.()
  return copy
}

/** Draws bodies with every kind of defect, as bytes. */
function drawBadBody(good: () => unknown): fc.Arbitrary<{ readonly body: Buffer; readonly type: string }> {
  const writeGoodJson = () => JSON.stringify(good())
  const body = fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(fc.nat(), fc.option(fc.record({ odd: oddValue }), { nil: undefined }))
        .map(([place, value]) => Buffer.from(JSON.stringify(spoilField(good(), place, value)) ?? '')),
    },
    { weight: 2, arbitrary: fc.json({ maxDepth: 4 }).map((each) => Buffer.from(each)) },
    { weight: 1, arbitrary: fc.string().map((each) => Buffer.from(each)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each)) },
    {
      weight: 1,
      arbitrary: fc.nat().map((cut) => Buffer.from(writeGoodJson().slice(0, cut % writeGoodJson().length))),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        Buffer.from(`\u{feff}${writeGoodJson()}`),
        Buffer.from(`${writeGoodJson()}${writeGoodJson()}`),
        Buffer.from('['.repeat(5_000) + ']'.repeat(5_000)),
        Buffer.from('{"__proto__": {"polluted": true}}'),
        Buffer.from('{"constructor": {"prototype": {"polluted": true}}}'),
        Buffer.from(
          writeGoodJson()
            .replace('{', '{"__proto__": {"polluted": true},')
            .replaceAll(/\d+(?=[,}])/g, '1e400'),
        ),
        Buffer.from([...Buffer.from(writeGoodJson().slice(0, 12)), 0xff, 0xfe, 0x22]),
        Buffer.from('NaN'),
        Buffer.from('{"rate_id": Infinity}'),
        Buffer.alloc(300_000, ' '),
      ),
    },
  )
  const type = fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data', '', ';;;'),
    },
  )
  return fc.record({ body, type })
}

const documented = new Set([...Object.keys(errors), ...Object.keys(simulatorErrors)])

/** Returns the state that a refused request must not change, without the counters of rate limits and of request ids. */
async function readState(): Promise<string> {
  const snapshot: unknown = await account.control('GET /snapshot')
  const collections: unknown = Reflect.get(Object(snapshot), 'collections')
  return JSON.stringify({ ...Object(collections), limit_windows: null, counters: null })
}

function expectRefusal(exchange: TestResponse): void {
  const error: unknown = Reflect.get(Object(readJson(exchange)), 'error')
  const { code, message, suggestion, docs_url, request_id } = Object(error)
  const seen = `${exchange.request} ${exchange.status} ${exchange.bytes.toString('utf8', 0, 200)}`
  expect(documented.has(code), seen).toBe(true)
  expect([typeof message, typeof suggestion, typeof docs_url], seen).toEqual(['string', 'string', 'string'])
  expect(message, seen).not.toMatch(zodMessages)
  expect(request_id, seen).toBe(readHeader(exchange, 'X-Request-Id'))
  // No client's request may make the server fail.
  expect(exchange.status, seen).toBeLessThan(500)
}

const runs = { numRuns: 125, seed: 20_261_121 } as const

it.each(Object.entries(calls))(
  'an invalid body of %s is refused with a documented error and changes nothing',
  async (call, good) => {
    const [method = '', path = ''] = call.split(' ')
    const isControl = path.startsWith('{control}')
    const asked = {
      method,
      path: path.replace('{control}', `/_drydock/accounts/${account.id}`),
      ...(!isControl && { key: account.keys.test }),
    }
    let refused = 0
    let before = await readState()
    await fc.assert(
      fc.asyncProperty(drawBadBody(good), async ({ body, type }) => {
        const headers = type === '' ? {} : { 'Content-Type': type }
        const exchange = await client.send({ ...asked, headers, raw: body })
        const after = await readState()
        // A changed body may still be valid: the field may be ignored, or the address another valid one.
        if (exchange.status >= 300) {
          refused += 1
          expectRefusal(exchange)
          expect(after).toBe(before)
        }
        before = after
      }),
      runs,
    )
    expect(refused).toBeGreaterThan(runs.numRuns / (isControl ? 3 : 2))
    if (!isControl) expect((await client.send({ ...asked, body: good() })).status).toBeLessThan(300)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  },
)
