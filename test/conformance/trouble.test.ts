import { describe, expect, it } from 'vitest'
import { expectSuccess } from '../../src/conformance/http/expect.ts'
import { exitStatusOf } from '../../src/conformance/report/report.ts'
import { runProblemOf } from '../../src/conformance/report/sections/summary.ts'
import type { Rule } from '../../src/conformance/rule.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { needTime } from '../../src/conformance/target/need.ts'
import { rates, runToyRules, useToyTargets } from './targets/toy-run.ts'
import { createToyRule, liveKey, openToyTarget } from './targets/toy-target.ts'

const target = useToyTargets()

describe('a rule that waits', () => {
  it('a conformance run lets other rules run while a rule waits in real time, as --allow-wait permits', async () => {
    const { url } = await target(() => ({}))
    const ended: string[] = []
    const rules = [
      createToyRule({
        id: 'A-001',
        needs: ['key:test', needTime(300)],
        run: async (t) => {
          await t.passTime(300)
          ended.push('A-001')
        },
      }),
      createToyRule({
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

describe('a --webhook-public-url that leads elsewhere', () => {
  it('a conformance run skips the webhook rules if --webhook-public-url does not lead to the run', async () => {
    const { url } = await target(() => ({}))
    const report = await runToyRules(url, [createToyRule({ id: 'A-001', needs: ['inbox'] })], {
      webhookListen: '127.0.0.1:0',
      webhookPublicUrl: 'http://127.0.0.1:9/hooks',
    })
    expect(report.rules[0]).toMatchObject({ status: 'skipped', unlock: ['--webhook-public-url'] })
    expect(report.rules[0]?.reason).toMatch(
      /--webhook-public-url http:\/\/127\.0\.0\.1:9\/hooks does not lead to this process, as a test request showed/,
    )
  })
})

describe('a target that does not respond as it should', () => {
  it('a conformance run stops after three lost requests in a row', async () => {
    const { url, requests } = await target(() => 'reset')
    const ids = ['A-001', 'A-002', 'A-003', 'A-004', 'A-005'] as const
    const report = await runToyRules(
      url,
      ids.map((id) => createToyRule({ id })),
      { concurrency: 1 },
    )
    expect(report.stopped).toMatchObject({ kind: 'unreachable' })
    // The first rule repeats its request, which it may, because a GET changes nothing.
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

  it('a conformance run gives up a request after the timeout', async () => {
    const { url } = await target(() => 'silence')
    const report = await runToyRules(url, [createToyRule({ id: 'A-001' })], { timeoutMs: 50 })
    expect(report.rules[0]).toMatchObject({ status: 'errored' })
    expect(report.rules[0]?.reason).toMatch(/no complete response within 50 ms/)
  })

  it('a conformance run stops with exit status 3 if the target refuses the given key', async () => {
    const { url } = await target(() => ({ status: 401, json: { error: { code: 'AUTH.KEY.INVALID' } } }), {
      isStub: true,
    })
    const report = await runToyRules(url, [createToyRule({ id: 'A-001' })])
    expect(report.stopped).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/--key.*AUTH\.KEY\.INVALID/),
    })
    expect(report.rules).toMatchObject([{ status: 'skipped', reason_kind: 'not_run' }])
    expect(exitStatusOf(report)).toBe(3)
  })

  it('a conformance run opens no webhook receiver if no rule can run', async () => {
    const { url, requests } = await target(() => ({}))
    const report = await runToyRules(url, [createToyRule({ id: 'A-001', needs: ['key:live', 'spend'] })])
    expect(report.rules).toMatchObject([{ status: 'skipped' }])
    expect([requests, report.requests]).toEqual([[], 0])
  })

  it('a conformance run on an unreachable target reports every rule as not run', async () => {
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
      createCheck: () => () => 'judged',
    }
    const report = await runToyRules(url, [createToyRule({ id: 'A-001' }), always], { control: 'auto' })
    expect(report.stopped?.kind).toBe('unreachable')
    for (const rule of report.rules) expect(rule).toMatchObject({ status: 'skipped', reason_kind: 'not_run' })
    expect(exitStatusOf(report)).toBe(3)
  })

  it('a conformance run repeats a request after its Retry-After, and the 429 does not fail the rule', async () => {
    let asked = 0
    const { url } = await target(() => {
      asked += 1
      return asked === 1 ? { status: 429, headers: { 'Retry-After': '0' } } : {}
    })
    const rules = [
      createToyRule({
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

  it('a conformance run does not follow a redirect and sends no key to another host', async () => {
    const elsewhere = await target(() => ({}))
    const { url } = await target(() => ({ status: 302, headers: { Location: `${elsewhere.url}/v1/wallet` } }))
    const report = await runToyRules(url, [
      createToyRule({
        id: 'A-001',
        run: async (t) => {
          expectSuccess(await t.call('getWallet'))
        },
      }),
      createToyRule({
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

describe('a run that is stopped before its first request', () => {
  const runStopped = async (url: string, signal: AbortSignal) => {
    const { report } = await runSuite({ baseUrl: url, signal }, [createToyRule({ id: 'A-001' })])
    expect(report.stopped?.kind).toBe('interrupted')
    expect(report.rules).toMatchObject([{ status: 'skipped', reason_kind: 'not_run' }])
    expect(exitStatusOf(report)).toBe(3)
  }

  it('a conformance run that is stopped at its start sends no request', async () => {
    const { url, requests } = await target(() => ({}))
    await runStopped(url, AbortSignal.abort())
    expect(requests).toEqual([])
  })

  it('a conformance run that is stopped at its start does not wait for a response', async () => {
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
  it('--bail stops a conformance run at the first failed rule with exit status 1', async () => {
    const { url } = await target(() => ({ status: 500 }))
    const createFailingRule = (id: 'A-001' | 'A-002') =>
      createToyRule({
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

  it('an interrupted conformance run reports its rules as not run', async () => {
    const stopper = new AbortController()
    const { url } = await target(() => {
      stopper.abort()
      return 'silence'
    })
    const report = await runToyRules(url, [createToyRule({ id: 'A-001' }), createToyRule({ id: 'A-002' })], {
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

  it('an interrupted conformance run voids the live labels that it bought', async () => {
    const stopper = new AbortController()
    const { url, requests } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      if (request.method === 'DELETE') return {}
      if (request.url === '/v1/labels') return { json: { id: 'lbl_1' } }
      if (request.url === '/v1/wallet') return { json: { balance_cents: 5_000 } }
      stopper.abort()
      return 'silence'
    })
    const buys = createToyRule({
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

  it('a conformance run that stops because of an error in the harness reports the results so far', async () => {
    const { url } = await target(() => ({}))
    const report = await runToyRules(url, [createToyRule({ id: 'A-001' }), createToyRule({ id: 'A-002' })], {
      concurrency: 1,
      onResult: () => {
        throw new Error('onResult failed')
      },
    })
    expect(report.stopped).toEqual({
      kind: 'crashed',
      reason: expect.stringMatching(/The harness failed.*onResult failed/s),
    })
    expect(report.rules.map(({ status }) => status)).toEqual(['passed', 'skipped'])
    expect(exitStatusOf(report)).toBe(3)
  })

  it('a conformance run reports each rule as soon as the rule ends, and how many rules have ended', async () => {
    const { url } = await target(() => ({}))
    const heard: unknown[] = []
    await runToyRules(url, [createToyRule({ id: 'A-001' }), createToyRule({ id: 'A-002' })], {
      concurrency: 1,
      onResult: ({ id }, progress) => heard.push([id, progress]),
    })
    expect(heard).toEqual([
      ['A-001', { done: 1, total: 2 }],
      ['A-002', { done: 2, total: 2 }],
    ])
  })
})
