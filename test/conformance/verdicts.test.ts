import { describe, expect, it } from 'vitest'
import { expectSuccess, expectThat } from '../../src/conformance/http/expect.ts'
import { RuleBroken } from '../../src/conformance/http/failures.ts'
import { exitStatusOf } from '../../src/conformance/report/report.ts'
import type { Rule } from '../../src/conformance/rule.ts'
import { needTime } from '../../src/conformance/target/need.ts'
import { runToyRules, useToyTargets } from './targets/toy-run.ts'
import { createToyRule, liveKey, type openToyTarget, testKey } from './targets/toy-target.ts'

const target = useToyTargets()

describe('the status of a rule', () => {
  it('a conformance rule is failed only if its expectation is not met; other errors make it errored or skipped', async () => {
    const { url } = await target(() => ({ status: 500, json: { error: { code: 'X' } } }))
    const report = await runToyRules(url, [
      createToyRule({ id: 'A-001' }),
      createToyRule({
        id: 'A-002',
        run: async (t) => {
          expectSuccess(await t.call('getWallet'))
        },
      }),
      createToyRule({
        id: 'A-003',
        run: async (t) => {
          await t.setup.works('A wallet', t.call('getWallet'))
        },
      }),
      createToyRule({
        id: 'A-004',
        run: () => {
          throw new TypeError('oops')
        },
      }),
      createToyRule({ id: 'A-005', run: async (t) => t.notJudged('Nothing of the kind was seen.') }),
      createToyRule({ id: 'A-006', run: async (t) => t.notJudged('the batch was done') }),
    ])
    expect(report.rules.map(({ status }) => status)).toEqual([
      'passed',
      'failed',
      'errored',
      'errored',
      'skipped',
      'skipped',
    ])
    expect(report.rules[1]).toMatchObject({ expected: 'a 2xx response', actual: '500 X', reason: null })
    expect(report.rules[1]?.exchanges).toHaveLength(1)
    expect(report.rules[2]).toMatchObject({
      status: 'errored',
      reason: 'Needs a valid response of GET /v1/wallet, which A-002 found refused (500 X).',
      because: 'A-002',
    })
    expect(report.rules[3]?.reason).toMatch(/oops/)
    expect(report.rules[4]).toMatchObject({
      reason: 'Nothing of the kind was seen.',
      reason_kind: 'not_observed',
      exchanges: [],
    })
    expect(report.rules[5]?.reason).toBe('There was nothing to check: the batch was done.')
    expect(report.summary).toEqual({ total: 6, passed: 1, failed: 1, skipped: 2, errored: 2 })
    expect(exitStatusOf(report)).toBe(1)
  })

  it('a failed conformance rule shows the exchange that broke it, with a curl command that has no key', async () => {
    const { url } = await target((request) => ({ json: { path: request.url } }))
    const report = await runToyRules(url, [
      createToyRule({
        id: 'A-001',
        run: async (t) => {
          const first = await t.call('getWallet')
          await t.call('listDeliveries')
          expectThat(false, { expected: 'this', actual: 'that', answer: first })
        },
      }),
    ])
    const [result] = report.rules
    expect(result?.exchanges.map(({ request }) => request.url)).toEqual([`${url}/v1/wallet`])
    expect(result?.exchanges[0]?.curl).toBe(
      `curl -i -H "Authorization: Bearer $DRYDOCK_KEY" '${url}/v1/wallet'`,
    )
    expect(result).toMatchObject({
      again: `drydock conformance ${url} --only A-001 --control off`,
      own_account: false,
    })
    expect(JSON.stringify(report)).not.toContain(testKey)
  })
})

describe('text that comes from the target', () => {
  it('a conformance report shows a long text of the target as one short line', async () => {
    const { url } = await target(() => ({}))
    const said = `1\n::set-output name=x::y ${'<p>\n'.repeat(1_000)}`
    const report = await runToyRules(url, [
      createToyRule({
        id: 'A-001',
        run: () => Promise.reject(new RuleBroken({ expected: said, actual: said })),
      }),
      createToyRule({ id: 'A-002', run: async (t) => t.notJudged(said) }),
    ])
    const [failed, skipped] = report.rules
    for (const text of [failed?.expected, failed?.actual, skipped?.reason]) {
      expect(text).toMatch(
        /^(?:There was nothing to check: )?1\\n::set-output .{400,2000}… \(\d+ characters\)$/,
      )
    }
  })
})

describe('a rule that needs something which the run does not have', () => {
  const rules = [
    createToyRule({ id: 'A-001', needs: ['key:live'] }),
    createToyRule({ id: 'A-002', needs: ['control:clock'] }),
    createToyRule({ id: 'A-003', needs: [['key:any-scope', 'key:limited'], 'spend'] }),
    createToyRule({ id: 'A-004', needs: ['load'] }),
    createToyRule({ id: 'A-005', needs: [needTime(900_000)] }),
    createToyRule({ id: 'A-006', needs: ['inbox', 'secret'] }),
  ]

  it('a skipped conformance rule says what it needs and which option gives it', async () => {
    const { url, requests } = await target(() => ({}))
    const report = await runToyRules(url, rules)
    expect(report.rules.map(({ id, status, unlock }) => [id, status, ...unlock])).toEqual([
      ['A-001', 'skipped', '--live-key'],
      ['A-002', 'skipped', '--control'],
      ['A-003', 'skipped', '--control or --limited-key', '--allow-spend'],
      ['A-004', 'skipped', '--allow-load'],
      ['A-005', 'skipped', '--allow-wait 15m'],
      ['A-006', 'skipped', '--webhook-listen', '--webhook-secret'],
    ])
    for (const { reason, unlock } of report.rules) {
      expect(reason).toMatch(/^Needs .+\.$/)
      for (const option of unlock.flatMap((each) => each.split(' or '))) expect(reason).toContain(option)
    }
    expect(report.rules[1]?.reason).toMatch(/No control protocol responds here, or --control off hides it/)
    expect(report.rules[3]?.reason).not.toContain('control')
    expect(requests).toEqual([])
    expect(exitStatusOf(report)).toBe(3)
  })

  it('a conformance rule is executed if the options that the rule needs are given', async () => {
    const { url } = await target(() => ({}))
    const report = await runToyRules(url, rules, {
      liveKey,
      limitedKey: testKey,
      allowSpend: true,
      allowLoad: true,
      allowWaitMs: 900_000,
      webhookListen: '127.0.0.1:0',
      webhookSecret: 'whsec_0123456789abcdef',
    })
    expect(report.rules.map(({ id, status }) => [id, status])).toEqual([
      ['A-001', 'passed'],
      ['A-002', 'skipped'],
      ['A-003', 'passed'],
      ['A-004', 'passed'],
      ['A-005', 'passed'],
      ['A-006', 'passed'],
    ])
  })
})

describe('the profile of a target', () => {
  const rules = [
    createToyRule({
      id: 'A-001',
      run: async (t) => {
        expectSuccess(await t.call('getWallet'))
      },
    }),
    createToyRule({ id: 'A-002' }),
  ]
  const expectFailure = (rule: string) => ({
    expected_failures: [{ rule, reason: 'a known deviation', issue: '#1' }],
  })

  it('a failed conformance rule does not fail the run if the profile lists it as a known failure', async () => {
    const { url } = await target(() => ({ status: 500 }))
    const report = await runToyRules(url, rules, { profile: expectFailure('A-001') })
    expect(report.rules[0]).toMatchObject({
      status: 'failed',
      expected_failure: { reason: 'a known deviation', issue: '#1', stale: false },
    })
    expect(exitStatusOf(report)).toBe(0)
  })

  it('a known failure in the profile excuses a failed rule only until the last day that the profile gives', async () => {
    const { url } = await target(() => ({}))
    const broken = createToyRule({
      id: 'A-001',
      run: async () => {
        throw new RuleBroken({ expected: 'this', actual: 'that' })
      },
    })
    const runWithLastDay = async (day: string) =>
      runToyRules(url, [broken], {
        profile: { expected_failures: [{ rule: 'A-001', reason: 'known', until: day }] },
      })
    expect(exitStatusOf(await runWithLastDay('2099-12-31'))).toBe(0)
    const late = await runWithLastDay('2020-01-01')
    expect(exitStatusOf(late)).toBe(1)
    expect(late.rules).toMatchObject([
      {
        status: 'failed',
        expected_failure: null,
        reason: 'The profile excused the rule until 2020-01-01 (known).',
      },
    ])
  })

  it('a conformance run fails if a known failure of the profile no longer happens', async () => {
    const { url } = await target(() => ({}))
    const report = await runToyRules(url, rules, { profile: expectFailure('A-001') })
    expect(report.rules[0]).toMatchObject({ status: 'failed', expected_failure: { stale: true } })
    expect(exitStatusOf(report)).toBe(1)
  })

  it('a conformance rule that the profile skips is reported as excluded', async () => {
    const { url } = await target(() => ({}))
    const report = await runToyRules(url, rules, { profile: { rules: { skip: ['A-001'] } } })
    expect(report.rules.map(({ status, reason_kind }) => [status, reason_kind])).toEqual([
      ['skipped', 'excluded'],
      ['passed', null],
    ])
  })
})

describe('rules that check every response', () => {
  const seen: Rule = {
    id: 'I-001',
    judges: ['ERRORS-1'],
    title: 'No answer has the status 201.',
    section: 'Errors',
    endpoint: null,
    kind: 'invariant',
    about: 'Every answer.',
    createCheck: () => (answer) => {
      expectThat(answer.status !== 201, { expected: 'another status', actual: answer.status })
      return 'judged'
    },
  }
  const visits = createToyRule({
    id: 'A-001',
    run: async (t) => {
      await t.call('getWallet')
      await t.call('getTracker', { id: 'b' })
    },
  })
  const respondLikeService: Parameters<typeof openToyTarget>[0] = (request) =>
    request.url === '/v1/trackers/b' ? { status: 404, json: { error: { code: 'TRACKER.NOT_FOUND' } } } : {}
  // Every run first sends this many requests, to see whether the target distinguishes requests. The rule I-001 also
  // checks their responses.
  const contrast = 2

  it('a conformance rule that checks every response reports how many responses it checked', async () => {
    const { url } = await target(respondLikeService)
    const report = await runToyRules(url, [visits, seen])
    expect(report.rules[1]).toMatchObject({ status: 'passed', judged: contrast + 2 })
  })

  it('a conformance rule that checks every response fails with the response that breaks it', async () => {
    const { url } = await target((request, body) =>
      request.url === '/v1/wallet' ? { status: 201 } : respondLikeService(request, body),
    )
    const report = await runToyRules(url, [visits, seen])
    expect(report.rules[1]).toMatchObject({ status: 'failed', expected: 'another status', actual: '201' })
    expect(report.rules[1]?.again).toContain('--only A-001 --only I-001')
    expect(report.rules[1]?.exchanges[0]?.response?.status).toBe(201)
  })

  it('a conformance rule that checks every response is skipped if there was no response to check', async () => {
    const ignoring: Rule = { ...seen, createCheck: () => () => 'ignored' }
    const { url } = await target(respondLikeService)
    expect((await runToyRules(url, [visits, ignoring])).rules[1]).toMatchObject({
      status: 'skipped',
      reason_kind: 'not_observed',
      judged: 0,
    })
  })

  it('a conformance run with only rules that check every response sends requests for them', async () => {
    const { url, requests } = await target(() => ({}))
    const report = await runToyRules(url, [seen])
    expect(report.rules[0]?.judged).toBeGreaterThan(10)
    expect(new Set(requests.map((each) => each.split(' ').slice(0, 2).join(' '))).size).toBeGreaterThan(8)
  })
})

describe('a target that gives every request the same response', () => {
  it('if a target gives every request the same response, the report shows passed rules as skipped, and failed rules as failed', async () => {
    const { url } = await target(() => ({}), { isStub: true })
    const report = await runToyRules(url, [
      createToyRule({ id: 'A-001' }),
      createToyRule({
        id: 'A-002',
        run: () => Promise.reject(new RuleBroken({ expected: 'a', actual: 'b' })),
      }),
    ])
    expect(report.rules.map(({ status, reason_kind }) => [status, reason_kind])).toEqual([
      ['skipped', 'not_observed'],
      ['failed', null],
    ])
    expect(report.rules[0]?.reason).toMatch(/the target responds 200 to every request/)
  })
})
