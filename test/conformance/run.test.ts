import { afterEach, describe, expect, it } from 'vitest'
import { BadInput } from '../../src/conformance/bad-input.ts'
import type { ConformanceOptions } from '../../src/conformance/options.ts'
import { exitStatusOf } from '../../src/conformance/report/exit-status.ts'
import { formats } from '../../src/conformance/report/formats/format.ts'
import { runProblemOf } from '../../src/conformance/report/sections/summary.ts'
import type { Rule } from '../../src/conformance/rule.ts'
import { run } from '../../src/conformance/running/run.ts'
import { wait } from '../../src/conformance/target/need.ts'
import { expectSuccess, expectThat } from '../../src/conformance/wire/expect.ts'
import { RuleBroken } from '../../src/conformance/wire/failures.ts'
import { TestClient } from '../support/test-client.ts'
import { liveKey, openToyTarget, type ToyTarget, testKey, toyRule } from './toy-target.ts'

const open: ToyTarget[] = []
afterEach(async () => {
  for (const target of open.splice(0)) await target.close()
})

async function target(...options: Parameters<typeof openToyTarget>): Promise<ToyTarget> {
  const opened = await openToyTarget(...options)
  open.push(opened)
  return opened
}

const rates = {
  rates: ['rate_1', 'rate_2', 'rate_3'].map((id) => ({
    id,
    carrier: 'UPS',
    service: 'Ground',
    rate_cents: 900,
  })),
}

const judge = async (url: string, rules: readonly Rule[], options: Partial<ConformanceOptions> = {}) =>
  (await run({ baseUrl: url, key: testKey, control: 'off', ...options }, rules)).report

describe('a verdict', () => {
  it('is "failed" only where an expectation of the rule is not met', async () => {
    const { url } = await target(() => ({ status: 500, json: { error: { code: 'X' } } }))
    const report = await judge(url, [
      toyRule({ id: 'A-001' }),
      toyRule({
        id: 'A-002',
        run: async (t) => {
          expectSuccess(await t.call('getWallet'))
        },
      }),
      toyRule({
        id: 'A-003',
        run: async (t) => {
          await t.setup.works('A wallet', t.call('getWallet'))
        },
      }),
      toyRule({
        id: 'A-004',
        run: () => {
          throw new TypeError('oops')
        },
      }),
      toyRule({ id: 'A-005', run: async (t) => t.notJudged('Nothing of the kind was seen.') }),
      toyRule({ id: 'A-006', run: async (t) => t.notJudged('the batch was done') }),
    ])
    expect(report.rules.map(({ status }) => status)).toEqual([
      'passed',
      'failed',
      'errored',
      'errored',
      'skipped',
      'skipped',
    ])
    expect(report.rules[1]).toMatchObject({ expected: 'a 2xx answer', actual: '500 X', reason: null })
    expect(report.rules[1]?.exchanges).toHaveLength(1)
    expect(report.rules[2]).toMatchObject({
      status: 'errored',
      reason: 'Needs a good answer of GET /v1/wallet, which A-002 found refused (500 X).',
      because: 'A-002',
    })
    expect(report.rules[3]?.reason).toMatch(/oops/)
    expect(report.rules[4]).toMatchObject({
      reason: 'Nothing of the kind was seen.',
      reason_kind: 'not_observed',
      exchanges: [],
    })
    expect(report.rules[5]?.reason).toBe('There was nothing to judge: the batch was done.')
    expect(report.summary).toEqual({ total: 6, passed: 1, failed: 1, skipped: 2, errored: 2 })
    expect(exitStatusOf(report)).toBe(1)
  })

  it('shows the exchange that broke the rule last, with a curl line that holds no key', async () => {
    const { url } = await target((request) => ({ json: { path: request.url } }))
    const report = await judge(url, [
      toyRule({
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

describe('what a target has a hand in', () => {
  it('is one short line in every finding, however it answers', async () => {
    const { url } = await target(() => ({}))
    const said = `1\n::set-output name=x::y ${'<p>\n'.repeat(1_000)}`
    const report = await judge(url, [
      toyRule({ id: 'A-001', run: () => Promise.reject(new RuleBroken({ expected: said, actual: said })) }),
      toyRule({ id: 'A-002', run: async (t) => t.notJudged(said) }),
    ])
    const [failed, skipped] = report.rules
    for (const text of [failed?.expected, failed?.actual, skipped?.reason]) {
      expect(text).toMatch(
        /^(?:There was nothing to judge: )?1\\n::set-output .{400,2000}… \(\d+ characters\)$/,
      )
    }
  })
})

describe('a rule that cannot run', () => {
  const rules = [
    toyRule({ id: 'A-001', needs: ['key:live'] }),
    toyRule({ id: 'A-002', needs: ['control:clock'] }),
    toyRule({ id: 'A-003', needs: [['key:any-scope', 'key:limited'], 'spend'] }),
    toyRule({ id: 'A-004', needs: ['load'] }),
    toyRule({ id: 'A-005', needs: [wait(900_000)] }),
    toyRule({ id: 'A-006', needs: ['inbox', 'secret'] }),
  ]

  it('says what it needs and which option gives it', async () => {
    const { url, requests } = await target(() => ({}))
    const report = await judge(url, rules)
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
    expect(report.rules[1]?.reason).toMatch(/No control protocol answers here, or --control off hides it/)
    expect(report.rules[3]?.reason).not.toContain('control')
    expect(requests).toEqual([])
    expect(exitStatusOf(report)).toBe(3)
  })

  it('runs once the option is given', async () => {
    const { url } = await target(() => ({}))
    const report = await judge(url, rules, {
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

describe('waiting', () => {
  it('passes real time where it was allowed, and lets other rules work meanwhile', async () => {
    const { url } = await target(() => ({}))
    const ended: string[] = []
    const rules = [
      toyRule({
        id: 'A-001',
        needs: ['key:test', wait(300)],
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
    const report = await judge(url, rules, { allowWaitMs: 300, concurrency: 1 })
    expect(report.rules.map(({ status, clock }) => [status, clock])).toEqual([
      ['passed', 'real'],
      ['passed', null],
    ])
    expect(ended).toEqual(['A-002', 'A-001'])
    const shorter = await judge(url, rules, { allowWaitMs: 299 })
    expect(shorter.rules.map(({ status }) => status)).toEqual(['skipped', 'passed'])
  })
})

describe('a public address that leads nowhere', () => {
  it('is what rules about webhooks are skipped for, and never the service', async () => {
    const { url } = await target(() => ({}))
    const report = await judge(url, [toyRule({ id: 'A-001', needs: ['inbox'] })], {
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
  it('ends the run after three requests in a row without an answer, and what is left is not run', async () => {
    const { url, requests } = await target(() => 'reset')
    const ids = ['A-001', 'A-002', 'A-003', 'A-004', 'A-005'] as const
    const report = await judge(
      url,
      ids.map((id) => toyRule({ id })),
      { concurrency: 1 },
    )
    expect(report.stopped).toMatchObject({ kind: 'unreachable' })
    // The first rule asks twice, since a GET changes nothing.
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

  it('is given up after the timeout', async () => {
    const { url } = await target(() => 'silence')
    const report = await judge(url, [toyRule({ id: 'A-001' })], { timeoutMs: 50 })
    expect(report.rules[0]).toMatchObject({ status: 'errored' })
    expect(report.rules[0]?.reason).toMatch(/no complete answer within 50 ms/)
  })

  it('that refuses the key is not judged: that is a mistake of whoever runs the suite', async () => {
    const { url } = await target(() => ({ status: 401, json: { error: { code: 'AUTH.KEY.INVALID' } } }), {
      isHollow: true,
    })
    const report = await judge(url, [toyRule({ id: 'A-001' })])
    expect(report.stopped).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/--key.*AUTH\.KEY\.INVALID/),
    })
    expect(report.rules).toMatchObject([{ status: 'skipped', reason_kind: 'not_run' }])
    expect(exitStatusOf(report)).toBe(3)
  })

  it('hears nothing where no rule can run', async () => {
    const { url, requests } = await target(() => ({}))
    const report = await judge(url, [toyRule({ id: 'A-001', needs: ['key:live', 'spend'] })])
    expect(report.rules).toMatchObject([{ status: 'skipped' }])
    expect([requests, report.requests]).toEqual([[], 0])
  })

  it('that cannot be reached at all is reported, with every rule not run', async () => {
    const { url, close } = await target(() => ({}))
    await close()
    open.pop()
    const always: Rule = {
      id: 'I-001',
      title: 'Something always is so.',
      section: 'Errors',
      endpoint: null,
      basis: 'derived',
      kind: 'invariant',
      judges: 'Every answer.',
      open: () => () => 'judged',
    }
    const report = await judge(url, [toyRule({ id: 'A-001' }), always], { control: 'auto' })
    expect(report.stopped?.kind).toBe('unreachable')
    for (const rule of report.rules) expect(rule).toMatchObject({ status: 'skipped', reason_kind: 'not_run' })
    expect(exitStatusOf(report)).toBe(3)
  })

  it('that limits requests is waited for as it says, and asked again; no verdict comes of it', async () => {
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
    expect((await judge(url, rules)).rules[0]?.status).toBe('passed')
    expect(asked).toBe(2)
    const { url: stubborn } = await target(() => ({ status: 429, headers: { 'Retry-After': '60' } }))
    const report = await judge(stubborn, rules, { throttlePatienceMs: 1_000 })
    expect(report.rules[0]).toMatchObject({ status: 'errored' })
    expect(report.rules[0]?.reason).toMatch(/limits requests \(429\)/)
  })

  it('that redirects is not followed, and its key goes nowhere else', async () => {
    const elsewhere = await target(() => ({}))
    const { url } = await target(() => ({ status: 302, headers: { Location: `${elsewhere.url}/v1/wallet` } }))
    const report = await judge(url, [
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

describe('safety', () => {
  it.each([
    [{ key: liveKey }, /--key is a live key/],
    [{ liveKey: testKey }, /--live-key is a test key/],
    [{ limitedKey: liveKey }, /--limited-key is a live key/],
    [{ baseUrl: 'ftp://127.0.0.1' }, /http or https/],
    [{ baseUrl: 'http://user:word@127.0.0.1' }, /name or password/],
    [{ baseUrl: 'http://api.example.com' }, /unencrypted/],
    [{ only: ['NOPE-*'] }, /no rule matches "NOPE-\*"/],
    [{ skip: ['*'] }, /leaves no rule/],
    [{ webhookPublicUrl: 'https://example.com' }, /--webhook-listen/],
    [{ profile: { parcels: { standard: { weight_oz: 'much' } } } }, /parcels\.standard/],
    [{ profile: { surprise: 1 } }, /surprise/],
    [{ profile: { rules: { skip: ['NOPE-*'] } } }, /rules\.skip: no rule matches "NOPE-\*"/],
    [{ profile: { expected_failures: [{ rule: 'A-*', reason: 'x' }] } }, /there is no rule A-\*/],
    [
      { profile: { expected_failures: Array.from({ length: 2 }, () => ({ rule: 'A-001', reason: 'x' })) } },
      /A-001 is there twice/,
    ],
    [{ profile: { limits: { 'POST /v1/rate': 3 } } }, /limits: "POST \/v1\/rate" is none of/],
    [{ baseUrl: 'http://127.0.0.1:9?x=1' }, /must end with its path/],
    [{ baseUrl: 'http://127.0.0.1:9/v1' }, /is what comes before \/v1: http:\/\/127\.0\.0\.1:9, not/],
    [{ baseUrl: 'http://127.0.0.1:9/api/v1/' }, /before \/v1: http:\/\/127\.0\.0\.1:9\/api, not/],
    [
      { baseUrl: 'http://127.0.0.1:9/v1/labels/lbl_1' },
      /before \/v1\/labels\/lbl_1: http:\/\/127\.0\.0\.1:9, not/,
    ],
    [{ baseUrl: 'http://127.0.0.1:9/_drydock' }, /before \/_drydock: http:\/\/127\.0\.0\.1:9, not/],
    [{ concurrency: 0 }, /concurrency/],
    [{ concurrency: Number.NaN }, /concurrency/],
    [{ timeoutMs: 0 }, /timeoutMs/],
    [{ only: [''] }, /only/],
  ])('%j is refused before anything is sent', async (options, says) => {
    const { url, requests } = await target(() => ({}))
    const asked = run({ baseUrl: url, key: testKey, ...options }, [toyRule({ id: 'A-001' })])
    await expect(asked).rejects.toThrow(BadInput)
    await expect(asked).rejects.toThrow(says)
    expect(requests).toEqual([])
  })

  it('refuses options that it does not know or cannot use, as a caller without types may give them', async () => {
    for (const given of [
      { timeout: 5 },
      { only: 'A-001' },
      { shard: '1/3' },
      { shard: { index: 3, count: 2 } },
    ]) {
      const options: object = { baseUrl: 'http://127.0.0.1:9', key: testKey, ...given }
      const asked = Reflect.apply(run, undefined, [options, [toyRule({ id: 'A-001' })]])
      await expect(asked, JSON.stringify(given)).rejects.toThrow(new RegExp(Object.keys(given).join()))
    }
  })

  it('says where a control protocol may be where there is none at the address given', async () => {
    const { url } = await target(() => ({ status: 404, json: {} }))
    const at = `http://${new URL(url).host}` as const
    for (const [control, hint] of [
      [at, ` A simulator has its own at ${url}/_drydock.`],
      [`${at}/v1`, ` A simulator has its own at ${url}/_drydock.`],
      [`${at}/_drydock`, ''],
    ] as const) {
      const { report } = await run({ baseUrl: url, key: testKey, control }, [toyRule({ id: 'A-001' })])
      expect(report.stopped?.reason).toBe(`What answers at ${control} is no control protocol.${hint}`)
    }
  })

  it('takes a base whose path goes on behind /v1 with what no operation has', async () => {
    const { url, requests } = await target(() => ({ json: {} }))
    await run({ baseUrl: `${url}/v1/ship`, key: testKey, control: 'off' }, [toyRule({ id: 'A-001' })])
    expect(requests).not.toEqual([])
  })

  it('wants a test key where no control protocol can make one', async () => {
    const { url } = await target(() => ({ status: 404, json: {} }))
    await expect(run({ baseUrl: url }, [toyRule({ id: 'A-001' })])).rejects.toThrow(/--key/)
  })

  it('never lets a rule charge a live wallet that has not asked for leave', async () => {
    const { url, requests } = await target(() => ({ json: { id: 'lbl_1' } }))
    const buy = toyRule({
      id: 'A-001',
      needs: ['key:live'],
      run: async (t) => {
        await t.call('buyLabel', { key: 'live', body: { rate_id: 'rate_1' } })
      },
    })
    const free = toyRule({
      id: 'A-002',
      needs: ['key:live'],
      run: async (t) => {
        await t.send({
          method: 'POST',
          path: '/v1/labels',
          key: null,
          headers: { Authorization: `Bearer ${liveKey}` },
        })
      },
    })
    const report = await judge(url, [buy, free], { liveKey, allowSpend: true })
    expect(report.rules.map(({ status, reason }) => [status, /not allowed/.test(reason ?? '')])).toEqual([
      ['errored', true],
      ['errored', true],
    ])
    expect(requests).toEqual([])
  })

  const buysLive = (id: 'A-001' | 'A-002' | 'A-003') =>
    toyRule({
      id,
      needs: ['key:live', 'spend'],
      alone: true,
      charges: 1,
      run: async (t) => {
        const rate = await t.setup.rate({ key: 'live' })
        await t.call('buyLabel', { key: 'live', body: { rate_id: rate.id } })
      },
    })

  it('stays within --max-spend, voids what was bought and lists it', async () => {
    let bought = 0
    const { url, requests } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      if (request.method === 'DELETE') return {}
      bought += 1
      return { json: { id: `lbl_${bought}` } }
    })
    const report = await judge(url, [buysLive('A-001'), buysLive('A-002'), buysLive('A-003')], {
      liveKey,
      allowSpend: true,
      maxSpendCents: 2_000,
    })
    expect(report.rules.map(({ status }) => status)).toEqual(['passed', 'passed', 'skipped'])
    expect(report.rules[2]).toMatchObject({ reason_kind: 'permission', unlock: ['--max-spend'] })
    expect(report.rules[2]?.reason).toMatch(/^It may not buy: .* beyond --max-spend 2000\.$/)
    expect(report.spent_cents).toBe(1_800)
    expect(report.leftovers).toEqual([
      { kind: 'live label', id: 'lbl_1', note: 'bought by A-001, voided' },
      { kind: 'live label', id: 'lbl_2', note: 'bought by A-002, voided' },
    ])
    expect(requests.filter((each) => each.startsWith('DELETE'))).toHaveLength(2)
    // Each at the cheapest rate of a quote of its own.
    expect(requests.filter((each) => each.startsWith('POST /v1/rates'))).toHaveLength(3)
  })

  it('lists what was bought without the key it may be named by', async () => {
    const { url } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      return request.method === 'DELETE' ? {} : { json: { id: `lbl_${liveKey}` } }
    })
    const report = await judge(url, [buysLive('A-001')], { liveKey, allowSpend: true, maxSpendCents: 1_000 })
    expect(report.leftovers).toHaveLength(1)
    expect(JSON.stringify(report)).not.toContain(liveKey.slice(8, -4))
  })

  it('knows what a label costs and which one it bought, however the answers wrap it', async () => {
    const { url } = await target((request) => {
      if (request.url === '/v1/rates') return { json: { data: rates.rates } }
      return request.method === 'DELETE' ? {} : { json: { label: { id: 'lbl_1' } } }
    })
    const report = await judge(url, [buysLive('A-001')], { liveKey, allowSpend: true, maxSpendCents: 1_000 })
    expect(report.spent_cents).toBe(900)
    expect(report.leftovers).toEqual([{ kind: 'live label', id: 'lbl_1', note: 'bought by A-001, voided' }])
  })

  it('counts and lists a purchase whose answer never came, and none that was refused', async () => {
    const { url } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      return request.url === '/v1/labels' ? 'reset' : {}
    })
    const lost = await judge(url, [buysLive('A-001')], { liveKey, allowSpend: true, maxSpendCents: 1_000 })
    expect(lost.spent_cents).toBe(900)
    expect(lost.leftovers).toEqual([
      { kind: 'live label', id: 'unknown', note: expect.stringMatching(/^perhaps bought by A-001/) },
    ])
    const refusedWith = async (status: number, json: unknown) => {
      const refusing = await target((request) =>
        request.url === '/v1/rates' ? { json: rates } : { status, json },
      )
      return judge(refusing.url, [buysLive('A-001')], { liveKey, allowSpend: true })
    }
    const refused = await refusedWith(402, { error: { code: 'WALLET.INSUFFICIENT_BALANCE' } })
    expect(refused).toMatchObject({ spent_cents: 0, leftovers: [] })
    // A gateway in between does not know what became of the purchase.
    expect(await refusedWith(504, {})).toMatchObject({ spent_cents: 900, leftovers: [{ id: 'unknown' }] })
  })

  it('counts and voids what a test key should not have been sold', async () => {
    const { url, requests } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      return request.method === 'DELETE' ? {} : { json: { id: 'lbl_1', sandbox: false } }
    })
    const crossing = toyRule({
      id: 'A-001',
      needs: ['key:live', 'spend'],
      run: async (t) => {
        const rate = await t.setup.rate({ key: 'live' })
        await t.call('buyLabel', { body: { rate_id: rate.id } })
      },
    })
    const report = await judge(url, [crossing], { liveKey, allowSpend: true, maxSpendCents: 1_000 })
    expect(report.spent_cents).toBe(900)
    expect(requests.at(-1)).toBe(`DELETE /v1/labels/lbl_1 Bearer ${liveKey}`)
  })

  it('buys nothing from a live wallet whose price it does not know', async () => {
    const { url, requests } = await target(() => ({ json: { id: 'lbl_1' } }))
    const blind = toyRule({
      id: 'A-001',
      needs: ['key:live', 'spend'],
      charges: 1,
      run: async (t) => {
        await t.call('buyLabel', { key: 'live', body: { rate_id: 'rate_1' } })
      },
    })
    const report = await judge(url, [blind], { liveKey, allowSpend: true })
    expect(report.rules).toMatchObject([{ status: 'skipped', reason_kind: 'permission' }])
    expect(requests.filter((each) => each.startsWith('POST'))).toEqual([])
  })

  it('buys nothing more once the first purchase did not prove that test labels are free', async () => {
    const { url, requests } = await target(() => ({ json: { sandbox: false } }))
    const canary = toyRule({
      id: 'C-001',
      canary: true,
      requests: { buyLabel: 1 },
      run: async (t) => {
        const { json } = await t.call('buyLabel', { body: { rate_id: 'rate_1' } })
        expectThat(JSON.stringify(json).includes('true'), { expected: 'a sandbox label', actual: json })
      },
    })
    const buys = toyRule({
      id: 'A-001',
      requests: { buyLabel: 1 },
      run: async (t) => {
        await t.call('buyLabel')
      },
    })
    const report = await judge(url, [canary, buys, toyRule({ id: 'A-002' })])
    expect(report.rules.map(({ status, reason_kind }) => [status, reason_kind])).toEqual([
      ['failed', null],
      ['skipped', 'safety'],
      ['passed', null],
    ])
    expect(requests.filter((each) => each.includes('/v1/labels'))).toHaveLength(1)
    // Left out of the selection, it is asked nevertheless.
    const partial = await judge(url, [canary, buys], { only: ['A-001'] })
    expect(partial.rules.map(({ status, reason_kind }) => [status, reason_kind])).toEqual([
      ['skipped', 'safety'],
    ])
  })

  it('judges what buys nothing where purchases fail, and tells what waits for them with the cause', async () => {
    const { url, requests } = await target(({ url: path, method }) => {
      if (path === '/v1/rates') return { json: rates }
      return path === '/v1/labels' && method === 'POST' ? { status: 500 } : {}
    })
    const once = { createRates: 1, buyLabel: 1 }
    const rules = [
      toyRule({
        id: 'C-001',
        canary: true,
        requests: once,
        run: async (t) => {
          await t.setup.label()
        },
      }),
      toyRule({ id: 'A-001', requests: once }),
      toyRule({
        id: 'A-002',
        requestsOnce: once,
        run: async (t) => {
          await t.setup.shared.label()
        },
      }),
      toyRule({ id: 'A-003', requestsOnce: once }),
      toyRule({
        id: 'A-004',
        requestsOnce: once,
        run: async (t) => {
          const { id } = await t.setup.rate()
          await t.send({ method: 'POST', path: '/v1/labels?dry=1', key: null, body: { rate_id: id } })
        },
      }),
      toyRule({
        id: 'A-005',
        requests: { buyLabel: 1 },
        buysNothing: true,
        run: async (t) => {
          await t.call('buyLabel', { body: { rate_id: 'rate_of_nobody' } })
        },
      }),
    ]
    const report = await judge(url, rules)
    expect(report.rules.map(({ id, status, because }) => [id, status, because])).toEqual([
      ['C-001', 'errored', null],
      ['A-001', 'skipped', 'C-001'],
      ['A-002', 'skipped', 'C-001'],
      ['A-003', 'passed', null],
      ['A-004', 'skipped', 'C-001'],
      ['A-005', 'passed', null],
    ])
    expect(requests.filter((each) => each.startsWith('POST /v1/labels'))).toHaveLength(2)
    expect(report.causes).toEqual([
      {
        title: 'POST /v1/labels refuses good requests: 500',
        fix: expect.stringMatching(/^Take these requests/),
        endpoint: 'POST /v1/labels',
        rules: ['C-001', 'A-001', 'A-002', 'A-004'],
        failed: 0,
        errored: 1,
        skipped: 3,
      },
    ])
    expect(formats.console(report)).toMatch(/ skipped +A-001, A-002, A-004\n/)
    expect(formats.markdown(report)).toContain('- skipped until then: A-001, A-002, A-004\n')
    expect(formats.html(report)).toMatch(/3 rules could not be judged: <code>A-001<.*A-004</)
  })
})

describe('a run that is stopped before it knows its target', () => {
  const stopped = async (url: string, signal: AbortSignal) => {
    const { report } = await run({ baseUrl: url, signal }, [toyRule({ id: 'A-001' })])
    expect(report.stopped?.kind).toBe('interrupted')
    expect(report.rules).toMatchObject([{ status: 'skipped', reason_kind: 'not_run' }])
    expect(exitStatusOf(report)).toBe(3)
  }

  it('sends nothing', async () => {
    const { url, requests } = await target(() => ({}))
    await stopped(url, AbortSignal.abort())
    expect(requests).toEqual([])
  })

  it('waits for no answer', async () => {
    const stopper = new AbortController()
    const { url, requests } = await target(() => {
      stopper.abort()
      return 'silence'
    })
    await stopped(url, stopper.signal)
    expect(requests).toEqual(['GET /_drydock/'])
  })
})

it('an event is its buyer\u2019s from the purchase on, however late the rule asks for it', async () => {
  const { url } = await target(({ url: path }) => (path === '/v1/rates' ? { json: rates } : { json: sold }))
  const sold = { id: 'lbl_1', tracking_number: '9999', carrier: 'UPS', label_url: '/x' }
  let answered: number | undefined
  const buying = toyRule({
    id: 'A-001',
    needs: ['key:test', 'inbox'],
    run: async (t) => {
      const inbox = await t.inbox()
      const { id } = await t.setup.label()
      inbox.respond(() => ({ status: 202 }))
      const body = { event: 'label.created', data: { id } }
      answered = (await new TestClient(inbox.url).send({ method: 'POST', body })).status
      expectThat((await inbox.waitFor(id)).length === 1, { expected: 'an event', actual: 'none' })
    },
  })
  const report = await judge(url, [buying], { webhookListen: '127.0.0.1:0', deliveryPatienceMs: 20 })
  expect(answered).toBe(202)
  expect(report.rules).toMatchObject([{ status: 'passed' }])
})

describe('a target that answers a purchase once its event was answered', () => {
  /** Rules that share an address and buy at the same time, the event of each to be answered so. */
  const judgeBuying = async (statuses: readonly number[]) => {
    const answered: number[] = []
    let inboxUrl = ''
    let purchases = 0
    let reachAll = (): void => {}
    const allBuy = new Promise<void>((resolve) => {
      reachAll = resolve
    })
    const { url } = await target(async ({ url: path }) => {
      if (path === '/v1/rates') return { json: rates }
      purchases += 1
      const id = `lbl_${purchases}`
      if (purchases === statuses.length) reachAll()
      await allBuy
      const body = { event: 'label.created', data: { id } }
      answered.push((await new TestClient(inboxUrl).send({ method: 'POST', body })).status)
      return { json: { id, tracking_number: '9999', carrier: 'UPS', label_url: '/x' } }
    })
    const ids = ['A-001', 'A-002'] as const
    const buying = statuses.map((status, index) =>
      toyRule({
        id: ids[index] ?? 'A-003',
        needs: ['key:test', 'inbox'],
        run: async (t) => {
          const inbox = await t.inbox()
          inboxUrl = inbox.url
          inbox.respond(() => ({ status }))
          const { id } = await t.setup.label()
          expectThat((await inbox.waitFor(id)).length === 1, { expected: 'an event', actual: 'none' })
        },
      }),
    )
    const report = await judge(url, buying, { webhookListen: '127.0.0.1:0', deliveryPatienceMs: 20 })
    return { answered, report }
  }

  it('has it answered as the rule wants that buys', async () => {
    const { answered, report } = await judgeBuying([503])
    expect(answered).toEqual([503])
    expect(report.rules).toMatchObject([{ status: 'passed' }])
  })

  it('is not judged by a rule that wanted another answer than the event was given', async () => {
    const { answered, report } = await judgeBuying([503, 200])
    expect(answered).toEqual([200, 200])
    expect(report.rules).toMatchObject([
      {
        status: 'skipped',
        reason: expect.stringMatching(/^There was nothing to judge: the event of lbl_\d came so long before/),
      },
      { status: 'passed' },
    ])
  })
})

describe('the profile', () => {
  const rules = [
    toyRule({
      id: 'A-001',
      run: async (t) => {
        expectSuccess(await t.call('getWallet'))
      },
    }),
    toyRule({ id: 'A-002' }),
  ]
  const known = (rule: string) => ({
    expected_failures: [{ rule, reason: 'a known deviation', issue: '#1' }],
  })

  it('names known failures, which do not fail the run', async () => {
    const { url } = await target(() => ({ status: 500 }))
    const report = await judge(url, rules, { profile: known('A-001') })
    expect(report.rules[0]).toMatchObject({
      status: 'failed',
      expected_failure: { reason: 'a known deviation', issue: '#1', stale: false },
    })
    expect(exitStatusOf(report)).toBe(0)
  })

  it('is excused by no entry whose day has passed', async () => {
    const { url } = await target(() => ({}))
    const broken = toyRule({
      id: 'A-001',
      run: async () => {
        throw new RuleBroken({ expected: 'this', actual: 'that' })
      },
    })
    const until = async (day: string) =>
      judge(url, [broken], {
        profile: { expected_failures: [{ rule: 'A-001', reason: 'known', until: day }] },
      })
    expect(exitStatusOf(await until('2099-12-31'))).toBe(0)
    const late = await until('2020-01-01')
    expect(exitStatusOf(late)).toBe(1)
    expect(late.rules).toMatchObject([
      {
        status: 'failed',
        expected_failure: null,
        reason: 'The profile excused it until 2020-01-01 (known).',
      },
    ])
  })

  it('fails the run by a known failure that no longer happens', async () => {
    const { url } = await target(() => ({}))
    const report = await judge(url, rules, { profile: known('A-001') })
    expect(report.rules[0]).toMatchObject({ status: 'failed', expected_failure: { stale: true } })
    expect(exitStatusOf(report)).toBe(1)
  })

  it('leaves rules out, and says so', async () => {
    const { url } = await target(() => ({}))
    const report = await judge(url, rules, { profile: { rules: { skip: ['A-001'] } } })
    expect(report.rules.map(({ status, reason_kind }) => [status, reason_kind])).toEqual([
      ['skipped', 'excluded'],
      ['passed', null],
    ])
  })
})

describe('the end of a run', () => {
  it('comes after the first failure with bail, and exits as a failure', async () => {
    const { url } = await target(() => ({ status: 500 }))
    const failing = (id: 'A-001' | 'A-002') =>
      toyRule({
        id,
        run: async (t) => {
          expectSuccess(await t.call('getWallet'))
        },
      })
    const report = await judge(url, [failing('A-001'), failing('A-002')], { bail: true, concurrency: 1 })
    expect(report.rules.map(({ status }) => status)).toEqual(['failed', 'skipped'])
    expect(report.stopped?.kind).toBe('bail')
    expect(runProblemOf(report)).toMatchObject({
      title: 'The run ended early, as it was to',
      reason: expect.stringMatching(/--bail was given: exit status 1\. Rules about every answer/),
    })
    expect(exitStatusOf(report)).toBe(1)
  })

  it('comes when it is interrupted, and everything is still reported', async () => {
    const stopper = new AbortController()
    const { url } = await target(() => {
      stopper.abort()
      return 'silence'
    })
    const report = await judge(url, [toyRule({ id: 'A-001' }), toyRule({ id: 'A-002' })], {
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

  it('voids what was bought live, also when it is interrupted', async () => {
    const stopper = new AbortController()
    const { url, requests } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      if (request.method === 'DELETE') return {}
      if (request.url === '/v1/labels') return { json: { id: 'lbl_1' } }
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
        await t.call('getWallet', { key: 'live' })
      },
    })
    const report = await judge(url, [buys], { liveKey, allowSpend: true, signal: stopper.signal })
    expect(report.stopped?.kind).toBe('interrupted')
    expect(requests.at(-1)).toBe(`DELETE /v1/labels/lbl_1 Bearer ${liveKey}`)
    expect(report.leftovers).toEqual([{ kind: 'live label', id: 'lbl_1', note: 'bought by A-001, voided' }])
  })

  it('comes when the harness breaks, and what is known by then is reported', async () => {
    const { url } = await target(() => ({}))
    const report = await judge(url, [toyRule({ id: 'A-001' }), toyRule({ id: 'A-002' })], {
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

  it('is told of each rule as it ends', async () => {
    const { url } = await target(() => ({}))
    const heard: unknown[] = []
    await judge(url, [toyRule({ id: 'A-001' }), toyRule({ id: 'A-002' })], {
      concurrency: 1,
      onResult: ({ id }, progress) => heard.push([id, progress]),
    })
    expect(heard).toEqual([
      ['A-001', { done: 1, total: 2 }],
      ['A-002', { done: 2, total: 2 }],
    ])
  })
})

describe('rules about every answer', () => {
  const seen: Rule = {
    id: 'I-001',
    title: 'No answer has the status 201.',
    section: 'Errors',
    endpoint: null,
    basis: 'derived',
    kind: 'invariant',
    judges: 'Every answer.',
    open: () => (answer) => {
      expectThat(answer.status !== 201, { expected: 'another status', actual: answer.status })
      return 'judged'
    },
  }
  const visits = toyRule({
    id: 'A-001',
    run: async (t) => {
      await t.call('getWallet')
      await t.call('getTracker', { id: 'b' })
    },
  })
  const lively: Parameters<typeof openToyTarget>[0] = (request) =>
    request.url === '/v1/trackers/b' ? { status: 404, json: { error: { code: 'TRACKER.NOT_FOUND' } } } : {}
  // What every run asks first is judged, too.
  const contrast = 2

  it('pass with the number of answers judged', async () => {
    const { url } = await target(lively)
    const report = await judge(url, [visits, seen])
    expect(report.rules[1]).toMatchObject({ status: 'passed', judged: contrast + 2 })
  })

  it('fail with the answer that breaks them', async () => {
    const { url } = await target((request, body) =>
      request.url === '/v1/wallet' ? { status: 201 } : lively(request, body),
    )
    const report = await judge(url, [visits, seen])
    expect(report.rules[1]).toMatchObject({ status: 'failed', expected: 'another status', actual: '201' })
    expect(report.rules[1]?.again).toContain('--only A-001 --only I-001')
    expect(report.rules[1]?.exchanges[0]?.response?.status).toBe(201)
  })

  it('are skipped where nothing was judged', async () => {
    const ignoring: Rule = { ...seen, open: () => () => 'ignored' }
    const { url } = await target(lively)
    expect((await judge(url, [visits, ignoring])).rules[1]).toMatchObject({
      status: 'skipped',
      reason_kind: 'not_observed',
      judged: 0,
    })
  })

  it('have answers to judge where they are all that runs', async () => {
    const { url, requests } = await target(() => ({}))
    const report = await judge(url, [seen])
    expect(report.rules[0]?.judged).toBeGreaterThan(10)
    expect(new Set(requests.map((each) => each.split(' ').slice(0, 2).join(' '))).size).toBeGreaterThan(8)
  })
})

describe('a target that answers everything alike', () => {
  it('passes nothing, and what it fails stays failed', async () => {
    const { url } = await target(() => ({}), { isHollow: true })
    const report = await judge(url, [
      toyRule({ id: 'A-001' }),
      toyRule({ id: 'A-002', run: () => Promise.reject(new RuleBroken({ expected: 'a', actual: 'b' })) }),
    ])
    expect(report.rules.map(({ status, reason_kind }) => [status, reason_kind])).toEqual([
      ['skipped', 'not_observed'],
      ['failed', null],
    ])
    expect(report.rules[0]?.reason).toMatch(/whatever is asked, the target answers 200/)
  })
})
