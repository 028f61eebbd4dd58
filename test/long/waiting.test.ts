import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultKeys } from '../../src/client/default-keys.ts'
import { BadInput } from '../../src/conformance/bad-input.ts'
import { isObject } from '../../src/conformance/http/fields.ts'
import type { ConformanceOptions, RunWait } from '../../src/conformance/options.ts'
import { openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import type { Alteration } from '../../src/conformance/proof/mutant.ts'
import type { Rule } from '../../src/conformance/rule.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { type Capability, minutes, needTime } from '../../src/conformance/target/need.ts'
import { jsonOf, withJson } from '../../src/variations/wire.ts'
import { createToyRule, openToyTarget, type ToyTarget, testKey } from '../conformance/targets/toy-target.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { TestClient } from '../support/test-client.ts'

let open: ToyTarget | undefined
afterEach(() => open?.close())

/** Runs rules until the run first waits, then stops the run and returns the message about that wait. */
const runUntilFirstWait = async (rules: readonly Rule[], options: Partial<ConformanceOptions> = {}) => {
  open = await openToyTarget(() => ({ json: { id: 'bat_1', rates: [] } }))
  const stopper = new AbortController()
  const waits: RunWait[] = []
  const { report } = await runSuite(
    {
      baseUrl: open.url,
      key: testKey,
      control: 'off',
      trustSandbox: true,
      signal: stopper.signal,
      onWait: (told) => {
        waits.push(told)
        stopper.abort()
      },
      ...options,
    },
    rules,
  )
  return { report, waits }
}

const createBuyingRule = (id: 'A-001' | 'A-002', count: number) =>
  createToyRule({
    id,
    requests: { buyBatch: count },
    run: async (t) => {
      for (let sent = 0; sent < count; sent += 1) await t.call('buyBatch', { id: 'bat_1' })
    },
  })

describe('a conformance run that waits for a rate limit', () => {
  it('a conformance run that waits for a rate limit reports the limit, the wait and the remaining time', async () => {
    const { waits } = await runUntilFirstWait(
      [createBuyingRule('A-001', 11), createBuyingRule('A-002', 20)],
      {
        concurrency: 1,
      },
    )
    const [first] = waits
    expect(first).toMatchObject({
      what: 'the limit of POST /v1/batches/{id}/buy (10 a minute)',
      rulesLeft: 2,
    })
    expect(first?.waitMs).toBeGreaterThan(60_000)
    // The 21 requests beyond the first ten take three more minutes.
    expect(first?.aboutMs).toBeGreaterThan(3 * 60_000)
    expect(first?.aboutMs).toBeLessThan(4 * 62_000 + 1_000)
  })

  it('a conformance run that waits in real time for a rule reports the rule and the wait', async () => {
    const patient = createToyRule({
      id: 'A-001',
      needs: ['key:test', needTime(minutes(5))],
      run: (t) => t.passTime(minutes(5)),
    })
    const { waits } = await runUntilFirstWait([patient], { allowWaitMs: minutes(5) })
    expect(waits).toEqual([{ what: 'time to pass (A-001)', waitMs: 300_000, rulesLeft: 1, aboutMs: 300_000 }])
  })

  it('a conformance run lets other rules run while a rule waits for a rate limit', async () => {
    const other = createToyRule({ id: 'A-002' })
    const ended: string[] = []
    const stopper = new AbortController()
    await runUntilFirstWait([createBuyingRule('A-001', 11), other], {
      concurrency: 1,
      onWait: () => {},
      onResult: ({ id }) => {
        ended.push(id)
        stopper.abort()
      },
      signal: stopper.signal,
    })
    expect(ended[0]).toBe('A-002')
  })

  it('--pace off makes a conformance run wait for no rate limit, and is refused for a remote target', async () => {
    const { waits, report } = await runUntilFirstWait([createBuyingRule('A-001', 25)], { pace: 'off' })
    expect(waits).toEqual([])
    expect(report.summary.passed).toBe(1)
    const away = { baseUrl: 'https://api.example.com', key: testKey, pace: 'off' } as const
    await expect(runSuite(away)).rejects.toThrow(BadInput)
    await expect(runSuite(away)).rejects.toThrow(
      /--pace off would use up the rate limits of .* add --allow-load/,
    )
  })
})

describe('the rate limits of an account that other clients may use', () => {
  let simulator: ServingCommand
  beforeEach(async () => {
    simulator = await serveDrydock(['--quiet'])
  })
  afterEach(() => simulator.stop())

  const get = async (path: string) =>
    Object(await new TestClient(simulator.url).read({ path: `/_drydock/accounts/default${path}` }))

  /**
   * Runs rules that create more batches than the limit allows in a minute, against a target with these control
   * capabilities.
   */
  const runWithCapabilities = async (capabilities: readonly Capability[], alteration: Alteration = {}) => {
    const service = await openAlteredService(simulator.url, {
      ...alteration,
      controlResponse: (response) => {
        const told = jsonOf(response)
        if (!isObject(told) || !('capabilities' in told)) return undefined
        return withJson(response, { ...told, capabilities })
      },
    })
    const waits: RunWait[] = []
    const stopper = new AbortController()
    try {
      const { report } = await runSuite({
        baseUrl: service.baseUrl,
        signal: stopper.signal,
        key: defaultKeys.test,
        trustSandbox: true,
        only: ['BATCH-0*', 'VAL-*', 'ERR-016', 'LIMIT-109'],
        skip: ['BATCH-006', 'BATCH-018', 'BATCH-019'],
        onWait: (told) => {
          waits.push(told)
          stopper.abort()
        },
      })
      return { report, waits }
    } finally {
      await service.close()
    }
  }
  const countRefused = async () => {
    const { requests } = await get('/requests?path=/v1/batches&method=POST')
    expect(requests.length).toBeGreaterThan(12)
    return requests.filter(({ status }: { status: number }) => status === 429).length
  }

  it.each([
    ['another key', ['keys']],
    ['a later time of the clock', ['clock']],
  ] as const)(
    'a conformance run does not wait for rate limits if the control protocol gives the run %s',
    async (_, capabilities) => {
      const before = (await get('/keys')).keys
      const { report, waits } = await runWithCapabilities(capabilities)
      expect(report.summary).toMatchObject({ failed: 0, errored: 0 })
      expect(report.rules.find(({ id }) => id === 'LIMIT-109')?.status).toBe('passed')
      expect(waits).toEqual([])
      expect(await countRefused()).toBe(0)
      expect(report.leftovers.filter(({ kind }) => kind === 'account')).toEqual([])
      // All keys that were created during the run must have been revoked.
      const isInForce = ({ revoked_at }: { revoked_at: unknown }) => revoked_at === null
      expect((await get('/keys')).keys.filter(isInForce)).toHaveLength(before.filter(isInForce).length)
    },
  )

  it('the curl commands of a conformance report use the key of the user, even for requests sent with another key of the account', async () => {
    const { report } = await runWithCapabilities(['keys'], {
      response: (response, { operation }) =>
        operation === 'createBatch' && response.status === 201 ? withJson(response, {}) : undefined,
    })
    const curls = report.rules.flatMap(({ exchanges }) => exchanges.map(({ curl }) => curl))
    const sent = curls.filter((curl) => curl.includes('/v1/batches') && curl.includes('Authorization'))
    expect(sent.length).toBeGreaterThan(10)
    expect(sent.filter((curl) => !curl.includes('$DRYDOCK_KEY'))).toEqual([])
  })

  it('a conformance run advances the clock if other clients have used up a rate limit', async () => {
    const client = new TestClient(simulator.url)
    for (let sent = 0; sent < 10; sent += 1) {
      await client.send({ method: 'POST', path: '/v1/batches', key: defaultKeys.test, body: {} })
    }
    const { report, waits } = await runWithCapabilities(['clock'])
    expect(report.summary).toMatchObject({ failed: 0, errored: 0 })
    expect(waits).toEqual([])
    expect(await countRefused()).toBe(1)
  })
})

describe('rules that need an expired key of an account that others may use', () => {
  it('conformance rules that need an expired key share one key, which is revoked at the end of the run', async () => {
    const simulator = await serveDrydock(['--quiet'])
    const asked: Buffer[] = []
    const ended: string[] = []
    const service = await openAlteredService(simulator.url, {
      controlRequest: ({ body }) => {
        if (body.includes('expires_at')) asked.push(body)
        return undefined
      },
      controlResponse: (response) => {
        const told = jsonOf(response)
        if (!isObject(told) || !('capabilities' in told)) return undefined
        return withJson(response, { ...told, capabilities: ['keys'] })
      },
    })
    const waits: RunWait[] = []
    try {
      const { report } = await runSuite({
        baseUrl: service.baseUrl,
        key: defaultKeys.test,
        trustSandbox: true,
        only: ['KEY-011', 'KEY-028', 'PDF-102', 'RATE-001'],
        onWait: (told) => waits.push(told),
        onResult: ({ id }) => ended.push(id),
      })
      expect(report.summary).toMatchObject({ total: 4, passed: 4 })
      expect(ended[0]).toBe('RATE-001')
      expect(waits).toHaveLength(1)
      expect(asked).toHaveLength(1)
      expect(report.leftovers.filter(({ kind }) => kind === 'account')).toEqual([])
      const path = '/_drydock/accounts/default/keys'
      const { keys } = Object(await new TestClient(simulator.url).read({ path }))
      const made = keys.filter(({ expires_at }: { expires_at: string }) => expires_at > report.started_at)
      expect(made).toEqual([expect.objectContaining({ revoked_at: expect.any(String) })])
    } finally {
      await service.close()
      await simulator.stop()
    }
  })
})

describe('rules that share an account', () => {
  it('conformance rules that share an account also share one batch, if several of the rules need a batch', async () => {
    const createKeepingRule = (id: 'A-001' | 'A-002' | 'A-003') =>
      createToyRule({
        id,
        requests: {},
        requestsOnce: { createRates: 1, createBatch: 1 },
        run: async (t) => {
          await t.setup.shared.createdBatch()
        },
      })
    open = await openToyTarget((request) =>
      request.url === '/v1/rates'
        ? { json: { rates: [{ id: 'rate_1', carrier: 'UPS', service: 'Ground', rate_cents: 900 }] } }
        : { json: { id: 'bat_1' } },
    )
    const { report } = await runSuite(
      { baseUrl: open.url, key: testKey, control: 'off', trustSandbox: true },
      [createKeepingRule('A-001'), createKeepingRule('A-002'), createKeepingRule('A-003')],
    )
    expect(report.summary.passed).toBe(3)
    expect(open.requests.filter((each) => each.startsWith('POST /v1/batches'))).toHaveLength(1)
  })
})
