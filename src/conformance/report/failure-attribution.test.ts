import { describe, expect, it } from 'vitest'
import { createRuleResult } from '../../../test/support/conformance/report-builder.ts'
import { rules as catalogue } from '../catalogue.ts'
import { type Cause, createBrokenRuleCause } from '../http/cause.ts'
import { attributeFailures } from './failure-attribution.ts'
import type { RuleResult, Status } from './report.ts'

const createResult = (id: RuleResult['id'], status: Status, cause: Cause | null): RuleResult =>
  createRuleResult({ id, status, cause })

/** The cause of failures that follow from RATE-009: the target does not sort its rates. */
const unsorted = createBrokenRuleCause({ id: 'RATE-009', title: 'Rates are sorted with the cheapest first.' })
const noPrice: Cause = { kind: 'wrong-field', endpoint: 'POST /v1/rates', field: 'rates[].rate_cents' }

describe('a rule that fails because another rule is broken', () => {
  it('a failed rule at the end of a chain of failures names the broken rule at the beginning of the chain', () => {
    const partial = createBrokenRuleCause({ id: 'RATE-123', title: 'Also where a carrier fails.' })
    const results = [
      createResult('RATE-009', 'failed', null),
      createResult('RATE-123', 'failed', unsorted),
      createResult('RATE-101', 'failed', partial),
    ]
    const told = attributeFailures(results, catalogue).map(({ because }) => because)
    expect(told).toEqual([null, 'RATE-009', 'RATE-009'])
    expect(attributeFailures(results.slice(1), catalogue).map(({ because }) => because)).toEqual([
      null,
      'RATE-123',
    ])
  })

  it('a failed rule becomes errored if another failed rule is about the cause of its failure', () => {
    const results = [createResult('RATE-009', 'failed', null), createResult('KEY-020', 'failed', unsorted)]
    expect(attributeFailures(results, catalogue)[1]).toMatchObject({ status: 'errored', because: 'RATE-009' })
  })

  it('if rule A failed because of rule B, and rule B because of rule C, the result of rule A names rule C', () => {
    const results = [
      createResult('RATE-005', 'failed', noPrice),
      createResult('RATE-009', 'failed', noPrice),
      createResult('KEY-020', 'failed', unsorted),
    ]
    expect(attributeFailures(results, catalogue).map(({ status, because }) => [status, because])).toEqual([
      ['failed', null],
      ['errored', 'RATE-005'],
      ['errored', 'RATE-005'],
    ])
  })

  it.each(['passed', 'errored', 'skipped'] as const)(
    'a failed rule stays failed if the rule about the cause of its failure %s',
    (status) => {
      const results = [createResult('RATE-009', status, null), createResult('KEY-020', 'failed', unsorted)]
      expect(attributeFailures(results, catalogue)[1]).toMatchObject({
        status: 'failed',
        because: null,
        cause: null,
      })
    },
  )

  it('a failed rule keeps its cause if the rule about this cause is not in the run', () => {
    const results = [createResult('KEY-020', 'failed', unsorted)]
    expect(attributeFailures(results, catalogue)).toEqual(results)
  })
})

it('several rules that fail with one cause stay failed if the rule about the cause passed', () => {
  const never: Cause = { kind: 'no-attempt', attempt: 2 }
  const results = [
    createResult('HOOK-102', 'passed', null),
    createResult('HOOK-112', 'failed', never),
    createResult('HOOK-113', 'failed', never),
  ]
  const of = attributeFailures(results, catalogue).map(({ status, because, cause }) => ({
    status,
    because,
    cause,
  }))
  const own = { status: 'failed', because: null, cause: null }
  expect(of.slice(1)).toEqual([own, own])
})
