import { describe, expect, it } from 'vitest'
import { buildExchange, createRuleResult } from '../../../test/support/conformance/report-builder.ts'
import { rules as catalogue } from '../catalogue.ts'
import type { Cause } from '../http/cause.ts'
import { countByEndpoint, groupByCause } from './causes.ts'
import { attributeFailures } from './failure-attribution.ts'
import type { RuleResult } from './report.ts'

const noLimit: Cause = { kind: 'missing-header', header: 'X-RateLimit-Limit' }
const noTrackers: Cause = { kind: 'missing-endpoint', endpoint: 'POST /v1/trackers' }
const noBalance: Cause = {
  kind: 'missing-field',
  endpoint: 'POST /v1/labels',
  field: 'wallet_balance_after_cents',
}
const unchecked: Cause = { kind: 'not-refused', endpoint: 'POST /v1/rates', expected: 'VALIDATION' }

const createFailure = (
  id: RuleResult['id'],
  cause: Cause | null,
  more: Partial<RuleResult> = {},
): RuleResult => createRuleResult({ id, status: 'failed', cause, expected: 'this', actual: 'that', ...more })

describe('a failure that follows from another', () => {
  const [header, total, limit] = attributeFailures(
    [
      createFailure('HEAD-001', noLimit),
      createFailure('HEAD-005', noLimit),
      createFailure('LIMIT-001', noLimit),
    ],
    catalogue,
  )

  it('a failed rule becomes errored and names another rule if its failure follows from the failure of the other rule', () => {
    expect(header).toMatchObject({ status: 'failed', because: null })
    for (const each of [total, limit]) {
      expect(each).toMatchObject({
        status: 'errored',
        because: 'HEAD-001',
        reason: 'Needs X-RateLimit-Limit, which HEAD-001 found missing.',
      })
    }
  })

  it('a failed rule stays failed if no other failed rule is about the cause of its failure', () => {
    const results = [
      createFailure('LIMIT-001', noLimit),
      createFailure('HEAD-004', { kind: 'missing-header', header: 'X-Request-Id' }),
    ]
    expect(attributeFailures(results, catalogue)).toEqual(results)
  })

  it('the failure of a rule is attributed to the rule that is most directly about the defect of the target', () => {
    const [most, direct] = attributeFailures(
      [createFailure('SAND-006', noBalance), createFailure('LABEL-006', noBalance)],
      catalogue,
    )
    expect([most?.status, most?.because]).toEqual(['errored', 'LABEL-006'])
    expect(direct?.status).toBe('failed')
    const registration = createRuleResult({
      id: 'TRACK-002',
      status: 'errored',
      cause: noTrackers,
      reason: 'What it needs',
    })
    const [reading] = attributeFailures([registration, createFailure('TRACK-001', noTrackers)], catalogue)
    expect(reading?.reason).toBe('Needs POST /v1/trackers, which TRACK-001 found missing.')
  })

  it.each([
    ['no-event', 'inbox', 'HOOK-001', 'Needs an event of a purchase, which HOOK-001 found missing.'],
    ['empty-log', 'control:accounts', 'LOG-002', 'Needs a delivery in the log, which LOG-002 found empty.'],
  ] as const)(
    'failures with the same cause are attributed to the rule that is about this cause alone: %s',
    (kind, need, finder, reason) => {
      const all = catalogue.filter((rule) => rule.kind === 'active' && rule.needs.includes(need))
      const results = attributeFailures(
        all.map(({ id }) => createFailure(id, { kind })),
        catalogue,
      )
      expect(results.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual([finder])
      expect(results.find(({ id }) => id === 'LOG-003')?.reason).toBe(reason)
      expect(groupByCause(results)).toHaveLength(1)
    },
  )

  it('missing repeated webhook deliveries are attributed to the rule about repeated deliveries', () => {
    const never: Cause = { kind: 'no-attempt', attempt: 2 }
    const ids = ['HOOK-112', 'HOOK-103', 'LOG-004', 'HOOK-113'] as const
    const results = attributeFailures(
      [createFailure('HOOK-102', never), ...ids.map((id) => createFailure(id, never))],
      catalogue,
    )
    expect(results[0]).toMatchObject({ status: 'failed', because: null, cause: never })
    for (const each of results.slice(1)) {
      expect(each).toMatchObject({
        status: 'errored',
        because: 'HOOK-102',
        reason: 'Needs attempt 2 of a delivery that failed, which HOOK-102 found missing.',
      })
    }
    expect(groupByCause(results)).toMatchObject([
      { title: 'Attempt 2 of a failed delivery does not arrive in time', failed: 1, errored: 4 },
    ])
  })

  it('a missing repeated webhook delivery stays a failure if the service repeats deliveries after other kinds of failure', () => {
    const never: Cause = { kind: 'no-attempt', attempt: 2 }
    const results = [
      createRuleResult({ id: 'HOOK-102', status: 'passed' }),
      createFailure('HOOK-103', { kind: 'no-attempt', attempt: 3 }),
      createFailure('HOOK-112', never),
      createFailure('HOOK-113', never),
    ]
    const [, third, ...answered] = attributeFailures(results, catalogue)
    expect(third).toEqual(results[1])
    for (const each of answered) expect(each).toMatchObject({ status: 'failed', because: null, cause: null })
    expect(groupByCause(answered)).toHaveLength(2)
  })

  it('if a target accepts every bad request, each rule about a bad request keeps its own failure', () => {
    const results = [createFailure('VAL-002', unchecked), createFailure('VAL-003', unchecked)]
    expect(attributeFailures(results, catalogue)).toEqual(results)
  })
})

describe('the causes that the report says to fix first', () => {
  const results = attributeFailures(
    [
      createFailure('RATE-009', null, { title: 'Rates are sorted with the cheapest first.' }),
      createFailure('VAL-002', unchecked),
      createFailure('VAL-003', unchecked),
      createFailure('HEAD-001', noLimit),
      createFailure('HEAD-005', noLimit),
      createFailure('LIMIT-001', noLimit),
      createFailure('RATE-010', noTrackers, {
        expected_failure: { reason: 'known', issue: null, stale: false },
      }),
      createRuleResult({ id: 'RATE-001', status: 'passed' }),
    ],
    catalogue,
  )

  it('the conformance report groups failures by cause, and puts the cause of most failures first', () => {
    expect(groupByCause(results)).toMatchObject([
      {
        title: 'No header X-RateLimit-Limit',
        rules: ['HEAD-001', 'HEAD-005', 'LIMIT-001'],
        failed: 1,
        errored: 2,
      },
      {
        title: 'POST /v1/rates accepts requests with missing or wrong fields',
        endpoint: 'POST /v1/rates',
        rules: ['VAL-002', 'VAL-003'],
        failed: 2,
      },
      {
        title: 'Broken rule: Rates are sorted with the cheapest first.',
        fix: 'Expected this; got that.',
        rules: ['RATE-009'],
      },
    ])
  })

  it('each cause of failures in a report says what to change at the target', () => {
    expect(
      groupByCause(results)
        .map(({ fix }) => fix)
        .join('\n'),
    ).toContain('Send X-RateLimit-Limit with every response, errors too')
  })

  const describeCause = (cause: Cause) => {
    const [group] = groupByCause([createFailure('CARR-001', cause), createFailure('CARR-002', cause)])
    return [group?.title, group?.fix]
  }

  /** Returns what the report says about one failure with this cause. */
  const describeFailure = (cause: Cause | null, more: Partial<RuleResult> = {}) => {
    const exchanges = [buildExchange('<h1>Not here</h1>')]
    const words = { title: 'It is so.', expected: 'this', actual: 'that', endpoint: null, exchanges }
    const [group] = groupByCause([createFailure('KEY-008', cause, { ...words, ...more })])
    return [group?.title, group?.fix]
  }

  it('a cause of failures in a report names one response as an example if the cause concerns several endpoints', () => {
    const seen = 'Seen in the 500 to GET /v1/wallet.'
    expect(describeFailure(null)).toEqual(['Broken rule: It is so.', `Expected this; got that. ${seen}`])
    expect(describeFailure(null, { endpoint: 'GET /v1/wallet' })[1]).toBe('Expected this; got that.')
    expect(describeFailure(noLimit)[1]).toContain(`as a whole number. ${seen}`)
    expect(describeFailure({ kind: 'missing-field', endpoint: null, field: 'error' })).toEqual([
      'Errors come without the `error` object',
      `Return each error as JSON, also for unknown paths: an \`error\` object with code, message, suggestion, docs_url and request_id. ${seen}`,
    ])
    expect(describeFailure(noBalance)[1]).toBe('Expected this; now that.')
    const far = buildExchange('')
    const url = `http://127.0.0.1:4010/v1/labels/${'x'.repeat(80)}?a=b`
    const exchanges = [{ ...far, request: { ...far.request, url } }]
    expect(describeFailure(null, { exchanges })[1]).toMatch(/Seen in the 500 to GET \/v1\/labels\/x{49}…\.$/)
    expect(describeFailure(null, { exchanges: [{ ...far, response: null }] })[1]).toBe(
      'Expected this; got that.',
    )
  })

  it('a cause of failures in a report says which request the target wrongly accepts or refuses with another code', () => {
    const expected = 'AUTH.KEY.INVALID'
    expect(describeFailure({ kind: 'not-refused', endpoint: 'GET /v1/wallet', expected })[1]).toBe(
      'Respond with AUTH.KEY.INVALID and its documented status. KEY-008: It is so. Now the response is that.',
    )
    expect(describeFailure({ kind: 'wrong-error', expected, got: '404' })[1]).toBe(
      'Respond with AUTH.KEY.INVALID: both the status and error.code must be right. KEY-008: It is so. Seen in the 500 to GET /v1/wallet.',
    )
  })

  it('a cause of failures in a report names the endpoint that does not respond, and what to do', () => {
    const endpoint = 'GET /v1/carrier-accounts'
    expect(
      describeCause({ kind: 'no-answer', endpoint, got: 'no complete response within 3000 ms' }),
    ).toEqual([
      `${endpoint} gives no usable response: no complete response within 3000 ms`,
      `Respond to ${endpoint} sooner and completely, or allow more time with --timeout.`,
    ])
    expect(
      describeCause({ kind: 'no-answer', endpoint, got: 'the response is longer than 9 bytes' })[1],
    ).toBe(`End the body of ${endpoint}: documented bodies are far shorter.`)
  })

  it('a cause of failures in a report says where a redirect leads and that the redirect is not followed', () => {
    const got = '302 to https://login.example.com/'
    expect(describeCause({ kind: 'refused', endpoint: 'GET /v1/wallet', got })).toEqual([
      `GET /v1/wallet redirects valid requests: ${got}`,
      `Respond to these requests at their own URL: ${got} is a redirect, which the suite does not follow, as its keys are for the target alone.`,
    ])
  })

  describe('several findings of one fault in the report', () => {
    const createFailedWalk = (
      id: RuleResult['id'],
      statement: string,
      more: Partial<RuleResult>,
    ): RuleResult =>
      createFailure(id, null, { broken: { id: statement, text: 'It is so.' }, endpoint: null, ...more })
    const createExchange = (path: string, status: number) => {
      const exchange = buildExchange('oops')
      const { request, response } = exchange
      return {
        ...exchange,
        request: { ...request, url: `http://127.0.0.1:4010${path}` },
        response: response && { ...response, status },
      }
    }
    const groupResults = (...results: readonly RuleResult[]) =>
      groupByCause(results).map(({ rules, endpoint }) => [endpoint, ...rules])

    it('the conformance report groups a failed random walk with the rule that checks the same statement of the specification', () => {
      const log = 'GET /v1/webhooks/deliveries' as const
      const rule = createFailure('LOG-005', null, { statements: ['RESOURCES-111'], endpoint: log })
      expect(groupResults(createFailedWalk('EXPL-006', 'RESOURCES-111', { endpoint: log }), rule)).toEqual([
        [log, 'LOG-005', 'EXPL-006'],
      ])
      const elsewhere = createFailedWalk('EXPL-006', 'RESOURCES-111', { endpoint: 'GET /v1/wallet' })
      expect(groupResults(elsewhere, rule)).toHaveLength(2)
      expect(
        groupResults(createFailedWalk('EXPL-006', 'RESOURCES-110', { endpoint: log }), rule),
      ).toHaveLength(2)
    })

    it('the conformance report groups a failed random walk with the rule about the same wrong field at the same endpoint', () => {
      const walk = createFailedWalk('EXPL-001', 'STATES-7', {
        endpoint: 'POST /v1/labels',
        actual: 'wallet_balance_after_cents missing',
      })
      expect(groupResults(walk, createFailure('LABEL-006', noBalance))).toEqual([
        ['POST /v1/labels', 'LABEL-006', 'EXPL-001'],
      ])
    })

    it('the conformance report groups all findings about 500 responses of an operation', () => {
      const endpoint = 'GET /v1/batches/{id}' as const
      const exchanges = [createExchange('/v1/batches/bat_1', 500)]
      const refused = createFailure(
        'BATCH-008',
        { kind: 'refused', endpoint, got: '500' },
        { endpoint, exchanges },
      )
      const envelope = createFailure(
        'ERR-001',
        { kind: 'missing-field', endpoint: null, field: 'error' },
        { exchanges, endpoint: null },
      )
      const json = createFailure('CONV-001', null, { exchanges, endpoint: null })
      expect(groupResults(envelope, json, refused)).toEqual([[endpoint, 'BATCH-008', 'ERR-001', 'CONV-001']])
      const other = { ...json, exchanges: [createExchange('/v1/wallet', 500)] }
      expect(groupResults(other, refused)).toHaveLength(2)
    })

    it('the conformance report groups a missing field of a resource across endpoints', () => {
      const failMissing = (id: RuleResult['id'], endpoint: string, field: string) =>
        createFailure(id, { kind: 'missing-field', endpoint, field })
      const [group, ...others] = groupByCause([
        failMissing('LABEL-002', 'POST /v1/labels', 'carrier'),
        failMissing('LABEL-010', 'GET /v1/labels/{id}', 'carrier'),
        failMissing('BATCH-015', 'GET /v1/batches/{id}', 'labels[].carrier'),
        failMissing('TRACK-004', 'GET /v1/trackers/{id}', 'carrier'),
      ])
      expect([group?.endpoint, ...(group?.rules ?? [])]).toEqual([
        null,
        'LABEL-002',
        'LABEL-010',
        'BATCH-015',
      ])
      expect(group?.fix).toContain('The same is true of carrier of GET /v1/labels/{id} and 1 other field.')
      expect(others.map(({ rules }) => rules)).toEqual([['TRACK-004']])
    })

    it('the conformance report groups fields with the same wrong form: timestamps, and numbers as texts', () => {
      const failForm = (id: RuleResult['id'], form: string, actual: string) =>
        createFailure(
          id,
          { kind: 'wrong-field', endpoint: 'GET /v1/wallet', field: id },
          { expected: `${id} to be ${form}`, actual },
        )
      const [one, other] = ['an ISO 8601 timestamp', 'a whole number from 0 up'] as const
      expect(
        groupResults(
          failForm('LABEL-001', one, '5'),
          failForm('LABEL-002', one, '"2031"'),
          failForm('RATE-001', other, '"7"'),
          failForm('RATE-002', other, '"8"'),
          failForm('RATE-003', other, 'RATE-003 is 7.5'),
        ).map(([, ...rules]) => rules),
      ).toEqual([['LABEL-001', 'LABEL-002'], ['RATE-001', 'RATE-002'], ['RATE-003']])
    })

    it('the conformance report groups errors without a code with the rule about the code', () => {
      const noCode: Cause = { kind: 'missing-field', endpoint: null, field: 'error.code' }
      const failCode = (id: RuleResult['id'], expected: string, actual: string) =>
        createFailure(id, { kind: 'wrong-error', expected, got: actual.slice(0, 3) }, { expected, actual })
      const key = failCode('KEY-101', '401 AUTH.KEY.MISSING', '401 with {"error":{}}')
      const balance = failCode('LABEL-233', '402 WALLET.INSUFFICIENT_BALANCE', '402 with {"error":{}}')
      const other = failCode('RATE-015', '404 RATE.NOT_FOUND', '400 with {"error":{}}')
      expect(groupResults(key, balance, other, createFailure('ERR-002', noCode))).toEqual([
        [null, 'ERR-002', 'KEY-101', 'LABEL-233'],
        ['GET /v1/wallet', 'RATE-015'],
      ])
    })

    it('the conformance report groups errors with the same wrong status', () => {
      const failStatus = (id: RuleResult['id'], code: string, status: number) =>
        createFailure(id, { kind: 'wrong-error', expected: `422 ${code}`, got: `${status} ${code}` })
      expect(
        groupByCause([
          failStatus('VAL-001', 'VALIDATION.FIELD.REQUIRED', 400),
          failStatus('ADDR-004', 'ADDRESS.VALIDATION.FAILED', 400),
          failStatus('RATE-014', 'RATE.EXPIRED', 404),
        ]).map(({ rules }) => rules),
      ).toEqual([['VAL-001', 'ADDR-004'], ['RATE-014']])
    })

    it('the conformance report groups undocumented refusals of one operation, whatever the rules expected', () => {
      const endpoint = 'DELETE /v1/labels/{id}' as const
      const refused = createFailure(
        'VOID-001',
        { kind: 'refused', endpoint, got: '404 NO.SUCH.PATH' },
        { endpoint },
      )
      const atOnce = createFailure('VOID-106', null, { endpoint, actual: '["404 NO.SUCH.PATH"]' })
      expect(groupResults(atOnce, refused)).toEqual([[endpoint, 'VOID-001', 'VOID-106']])
      const other = { ...atOnce, actual: '["404 LABEL.NOT_FOUND"]' }
      expect(groupResults(other, refused)).toHaveLength(2)
    })
  })

  it('the conformance report counts the passed and failed rules of each endpoint, in the order of the specification', () => {
    const rules = [
      createRuleResult({ id: 'HEAD-001', status: 'failed', endpoint: null }),
      createRuleResult({ id: 'KEY-001', status: 'skipped' }),
      createRuleResult({ id: 'RATE-001', status: 'passed', endpoint: 'POST /v1/rates' }),
      createRuleResult({ id: 'RATE-002', status: 'errored', endpoint: 'POST /v1/rates' }),
    ]
    expect(countByEndpoint(rules)).toEqual([
      { endpoint: 'POST /v1/rates', passed: 1, failed: 0, errored: 1, skipped: 0 },
      { endpoint: 'GET /v1/wallet', passed: 0, failed: 0, errored: 0, skipped: 1 },
      { endpoint: null, passed: 0, failed: 1, errored: 0, skipped: 0 },
    ])
  })
})
