import { describe, expect, it } from 'vitest'
import { createReport, createRuleResult } from '../../../test/support/conformance/report-builder.ts'
import { compareReports, exitStatusOfComparison, renderComparison } from './compare.ts'
import { readReport } from './read-report.ts'

const readReportOf = (...options: Parameters<typeof createReport>) =>
  readReport(JSON.stringify(createReport(...options)), 'it')

describe('a comparison of two reports', () => {
  const before = readReportOf(
    [
      createRuleResult({ id: 'RATE-001', status: 'passed' }),
      createRuleResult({ id: 'RATE-002', status: 'passed' }),
      createRuleResult({ id: 'RATE-003', status: 'failed' }),
    ],
    { observations: [{ topic: 'void', value: 200 }], target: 'http://a' },
  )
  const after = readReportOf(
    [
      createRuleResult({ id: 'RATE-001', status: 'passed' }),
      createRuleResult({ id: 'RATE-002', status: 'failed' }),
      createRuleResult({ id: 'RATE-004', status: 'skipped' }),
    ],
    { observations: [{ topic: 'void', value: 202 }], target: 'http://b' },
  )

  it('a comparison of two reports names only their differences', () => {
    const text = renderComparison(compareReports(before, after))
    expect(text).toContain('From http://a to http://b')
    expect(text).toMatch(/RATE-002 {2}passed -> failed/)
    expect(text).toMatch(/RATE-003 {2}failed -> not there/)
    expect(text).toMatch(/RATE-004 {2}not there -> skipped/)
    expect(text).toContain('void: 200 -> 202')
    expect(text).toContain('1 rule now fails: RATE-002')
    expect(text).not.toContain('RATE-001')
  })

  it('a comparison of two reports distinguishes new failures from old failures and from known failures', () => {
    const known = { reason: 'known', issue: null, stale: false }
    const createRedRule = (id: `${string}-${number}`, more = {}) =>
      createRuleResult({ id, status: 'failed', ...more })
    const later = readReportOf([
      createRedRule('RATE-001', { expected_failure: known }),
      createRedRule('RATE-002', { expected_failure: { ...known, stale: true } }),
      createRedRule('RATE-003'),
      createRuleResult({ id: 'RATE-005', status: 'errored' }),
    ])
    expect(compareReports(before, later).broken).toEqual(['RATE-002', 'RATE-005'])
    expect(compareReports(later, before).broken).toEqual([])
  })

  it('a comparison of two reports shows no improvement if the second run checked nothing or fewer rules', () => {
    const skipped = createRuleResult({ id: 'RATE-001', status: 'skipped' })
    const nothing = compareReports(before, readReportOf([skipped]))
    expect(exitStatusOfComparison(nothing)).toBe(3)
    expect(renderComparison(nothing)).toMatch(
      /3 rules checked before are not checked now\.\n.*proves nothing/,
    )
    const stopped = { kind: 'unreachable', reason: 'gone' } as const
    const passed = createRuleResult({ id: 'RATE-001', status: 'passed' })
    expect(exitStatusOfComparison(compareReports(before, readReportOf([passed], { stopped })))).toBe(3)
    const less = compareReports(before, readReportOf([passed]))
    expect(exitStatusOfComparison(less)).toBe(0)
    expect(renderComparison(less)).toContain('2 rules checked before are not checked now.')
    expect(exitStatusOfComparison(compareReports(before, after))).toBe(1)
  })

  it('a comparison of a report with itself finds no difference', () => {
    expect(compareReports(before, before)).toMatchObject({ changed: [], observations: [] })
  })
})
