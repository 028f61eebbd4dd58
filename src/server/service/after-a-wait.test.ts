import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ratesBody } from '../../../test/support/labels/parcels.ts'
import { TestClient } from '../../../test/support/test-client.ts'
import { type Account, startDrydock } from '../../index.ts'
import { Pauses } from '../pause.ts'

const afterReading = vi.hoisted(() => ({ run: async () => {} }))

vi.mock('../time-slices.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../time-slices.ts')>()
  return {
    runInSlices: async <Result>(steps: Generator<void, Result>): Promise<Result> => {
      const result = await original.runInSlices(steps)
      await afterReading.run()
      return result
    },
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  afterReading.run = async () => {}
})

const offer = z.object({ id: z.string(), carrier: z.string(), service: z.string(), rate_cents: z.number() })
const quoted = z.object({ rates: z.tuple([offer], z.unknown()) })
const refused = z.object({ error: z.object({ code: z.string() }) })

/** Makes the next request that a fault delays wait for a call of `release`. `reached` resolves once the request waits. */
function holdNextDelayedRequest() {
  let release = (): void => undefined
  const reached = new Promise<void>((resolve) => {
    vi.spyOn(Pauses.prototype, 'wait').mockImplementation((delayMs) => {
      if (delayMs <= 0) return undefined
      resolve()
      return new Promise((go) => {
        release = go
      })
    })
  })
  return { reached, release: () => release() }
}

async function startWithRate() {
  const dock = await startDrydock({ clock: 'frozen@2030-01-01T00:00:00Z', rateLimits: false })
  const account = await dock.createAccount({ id: 'held', clock: 'frozen@2030-01-01T00:00:00Z' })
  const client = new TestClient(dock.url)
  const post = async (path: string, body: unknown) => {
    const answer = await client.send({ method: 'POST', path, key: account.keys.live, body })
    const code = refused.safeParse(answer.body).data?.error.code ?? ''
    return `${answer.status} ${code}`.trim()
  }
  const read = await client.read({
    method: 'POST',
    path: '/v1/rates',
    key: account.keys.live,
    body: ratesBody(),
  })
  const rate = quoted.parse(read).rates[0]
  return { dock, account, post, rate }
}

const revokeAllKeys = async (account: Account) => {
  for (const { id } of await account.listKeys()) await account.revokeKey(id)
}

const ends: readonly [
  string,
  (account: Account, dock: { createAccount(o: object): Promise<unknown> }) => Promise<unknown>,
  string,
][] = [
  ['whose key is revoked', revokeAllKeys, '401 AUTH.KEY.REVOKED'],
  ['whose account is deleted', (account) => account.delete(), '401 AUTH.KEY.INVALID'],
  [
    'whose account is deleted and created again',
    async (account, dock) => {
      await account.delete()
      await dock.createAccount({ id: account.id, seed: 'another' })
    },
    '401 AUTH.KEY.INVALID',
  ],
  ['whose account is reset', (account) => account.reset(), '404 RATE.NOT_FOUND'],
  [
    'whose account loads a snapshot',
    async (account) => account.snapshot.load(await account.snapshot.save()),
    '201',
  ],
]

describe('a request that a fault of mode latency delays', () => {
  it.each(ends)(
    'a delayed purchase %s during the delay gets the response for the state of the account after the delay',
    async (_, end, outcome) => {
      const { dock, account, post, rate } = await startWithRate()
      await using _dock = dock
      await account.faults.add({ target: 'api', mode: 'latency', latency_ms: 1_000, times: 1 })
      const { reached, release } = holdNextDelayedRequest()
      const answer = post('/v1/labels', { rate_id: rate.id })
      await reached
      await end(account, dock)
      release()
      expect(await answer).toBe(outcome)
      const held = (await dock.accounts()).find(({ id }) => id === 'held')
      const labels = held === undefined ? [] : await held.labels.list()
      expect(labels).toHaveLength(outcome === '201' ? 1 : 0)
    },
  )
})

describe('a batch whose body is read in steps', () => {
  it.each(ends.slice(0, 4))(
    'a batch request %s while its body is read gets the response for the state of the account after the reading',
    async (_, end, outcome) => {
      const { dock, account, post, rate } = await startWithRate()
      await using _dock = dock
      const { carrier, service } = rate
      const item = { ...ratesBody(), carrier, service, rate_cents: 1 }
      afterReading.run = async () => {
        afterReading.run = async () => {}
        await end(account, dock)
      }
      // A purchase of a label gets 404 if its rate is gone. A batch needs no stored rate, so it is created.
      const expected = outcome.startsWith('404') ? '201' : outcome
      expect(await post('/v1/batches', { items: Array(1_000).fill(item) })).toBe(expected)
      const held = (await dock.accounts()).find(({ id }) => id === 'held')
      const batches = held === undefined ? [] : await held.batches.list()
      expect(batches).toHaveLength(expected === '201' ? 1 : 0)
    },
  )
})
