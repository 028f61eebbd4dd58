import { describe, expect, it } from 'vitest'
import {
  buildExchange,
  createReport,
  createRuleResult,
} from '../../../../test/support/conformance/report-builder.ts'
import { keysOf } from '../../keys-of.ts'
import { formats } from '../formats/format.ts'
import type { RuleResult } from '../report.ts'

describe('a cause of failures with several rules', () => {
  const createErrored = (id: `RATE-${number}`, reason: string) =>
    createRuleResult({
      id,
      status: 'errored',
      title: `The title of ${id}.`,
      reason,
      exchanges: [buildExchange('{}')],
    })
  const renderReport = (format: 'console' | 'markdown' | 'html', ...reasons: readonly string[]): string =>
    formats[format](createReport(reasons.map((reason, index) => createErrored(`RATE-${index + 1}`, reason))))
  const reasons = ['"871"', '"945"', '{"id":"rate_1f2e3d4c"}'].map(
    (value) => `The setup of the rule failed. A quote of rates: expected a whole number, got ${value}`,
  )

  it.each(['console', 'markdown', 'html'] as const)(
    'the %s report puts failures with the same cause but different values into one block, which has the steps of only one rule',
    (format) => {
      const report = renderReport(format, ...reasons.slice(0, 2))
      expect(report).toMatch(/RATE-1[\s\S]*RATE-2/)
      expect(report).toContain('(the others have similar reasons)')
      expect(renderReport('console', ...reasons.slice(0, 2)).split(' -> 500')).toHaveLength(2)
      expect(renderReport(format, reasons[0] ?? '')).toContain('The title of RATE-1.')
    },
  )

  it('a report does not group failures that differ in status or code', () => {
    const report = renderReport(
      'console',
      'A quote: expected 200, got 402 WALLET.X',
      'A quote: expected 200, got 500 X',
    )
    expect(report.split('ERRORED')).toHaveLength(3)
  })
})

describe('the counts in the last line of a report', () => {
  const createSkipped = (count: number, result: Partial<RuleResult>): readonly RuleResult[] =>
    Array.from({ length: count }, (_, index) =>
      createRuleResult({ id: `RATE-${index}`, status: 'skipped', reason: 'Why.', ...result }),
    )

  it('the last line of a report counts each skipped rule in exactly one group', () => {
    const report = createReport([
      ...createSkipped(9, { unlock: ['--control'] }),
      ...createSkipped(7, { unlock: ['--control', '--allow-spend'] }),
      ...createSkipped(1, { unlock: ['--allow-spend', '--control'] }),
      ...createSkipped(7, { unlock: ['--live-key'] }),
      ...createSkipped(6, { unlock: ['--max-spend'] }),
      ...createSkipped(5, { unlock: ['--allow-load'] }),
      ...createSkipped(4, { unlock: ['--webhook-public-url'] }),
      ...createSkipped(3, { reason_kind: 'not_run' }),
      ...createSkipped(2, { reason_kind: 'not_observed' }),
      ...createSkipped(1, { reason_kind: 'excluded' }),
      createRuleResult({
        id: 'RATE-001',
        status: 'errored',
        expected_failure: { reason: 'x', issue: null, stale: false },
      }),
      ...createSkipped(1, {
        reason_kind: 'safety',
        expected_failure: { reason: 'x', issue: null, stale: false },
      }),
    ])
    const line = formats.console(report).trimEnd().split('\n').at(-1) ?? ''
    expect(line).toBe(
      '0 passed, 0 failed, 46 skipped (9 need --control, 8 need --allow-spend and --control, 7 need --live-key, ' +
        '6 need a higher --max-spend, 9 need something else, 3 not run, 2 with nothing to check, ' +
        '1 left out by the profile, 1 not safe), 1 errored (1 known)',
    )
    const [, groups = ''] = /\((9 need.*?)\), 1 errored/.exec(line) ?? []
    expect(groups.split(', ').reduce((sum, each) => sum + Number.parseInt(each, 10), 0)).toBe(46)
  })

  it('reports show each different reason for skipped rules, even if one option would let all of these rules run', () => {
    const report = createReport([
      ...createSkipped(1, { unlock: ['--max-spend'], reason: 'A label for 945 cents.' }),
      ...createSkipped(1, { unlock: ['--max-spend'], reason: 'A label for 871 cents.' }),
    ])
    for (const format of ['console', 'markdown', 'html'] as const) {
      expect(formats[format](report)).toMatch(/945[\s\S]*871/)
    }
  })
})

describe('a run that ended early', () => {
  const dead = createReport(
    Array.from({ length: 300 }, (_, index) =>
      createRuleResult({
        id: `RATE-${index + 1}`,
        status: 'skipped',
        reason: 'Not run. Nobody there.',
        reason_kind: 'not_run',
      }),
    ),
    { stopped: { kind: 'unreachable', reason: 'Nobody there.' } },
  )

  it('the console report of a run that ended early names no rule that did not run, and gives the reason once at the end', () => {
    const text = formats.console(dead)
    expect(text.length).toBeLessThan(300)
    expect(text.split('Nobody there.')).toHaveLength(2)
    expect(text).toMatch(/300 {2}not run\n/)
    expect(text.trimEnd().endsWith('The run did not finish. Nobody there.')).toBe(true)
    expect(formats.markdown(dead)).not.toContain('RATE-7')
  })

  it.each([
    ['junit', /errors="1"[\s\S]*<error type="run" message="The run did not finish. Nobody there."/],
    ['tap', /^Bail out! The run did not finish. Nobody there.$/m],
    ['github', /^::error title=The run did not finish::Nobody there.$/m],
  ] as const)('the %s report shows a run that ended early as an error', (format, says) => {
    expect(formats[format](dead)).toMatch(says)
  })

  it.each(keysOf(formats).filter((format) => format !== 'json'))(
    'the %s report says that no rule was executed if all rules were skipped, and does not say so if a rule was executed',
    (format) => {
      expect(formats[format]({ ...dead, stopped: null })).toMatch(
        /No rule was executed[\s\S]*300 rules were skipped/,
      )
      expect(
        formats[format](createReport([createRuleResult({ id: 'RATE-001', status: 'passed' })])),
      ).not.toMatch(/No rule was executed|did not finish|Bail out|type="run"/)
    },
  )
})

describe('a known failure', () => {
  it.each(['console', 'markdown', 'html', 'junit', 'tap', 'github', 'json'] as const)(
    'the %s report of a known failure shows the expected and the actual value and the issue',
    (format) => {
      const report = createReport([
        createRuleResult({
          id: 'ADDR-001',
          status: 'failed',
          expected: 'this one',
          actual: 'that one',
          expected_failure: { reason: 'an old sin', issue: 'SHIP-12', stale: false },
        }),
      ])
      for (const part of ['this one', 'that one', 'an old sin', 'SHIP-12']) {
        expect(formats[format](report)).toContain(part)
      }
    },
  )
})

describe('observations in reports', () => {
  it('the console report counts observations, and the other reports list them', () => {
    const report = createReport([], { observations: [{ topic: 'status of a void', value: 202 }] })
    expect(formats.console(report)).toContain('1 observation where nothing is documented; --report html')
    expect(formats.console(report)).not.toContain('status of a void')
    for (const format of ['html', 'markdown', 'json'] as const)
      expect(formats[format](report)).toContain('status of a void')
  })
})

describe('rules skipped for lack of time', () => {
  const createSkipped = (id: `HOOK-${number}`, ...unlock: readonly string[]) =>
    createRuleResult({ id, status: 'skipped', reason: `Needs ${unlock}.`, reason_kind: 'permission', unlock })
  const report = createReport([
    createSkipped('HOOK-1', '--webhook-listen', '--allow-wait 27h'),
    createSkipped('HOOK-2', '--allow-wait 7m', '--webhook-listen'),
    createSkipped('HOOK-3', '--webhook-listen', '--allow-wait 35m'),
    createSkipped('HOOK-4', '--allow-wait 61s'),
  ])

  it.each(['console', 'markdown', 'html'] as const)(
    'the %s report puts all rules skipped for lack of time into one group, however long they would wait',
    (format) => {
      const text = formats[format](report)
      expect(text).toContain('--allow-wait 7m to 27h and --webhook-listen')
      expect(text).not.toMatch(/--allow-wait \d+[mh] and/)
      expect(text).toContain('--allow-wait 61s')
      expect(text).not.toContain('61s to')
    },
  )
})
