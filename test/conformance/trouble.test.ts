import { describe, expect, it } from 'vitest'
import { expectSuccess } from '../../src/conformance/http/expect.ts'
import { exitStatusOf } from '../../src/conformance/report/report.ts'
import { runProblemOf } from '../../src/conformance/report/sections/summary.ts'
import type { Rule } from '../../src/conformance/rule.ts'
import { run } from '../../src/conformance/runner/run.ts'
import { needTime } from '../../src/conformance/target/need.ts'
import { rates, runToyRules, toyTargets } from './targets/toy-run.ts'
import { liveKey, openToyTarget, toyRule } from './targets/toy-target.ts'

const target = toyTargets()

describe('waiting', () => {
  it('an allowed wait passes real time while other rules run', async () => {
    const { url } = await target(() => ({}))
    const ended: string[] = []
    const rules = [
      toyRule({
        id: 'A-001',
        needs: ['key:test', needTime(300)],
        run: async (t) => {
          await t.passTime(300)
          ended.push('A-001')
        },
      }),
      toyRule({
        id: 'A-002',
        run: async (t) => {
          await t.call('getWallet')
          ended.push('A-002')
        },
      }),
    ]
    const report = await runToyRules(url, rules, { allowWaitMs: 300, concurrency: 1 })
    expect(report.rules.map(({ status, clock }) => [status, clock])).toEqual([
      ['passed', 'real'],
      ['passed', null],
    ])
    expect(ended).toEqual(['A-002', 'A-001'])
    const shorter = await runToyRules(url, rules, { allowWaitMs: 299 })
    expect(shorter.rules.map(({ status }) => status)).toEqual(['skipped', 'passed'])
  })
})

describe('a public address that leads nowhere', () => {
  it('a public address that leads nowhere skips the webhook rules and fails none', async () => {
    const { url } = await target(() => ({}))
    const report = await runToyRules(url, [toyRule({ id: 'A-001', needs: ['inbox'] })], {
      webhookListen: '127.0.0.1:0',
      webhookPublicUrl: 'http://127.0.0.1:9/hooks',
    })
    expect(report.rules[0]).toMatchObject({ status: 'skipped', unlock: ['--webhook-public-url'] })
    expect(report.rules[0]?.reason).toMatch(
      /--webhook-public-url http:\/\/127\.0\.0\.1:9\/hooks does not lead here, as a request of our own showed/,
    )
  })
})

describe('a target in trouble', () => {
  it('three lost requests in a row end the run', async () => {
    const { url, requests } = await target(() => 'reset')
    const ids = ['A-001', 'A-002', 'A-003', 'A-004', 'A-005'] as const
    const report = await runToyRules(
      url,
      ids.map((id) => toyRule({ id })),
      { concurrency: 1 },
    )
    expect(report.stopped).toMatchObject({ kind: 'unreachable' })
    // The first rule repeats its request, because a GET changes nothing.
    expect(requests).toHaveLength(3)
    expect(report.rules.map(({ status }) => status)).toEqual([
      'errored',
      'errored',
      'skipped',
      'skipped',
      'skipped',
    ])
    expect(report.rules[4]).toMatchObject({ reason_kind: 'not_run' })
    expect(exitStatusOf(report)).toBe(3)
  })

  it('a request is given up after the timeout', async () => {
    const { url } = await target(() => 'silence')
    const report = await runToyRules(url, [toyRule({ id: 'A-001' })], { timeoutMs: 50 })
    expect(report.rules[0]).toMatchObject({ status: 'errored' })
    expect(report.rules[0]?.reason).toMatch(/no complete answer within 50 ms/)
  })

  it('a refused key is a usage error, not a verdict', async () => {
    const { url } = await target(() => ({ status: 401, json: { error: { code: 'AUTH.KEY.INVALID' } } }), {
      isStub: true,
    })
    const report = await runToyRules(url, [toyRule({ id: 'A-001' })])
    expect(report.stopped).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/--key.*AUTH\.KEY\.INVALID/),
    })
    expect(report.rules).toMatchObject([{ status: 'skipped', reason_kind: 'not_run' }])
    expect(exitStatusOf(report)).toBe(3)
  })

  it('the inbox does not open if no rule can run', async () => {
    const { url, requests } = await target(() => ({}))
    const report = await runToyRules(url, [toyRule({ id: 'A-001', needs: ['key:live', 'spend'] })])
    expect(report.rules).toMatchObject([{ status: 'skipped' }])
    expect([requests, report.requests]).toEqual([[], 0])
  })

  it('an unreachable target is reported with every rule not run', async () => {
    const { url, close } = await openToyTarget(() => ({}))
    await close()
    const always: Rule = {
      id: 'I-001',
      judges: ['ERRORS-1'],
      title: 'Something always is so.',
      section: 'Errors',
      endpoint: null,
      kind: 'invariant',
      about: 'Every answer.',
      open: () => () => 'judged',
    }
    const report = await runToyRules(url, [toyRule({ id: 'A-001' }), always], { control: 'auto' })
    expect(report.stopped?.kind).toBe('unreachable')
    for (const rule of report.rules) expect(rule).toMatchObject({ status: 'skipped', reason_kind: 'not_run' })
    expect(exitStatusOf(report)).toBe(3)
  })

  it('a request over the limit is repeated after its Retry-After and gives no verdict', async () => {
    let asked = 0
    const { url } = await target(() => {
      asked += 1
      return asked === 1 ? { status: 429, headers: { 'Retry-After': '0' } } : {}
    })
    const rules = [
      toyRule({
        id: 'A-001',
        run: async (t) => {
          expectSuccess(await t.call('getWallet'))
        },
      }),
    ]
    expect((await runToyRules(url, rules)).rules[0]?.status).toBe('passed')
    expect(asked).toBe(2)
    const { url: stubborn } = await target(() => ({ status: 429, headers: { 'Retry-After': '60' } }))
    const report = await runToyRules(stubborn, rules, { throttlePatienceMs: 1_000 })
    expect(report.rules[0]).toMatchObject({ status: 'errored' })
    expect(report.rules[0]?.reason).toMatch(/limits requests \(429\)/)
  })

  it('a redirect is not followed and gets no key', async () => {
    const elsewhere = await target(() => ({}))
    const { url } = await target(() => ({ status: 302, headers: { Location: `${elsewhere.url}/v1/wallet` } }))
    const report = await runToyRules(url, [
      toyRule({
        id: 'A-001',
        run: async (t) => {
          expectSuccess(await t.call('getWallet'))
        },
      }),
      toyRule({
        id: 'A-002',
        run: async (t) => {
          await t.send({ method: 'GET', path: `${elsewhere.url}/label.pdf`, key: 'test' })
        },
      }),
    ])
    expect(report.rules.map(({ status }) => status)).toEqual(['failed', 'passed'])
    expect(elsewhere.requests).toEqual(['GET /label.pdf'])
  })
})

describe('a run that is stopped before it knows its target', () => {
  const runStopped = async (url: string, signal: AbortSignal) => {
    const { report } = await run({ baseUrl: url, signal }, [toyRule({ id: 'A-001' })])
    expect(report.stopped?.kind).toBe('interrupted')
    expect(report.rules).toMatchObject([{ status: 'skipped', reason_kind: 'not_run' }])
    expect(exitStatusOf(report)).toBe(3)
  }

  it('a run stopped at its start sends nothing', async () => {
    const { url, requests } = await target(() => ({}))
    await runStopped(url, AbortSignal.abort())
    expect(requests).toEqual([])
  })

  it('a run stopped at its start waits for no response', async () => {
    const stopper = new AbortController()
    const { url, requests } = await target(() => {
      stopper.abort()
      return 'silence'
    })
    await runStopped(url, stopper.signal)
    expect(requests).toEqual(['GET /_drydock/'])
  })
})

describe('the end of a run', () => {
  it('--bail ends the run at the first failure with status 1', async () => {
    const { url } = await target(() => ({ status: 500 }))
    const createFailingRule = (id: 'A-001' | 'A-002') =>
      toyRule({
        id,
        run: async (t) => {
          expectSuccess(await t.call('getWallet'))
        },
      })
    const report = await runToyRules(url, [createFailingRule('A-001'), createFailingRule('A-002')], {
      bail: true,
      concurrency: 1,
    })
    expect(report.rules.map(({ status }) => status)).toEqual(['failed', 'skipped'])
    expect(report.stopped?.kind).toBe('bail')
    expect(runProblemOf(report)).toMatchObject({
      title: 'The run ended early, as --bail was given',
      reason: expect.stringMatching(/--bail was given: exit status 1\. Rules about every response/),
    })
    expect(exitStatusOf(report)).toBe(1)
  })

  it('an interrupted run reports everything so far', async () => {
    const stopper = new AbortController()
    const { url } = await target(() => {
      stopper.abort()
      return 'silence'
    })
    const report = await runToyRules(url, [toyRule({ id: 'A-001' }), toyRule({ id: 'A-002' })], {
      signal: stopper.signal,
      concurrency: 1,
    })
    expect(report.stopped?.kind).toBe('interrupted')
    expect(report.rules.map(({ status, reason_kind }) => [status, reason_kind])).toEqual([
      ['skipped', 'not_run'],
      ['skipped', 'not_run'],
    ])
    expect(exitStatusOf(report)).toBe(3)
  })

  it('an interrupted run voids its live purchases', async () => {
    const stopper = new AbortController()
    const { url, requests } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      if (request.method === 'DELETE') return {}
      if (request.url === '/v1/labels') return { json: { id: 'lbl_1' } }
      if (request.url === '/v1/wallet') return { json: { balance_cents: 5_000 } }
      stopper.abort()
      return 'silence'
    })
    const buys = toyRule({
      id: 'A-001',
      needs: ['key:live', 'spend'],
      charges: 1,
      run: async (t) => {
        const rate = await t.setup.rate({ key: 'live' })
        await t.call('buyLabel', { key: 'live', body: { rate_id: rate.id } })
        await t.call('getLabel', { key: 'live', id: 'lbl_1' })
      },
    })
    const report = await runToyRules(url, [buys], { liveKey, allowSpend: true, signal: stopper.signal })
    expect(report.stopped?.kind).toBe('interrupted')
    expect(requests.at(-1)).toBe(`DELETE /v1/labels/lbl_1 Bearer ${liveKey}`)
    expect(report.leftovers).toEqual([{ kind: 'live label', id: 'lbl_1', note: 'bought by A-001, voided' }])
  })

  it('an error of the harness ends the run and reports everything so far', async () => {
    const { url } = await target(() => ({}))
    const report = await runToyRules(url, [toyRule({ id: 'A-001' }), toyRule({ id: 'A-002' })], {
      concurrency: 1,
      onResult: () => {
        throw new Error('no ear')
      },
    })
    expect(report.stopped).toEqual({
      kind: 'crashed',
      reason: expect.stringMatching(/The harness failed.*no ear/s),
    })
    expect(report.rules.map(({ status }) => status)).toEqual(['passed', 'skipped'])
    expect(exitStatusOf(report)).toBe(3)
  })

  it('each rule is reported when it ends', async () => {
    const { url } = await target(() => ({}))
    const heard: unknown[] = []
    await runToyRules(url, [toyRule({ id: 'A-001' }), toyRule({ id: 'A-002' })], {
      concurrency: 1,
      onResult: ({ id }, progress) => heard.push([id, progress]),
    })
    expect(heard).toEqual([
      ['A-001', { done: 1, total: 2 }],
      ['A-002', { done: 2, total: 2 }],
    ])
  })
})
