import { afterEach, describe, expect, it } from 'vitest'
import { expectThat } from '../../src/conformance/http/expect.ts'
import { isObject } from '../../src/conformance/http/fields.ts'
import { type AlteredService, openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import type { Alteration } from '../../src/conformance/proof/mutant.ts'
import { formats } from '../../src/conformance/report/formats/format.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { createToyRule, openToyTarget, type ToyTarget, testKey } from '../conformance/targets/toy-target.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const simulator = sharedSimulator()
const open: (AlteredService | ToyTarget)[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** Serves the simulator with an alteration in front of it. */
async function serveAltered(alteration: Alteration): Promise<string> {
  const service = await openAlteredService(simulator.url, alteration)
  open.push(service)
  return service.baseUrl
}

/** Throws in a hook of an alteration, which closes the connection of the request. */
const throwReset = (): never => {
  throw new Error('The connection is reset.')
}

const tooLong = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.alloc(17 * 1024 * 1024, ' '),
}

/** Returns a function that draws numbers from 0 to 1, the same for the same seed. */
function createDraws(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** Loses every twentieth request. */
const createRareLoss = (seed: number): (() => undefined) => {
  const draw = createDraws(seed)
  return () => (draw() < 0.05 ? throwReset() : undefined)
}

const part = { index: 1, count: 6 }

describe('requests of a conformance run that get no response', () => {
  it.each([
    ['before they are carried out', () => ({ request: createRareLoss(1) })],
    ['after they were carried out', () => ({ response: createRareLoss(2) })],
    [
      'and control calls are lost, too',
      () => ({
        request: createRareLoss(3),
        controlRequest: createRareLoss(4),
        controlResponse: createRareLoss(5),
      }),
    ],
  ] satisfies readonly [string, () => Alteration][])(
    'a conformance run passes every rule and reports the lost requests if every twentieth request is lost %s',
    async (_, alteration) => {
      const baseUrl = await serveAltered(alteration())
      const { report } = await runSuite({ baseUrl, shard: part })
      expect(report.rules.filter(({ status }) => status !== 'passed')).toEqual([])
      const lost = report.lost_requests.reduce((sum, { count }) => sum + count, 0)
      expect(lost).toBeGreaterThan(20)
      expect(report.lost_requests).toContainEqual({
        place: 'POST /v1/rates',
        got: expect.stringMatching(/closed|reset/i),
        count: expect.any(Number),
        of: expect.any(Number),
      })
      for (const format of ['console', 'markdown', 'html'] as const) {
        expect(formats[format](report), format).toMatch(/\d+ requests got no response/)
        expect(formats[format](report), format).toMatch(/\d+ of \d+ to (?:POST|GET) \/v1\//)
      }
    },
    60_000,
  )

  it('a conformance run repeats its first request if that request is lost or its response is too long', async () => {
    for (const odd of [() => tooLong, throwReset]) {
      let asked = 0
      const baseUrl = await serveAltered({
        request: () => {
          asked += 1
          return asked === 1 ? odd() : undefined
        },
      })
      const { report } = await runSuite({ baseUrl, only: ['WALLET-001', 'RATE-001'] })
      expect(report.summary).toMatchObject({ total: 2, passed: 2 })
      expect(report.lost_requests).toMatchObject([{ place: 'GET /v1/wallet', count: 1 }])
    }
  }, 60_000)

  it('if a target loses all requests to one endpoint, a conformance run passes the rules that do not need the endpoint', async () => {
    for (const odd of [() => tooLong, throwReset]) {
      const baseUrl = await serveAltered({
        request: ({ operation }) => (operation === 'getWallet' ? odd() : undefined),
      })
      const only = ['WALLET-001', 'RATE-001', 'RATE-003', 'ADDR-001', 'TRACK-001']
      const { report } = await runSuite({ baseUrl, only })
      const errored = report.rules.filter(({ status }) => status !== 'passed')
      expect(errored).toMatchObject([{ id: 'WALLET-001', status: 'errored' }])
      expect(errored[0]?.cause).toMatchObject({ kind: 'no-answer', endpoint: 'GET /v1/wallet' })
    }
  }, 60_000)
})

describe('a rule whose request was lost', () => {
  const openLossyTarget = async (lose: (asked: number) => boolean): Promise<ToyTarget> => {
    let asked = 0
    const target = await openToyTarget(() => {
      asked += 1
      return lose(asked) ? 'reset' : {}
    })
    open.push(target)
    return target
  }
  const runRule = (baseUrl: string, rule: Parameters<typeof createToyRule>[0]) =>
    runSuite({ baseUrl, key: testKey, control: 'off', pace: 'off', trustSandbox: true }, [
      createToyRule(rule),
    ])

  it('if a request of a rule was lost, a conformance run repeats the whole rule', async () => {
    const { url, requests } = await openLossyTarget((asked) => asked === 2)
    const { report } = await runRule(url, {
      id: 'A-001',
      run: async (t) => {
        await t.call('createRates')
        await t.call('registerTracker')
      },
    })
    expect(report.rules).toMatchObject([{ status: 'passed' }])
    expect(requests.map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
      'POST /v1/rates',
      'POST /v1/trackers',
      'POST /v1/rates',
      'POST /v1/trackers',
    ])
  })

  it('a conformance rule whose purchase was lost is not repeated if a second purchase may cost money', async () => {
    const { url, requests } = await openLossyTarget((asked) => asked === 1)
    const { report } = await runRule(url, {
      id: 'A-001',
      canary: true,
      run: async (t) => {
        await t.call('buyLabel')
      },
    })
    expect(report.rules).toMatchObject([{ status: 'errored' }])
    expect(requests).toHaveLength(1)
  })

  it('a conformance rule that always loses the same request is repeated at most ten times', async () => {
    const { url, requests } = await openLossyTarget((asked) => asked % 3 === 0)
    const { report } = await runRule(url, {
      id: 'A-001',
      run: async (t) => {
        for (let count = 0; count < 3; count += 1) await t.call('createRates')
      },
    })
    expect(report.rules).toMatchObject([{ status: 'errored', cause: { endpoint: 'POST /v1/rates' } }])
    expect(requests).toHaveLength(30)
  })

  it('a conformance rule of many requests that always loses its last request is repeated at most seven times', async () => {
    const target = await openToyTarget(({ url }) => (url === '/v1/trackers' ? 'reset' : {}))
    open.push(target)
    const { report } = await runRule(target.url, {
      id: 'A-001',
      run: async (t) => {
        for (let count = 0; count < 12; count += 1) await t.call('createRates')
        await t.call('registerTracker')
      },
    })
    expect(report.rules).toMatchObject([{ status: 'errored', cause: { endpoint: 'POST /v1/trackers' } }])
    expect(target.requests.filter((each) => each.includes('trackers'))).toHaveLength(7)
  })

  it('a conformance run reports a failing rule as errored if a request was lost, and as failed if none was lost', async () => {
    let tries = 0
    const { url } = await openLossyTarget(() => false)
    // The target loses each GET once and responds to its repetition. The client cannot know whether the first request
    // was carried out.
    const lossy = await openToyTarget(async ({ method, url: path = '' }) => {
      if (method === 'GET' && !path.includes('again')) {
        tries += 1
        if (tries % 2 === 1) return 'reset'
      }
      return { json: { count: tries } }
    })
    open.push(lossy)
    const counting = {
      id: 'A-001',
      run: async (t) => {
        const { json } = await t.call('getWallet')
        expectThat(isObject(json) && json['count'] === 1, { expected: 'one request', actual: json })
      },
    } satisfies Parameters<typeof createToyRule>[0]
    const { report } = await runRule(lossy.url, counting)
    expect(report.rules).toMatchObject([
      {
        status: 'errored',
        reason: expect.stringMatching(/^The rule could not be checked: requests to GET \/v1\/wallet/),
      },
    ])
    const { report: sound } = await runRule(url, counting)
    expect(sound.rules).toMatchObject([{ status: 'failed' }])
  })
})
