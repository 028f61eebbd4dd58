import { describe, expect, it } from 'vitest'
import { BadInput } from '../../src/conformance/bad-input.ts'
import { expectThat } from '../../src/conformance/http/expect.ts'
import { formats } from '../../src/conformance/report/formats/format.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { rates, runToyRules, useToyTargets } from './targets/toy-run.ts'
import { createToyRule, liveKey, testKey } from './targets/toy-target.ts'

const target = useToyTargets()

describe('the safety of a conformance run', () => {
  it.each([
    [{ key: liveKey }, /--key is a live key/],
    [{ liveKey: testKey }, /--live-key is a test key/],
    [{ limitedKey: liveKey }, /--limited-key is a live key/],
    [{ baseUrl: 'ftp://127.0.0.1' }, /http or https/],
    [{ baseUrl: 'http://user:word@127.0.0.1' }, /name or password/],
    [{ baseUrl: 'http://api.example.com' }, /unencrypted/],
    [{ only: ['NOPE-*'] }, /no rule matches "NOPE-\*"/],
    [{ skip: ['*'] }, /leave nothing to run/],
    [{ webhookPublicUrl: 'https://example.com' }, /--webhook-listen/],
    [{ profile: { parcels: { standard: { weight_oz: 'much' } } } }, /parcels\.standard/],
    [{ profile: { surprise: 1 } }, /surprise/],
    [{ profile: { rules: { skip: ['NOPE-*'] } } }, /rules\.skip: no rule matches "NOPE-\*"/],
    [{ profile: { expected_failures: [{ rule: 'A-*', reason: 'x' }] } }, /there is no rule A-\*/],
    [
      { profile: { expected_failures: Array.from({ length: 2 }, () => ({ rule: 'A-001', reason: 'x' })) } },
      /A-001 is listed twice/,
    ],
    [{ profile: { limits: { 'POST /v1/rate': 3 } } }, /limits: "POST \/v1\/rate" is none of/],
    [{ baseUrl: 'http://127.0.0.1:9?x=1' }, /must end with its path/],
    [{ baseUrl: 'http://127.0.0.1:9/v1' }, /must end before \/v1: give http:\/\/127\.0\.0\.1:9, not/],
    [{ baseUrl: 'http://127.0.0.1:9/api/v1/' }, /before \/v1: give http:\/\/127\.0\.0\.1:9\/api, not/],
    [
      { baseUrl: 'http://127.0.0.1:9/v1/labels/lbl_1' },
      /before \/v1\/labels\/lbl_1: give http:\/\/127\.0\.0\.1:9, not/,
    ],
    [{ baseUrl: 'http://127.0.0.1:9/_drydock' }, /before \/_drydock: give http:\/\/127\.0\.0\.1:9, not/],
    [{ concurrency: 0 }, /concurrency/],
    [{ concurrency: Number.NaN }, /concurrency/],
    [{ timeoutMs: 0 }, /timeoutMs/],
    [{ only: [''] }, /only/],
  ])('a conformance run refuses the options %j before it sends a request', async (options, says) => {
    const { url, requests } = await target(() => ({}))
    const asked = runSuite({ baseUrl: url, key: testKey, ...options }, [createToyRule({ id: 'A-001' })])
    await expect(asked).rejects.toThrow(BadInput)
    await expect(asked).rejects.toThrow(says)
    expect(requests).toEqual([])
  })

  it('runConformance refuses unknown options and options of a wrong type', async () => {
    for (const given of [
      { timeout: 5 },
      { only: 'A-001' },
      { shard: '1/3' },
      { shard: { index: 3, count: 2 } },
    ]) {
      const options: object = { baseUrl: 'http://127.0.0.1:9', key: testKey, ...given }
      const asked = Reflect.apply(runSuite, undefined, [options, [createToyRule({ id: 'A-001' })]])
      await expect(asked, JSON.stringify(given)).rejects.toThrow(new RegExp(Object.keys(given).join()))
    }
  })

  it('a conformance run suggests the URL of the control protocol if there is none at the given URL', async () => {
    const { url } = await target(() => ({ status: 404, json: {} }))
    const at = `http://${new URL(url).host}` as const
    for (const [control, hint] of [
      [at, ` The control protocol of a simulator is at ${url}/_drydock.`],
      [`${at}/v1`, ` The control protocol of a simulator is at ${url}/_drydock.`],
      [`${at}/_drydock`, ''],
    ] as const) {
      const { report } = await runSuite({ baseUrl: url, key: testKey, control }, [
        createToyRule({ id: 'A-001' }),
      ])
      expect(report.stopped?.reason).toBe(
        `The response from ${control} is not from a control protocol.${hint}`,
      )
    }
  })

  it('a conformance run accepts a base URL with a path after /v1', async () => {
    const { url, requests } = await target(() => ({ json: {} }))
    await runSuite({ baseUrl: `${url}/v1/ship`, key: testKey, control: 'off' }, [
      createToyRule({ id: 'A-001' }),
    ])
    expect(requests).not.toEqual([])
  })

  it('a conformance run needs a test key if no control protocol can create a key', async () => {
    const { url } = await target(() => ({ status: 404, json: {} }))
    await expect(runSuite({ baseUrl: url }, [createToyRule({ id: 'A-001' })])).rejects.toThrow(/--key/)
  })

  it('a conformance run never lets a rule without permission buy with a live key', async () => {
    const { url, requests } = await target(() => ({ json: { id: 'lbl_1' } }))
    const buy = createToyRule({
      id: 'A-001',
      needs: ['key:live'],
      run: async (t) => {
        await t.call('buyLabel', { key: 'live', body: { rate_id: 'rate_1' } })
      },
    })
    const free = createToyRule({
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
    const report = await runToyRules(url, [buy, free], { liveKey, allowSpend: true })
    expect(report.rules.map(({ status, reason }) => [status, /not allowed/.test(reason ?? '')])).toEqual([
      ['errored', true],
      ['errored', true],
    ])
    expect(requests).toEqual([])
  })

  const createLiveBuyer = (id: 'A-001' | 'A-002' | 'A-003') =>
    createToyRule({
      id,
      needs: ['key:live', 'spend'],
      alone: true,
      charges: 1,
      run: async (t) => {
        const rate = await t.setup.rate({ key: 'live' })
        await t.call('buyLabel', { key: 'live', body: { rate_id: rate.id } })
      },
    })

  it('a conformance run stays within --max-spend, voids its live labels and lists them', async () => {
    let bought = 0
    const { url, requests } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      if (request.url !== '/v1/labels') return {}
      bought += 1
      return { json: { id: `lbl_${bought}` } }
    })
    const report = await runToyRules(
      url,
      [createLiveBuyer('A-001'), createLiveBuyer('A-002'), createLiveBuyer('A-003')],
      {
        liveKey,
        allowSpend: true,
        maxSpendCents: 2_000,
      },
    )
    expect(report.rules.map(({ status }) => status)).toEqual(['passed', 'passed', 'skipped'])
    expect(report.rules[2]).toMatchObject({ reason_kind: 'permission', unlock: ['--max-spend'] })
    expect(report.rules[2]?.reason).toMatch(/^The rule may not buy: .* exceed --max-spend 2000\.$/)
    expect(report.spent_cents).toBe(1_800)
    expect(report.leftovers).toEqual([
      { kind: 'live label', id: 'lbl_1', note: 'bought by A-001, voided' },
      { kind: 'live label', id: 'lbl_2', note: 'bought by A-002, voided' },
    ])
    expect(requests.filter((each) => each.startsWith('DELETE'))).toHaveLength(2)
    // Each purchase has the cheapest rate of a new quote.
    expect(requests.filter((each) => each.startsWith('POST /v1/rates'))).toHaveLength(3)
  })

  it('the list of what a conformance run left behind does not contain the API key', async () => {
    const { url } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      return request.method === 'DELETE' ? {} : { json: { id: `lbl_${liveKey}` } }
    })
    const report = await runToyRules(url, [createLiveBuyer('A-001')], {
      liveKey,
      allowSpend: true,
      maxSpendCents: 1_000,
    })
    expect(report.leftovers).toHaveLength(1)
    expect(JSON.stringify(report)).not.toContain(liveKey.slice(8, -4))
  })

  it('a conformance run finds the price and id of a label in a response of any shape', async () => {
    const { url } = await target((request) => {
      if (request.url === '/v1/rates') return { json: { data: rates.rates } }
      return request.method === 'DELETE' ? {} : { json: { label: { id: 'lbl_1' } } }
    })
    const report = await runToyRules(url, [createLiveBuyer('A-001')], {
      liveKey,
      allowSpend: true,
      maxSpendCents: 1_000,
    })
    expect(report.spent_cents).toBe(900)
    expect(report.leftovers).toEqual([{ kind: 'live label', id: 'lbl_1', note: 'bought by A-001, voided' }])
  })

  it('a conformance run counts a purchase that got no response as spent, but not a refused one', async () => {
    const { url } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      return request.url === '/v1/labels' ? 'reset' : {}
    })
    const lost = await runToyRules(url, [createLiveBuyer('A-001')], {
      liveKey,
      allowSpend: true,
      maxSpendCents: 1_000,
    })
    expect(lost.spent_cents).toBe(900)
    expect(lost.leftovers).toEqual([
      { kind: 'live label', id: 'unknown', note: expect.stringMatching(/^perhaps bought by A-001/) },
    ])
    const runWithFailedPurchase = async (status: number, json: unknown) => {
      const refusing = await target((request) =>
        request.url === '/v1/rates' ? { json: rates } : { status, json },
      )
      return runToyRules(refusing.url, [createLiveBuyer('A-001')], { liveKey, allowSpend: true })
    }
    const refused = await runWithFailedPurchase(402, { error: { code: 'WALLET.INSUFFICIENT_BALANCE' } })
    expect(refused).toMatchObject({ spent_cents: 0, leftovers: [] })
    // The gateway between client and service does not know whether the purchase was carried out.
    expect(await runWithFailedPurchase(504, {})).toMatchObject({
      spent_cents: 900,
      leftovers: [{ id: 'unknown' }],
    })
  })

  it('a conformance run counts and voids a live label that was sold to a test key', async () => {
    const { url, requests } = await target((request) => {
      if (request.url === '/v1/rates') return { json: rates }
      return request.method === 'DELETE' ? {} : { json: { id: 'lbl_1', sandbox: false } }
    })
    const crossing = createToyRule({
      id: 'A-001',
      needs: ['key:live', 'spend'],
      run: async (t) => {
        const rate = await t.setup.rate({ key: 'live' })
        await t.call('buyLabel', { body: { rate_id: rate.id } })
      },
    })
    const report = await runToyRules(url, [crossing], { liveKey, allowSpend: true, maxSpendCents: 1_000 })
    expect(report.spent_cents).toBe(900)
    expect(requests.at(-1)).toBe(`DELETE /v1/labels/lbl_1 Bearer ${liveKey}`)
  })

  it('a conformance run buys nothing with a live key if the price is unknown', async () => {
    const { url, requests } = await target(() => ({ json: { id: 'lbl_1' } }))
    const blind = createToyRule({
      id: 'A-001',
      needs: ['key:live', 'spend'],
      charges: 1,
      run: async (t) => {
        await t.call('buyLabel', { key: 'live', body: { rate_id: 'rate_1' } })
      },
    })
    const report = await runToyRules(url, [blind], { liveKey, allowSpend: true })
    expect(report.rules).toMatchObject([{ status: 'skipped', reason_kind: 'permission' }])
    expect(requests.filter((each) => each.startsWith('POST'))).toEqual([])
  })

  it('a conformance run buys nothing more if the first purchase did not prove that test labels are free', async () => {
    const { url, requests } = await target(() => ({ json: { sandbox: false } }))
    const canary = createToyRule({
      id: 'C-001',
      canary: true,
      requests: { buyLabel: 1 },
      run: async (t) => {
        const { json } = await t.call('buyLabel', { body: { rate_id: 'rate_1' } })
        expectThat(JSON.stringify(json).includes('true'), { expected: 'a sandbox label', actual: json })
      },
    })
    const buys = createToyRule({
      id: 'A-001',
      requests: { buyLabel: 1 },
      run: async (t) => {
        await t.call('buyLabel')
      },
    })
    const report = await runToyRules(url, [canary, buys, createToyRule({ id: 'A-002' })], {
      trustSandbox: true,
    })
    expect(report.rules.map(({ status, reason_kind }) => [status, reason_kind])).toEqual([
      ['failed', null],
      ['skipped', 'safety'],
      ['passed', null],
    ])
    expect(requests.filter((each) => each.includes('/v1/labels'))).toHaveLength(1)
    // `only` leaves out the first rule. The second rule depends on its result, so it is skipped.
    const partial = await runToyRules(url, [canary, buys], { only: ['A-001'], trustSandbox: true })
    expect(partial.rules.map(({ status, reason_kind }) => [status, reason_kind])).toEqual([
      ['skipped', 'safety'],
    ])
  })

  it('if purchases fail, a conformance run skips the rules that need a purchase and names the cause', async () => {
    const { url, requests } = await target(({ url: path, method }) => {
      if (path === '/v1/rates') return { json: rates }
      return path === '/v1/labels' && method === 'POST' ? { status: 500 } : {}
    })
    const once = { createRates: 1, buyLabel: 1 }
    const rules = [
      createToyRule({
        id: 'C-001',
        canary: true,
        requests: once,
        run: async (t) => {
          await t.setup.label()
        },
      }),
      createToyRule({ id: 'A-001', requests: once }),
      createToyRule({
        id: 'A-002',
        requestsOnce: once,
        run: async (t) => {
          await t.setup.shared.label()
        },
      }),
      createToyRule({ id: 'A-003', requestsOnce: once }),
      createToyRule({
        id: 'A-004',
        requestsOnce: once,
        run: async (t) => {
          const { id } = await t.setup.rate()
          await t.send({ method: 'POST', path: '/v1/labels?dry=1', key: null, body: { rate_id: id } })
        },
      }),
      createToyRule({
        id: 'A-005',
        requests: { buyLabel: 1 },
        buysNothing: true,
        run: async (t) => {
          await t.call('buyLabel', { body: { rate_id: 'rate_of_nobody' } })
        },
      }),
    ]
    const report = await runToyRules(url, rules, { trustSandbox: true })
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
        title: 'POST /v1/labels refuses valid requests: 500',
        fix: expect.stringMatching(/^Accept these requests/),
        endpoint: 'POST /v1/labels',
        rules: ['C-001', 'A-001', 'A-002', 'A-004'],
        failed: 0,
        errored: 1,
        skipped: 3,
      },
    ])
    expect(formats.console(report)).toMatch(/ skipped +A-001, A-002, A-004\n/)
    expect(formats.markdown(report)).toContain('- skipped for this cause: A-001, A-002, A-004\n')
    expect(formats.html(report)).toMatch(/3 rules could not be checked: <code>A-001<.*A-004</)
  })
})
