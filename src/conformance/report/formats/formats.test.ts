import { describe, expect, it } from 'vitest'
import {
  buildExchange,
  createReport,
  createRuleResult,
} from '../../../../test/support/conformance/report-builder.ts'
import { again, everywhere, mixed } from '../../../../test/support/conformance/sample-reports.ts'
import { keysOf } from '../../keys-of.ts'
import { formats } from './format.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that no control character is left
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])/

describe('every report format', () => {
  it.each(keysOf(formats))(
    'the %s report holds every failed rule and no terminal control character',
    (format) => {
      const text = formats[format](mixed)
      expect(text).toContain('RATE-001')
      expect(text).toContain('RATE-003')
      expect(text).not.toMatch(unsafe)
      expect(text).not.toContain('NaN')
      expect(text).not.toContain('undefined')
    },
  )

  it.each(keysOf(formats))(
    'the %s report never starts a line with a build command from the target',
    (format) => {
      const commands = /^\s*::(?!(?:error|notice) title=)|##[a-z]*\[/m
      expect(formats[format](everywhere)).not.toMatch(commands)
    },
  )
})

it.each(['console', 'json', 'junit', 'html', 'tap'] as const)(
  'the %s report names the statements of the specification that a failed rule checks',
  (format) => {
    const result = createRuleResult({
      id: 'RATE-001',
      status: 'failed',
      statements: ['EVENTS-1', 'LIMITS-2'],
    })
    const text = formats[format](createReport([result]))
    expect(text).toContain('EVENTS-1')
    expect(text).toContain('LIMITS-2')
  },
)

describe('the reports that show steps', () => {
  const ofTheRule = {
    ...buildExchange('{}'),
    curl: `curl -H "Authorization: Bearer $KEY_OF_THE_RULE" 'http://h'`,
  }
  const made = createReport([
    createRuleResult({ id: 'KEY-001', status: 'failed', expected: 'a', actual: 'b', exchanges: [ofTheRule] }),
  ])

  it.each(['console', 'json', 'junit', 'html', 'markdown', 'tap', 'github'] as const)(
    'the %s report says how to run a rule again',
    (format) => {
      expect(formats[format](mixed)).toContain(again)
    },
  )

  it.each(['console', 'html'] as const)(
    'the %s report names the API key of each step of a failed rule that used several keys',
    (format) => {
      const exchangeWithKey = (variable: string) => ({
        ...buildExchange('{}'),
        curl: `curl -H "Authorization: Bearer $${variable}" 'http://h'`,
      })
      const keyless = { ...buildExchange('{}'), curl: "curl 'http://h'" }
      const textOf = (...exchanges: readonly ReturnType<typeof exchangeWithKey>[]) =>
        formats[format](createReport([createRuleResult({ id: 'KEY-001', status: 'failed', exchanges })]))
      const several = textOf(
        exchangeWithKey('DRYDOCK_KEY'),
        exchangeWithKey('DRYDOCK_LIVE_KEY'),
        exchangeWithKey('KEY_OF_THE_RULE_2'),
        keyless,
      )
      for (const key of ['$DRYDOCK_KEY', '$DRYDOCK_LIVE_KEY', '$KEY_OF_THE_RULE_2', 'no key'])
        expect(several).toContain(` (${key}) `)
      expect(textOf(exchangeWithKey('DRYDOCK_KEY'), exchangeWithKey('DRYDOCK_KEY'))).not.toContain(
        '($DRYDOCK_KEY)',
      )
    },
  )

  it.each(['console', 'junit', 'html', 'markdown', 'tap'] as const)(
    'the %s report says which ids and API keys in the steps of a failed rule no longer exist',
    (format) => {
      expect(formats[format](mixed)).toMatch(/belong to the rule.{1,5}s own account, which has been deleted/)
      expect(formats[format](mixed)).not.toContain('KEY_OF_THE_RULE')
      expect(formats[format](made)).toContain('$KEY_OF_THE_RULE is a key that the rule created')
      expect(formats[format](made)).not.toContain('which has been deleted')
      expect(formats[format](made)).not.toContain('about people')
      const hiding = {
        ...buildExchange('{}'),
        request: { ...buildExchange('{}').request, body: '{"name":"…"}' },
      }
      const result = createRuleResult({
        id: 'KEY-001',
        status: 'failed',
        expected: 'a',
        actual: 'b',
        exchanges: [hiding],
      })
      expect(formats[format](createReport([result]))).toContain('replaces a text about people')
    },
  )

  it.each(['html', 'markdown'] as const)(
    'the %s report has a line for every step of a failed rule',
    (format) => {
      expect(formats[format](mixed).split('Bearer $DRYDOCK_KEY')).toHaveLength(3)
    },
  )
})

describe('the times of a run', () => {
  const spans = [1_234, 5_678, 0, 3_333]
  const report = createReport(
    spans.map((duration_ms, index) =>
      createRuleResult({ id: `RATE-${index}`, status: 'passed', duration_ms }),
    ),
    { duration_ms: 2_000 },
  )

  it('the JUnit report divides the time of a run among the rules', () => {
    const text = formats.junit(report)
    const [run, area, ...cases] = [...text.matchAll(/time="([\d.]+)"/g)].map(
      ([, time]) => Number(time) * 1_000,
    )
    expect([run, area]).toEqual([2_000, 2_000])
    expect(cases.map(Math.round)).toEqual([241, 1_108, 0, 651])
    // The report must divide the time of the run even if no rule took any time.
    const idle = createRuleResult({ id: 'RATE-001', status: 'skipped', duration_ms: 0 })
    expect(formats.junit(createReport([idle])).match(/ time="[^"]*"/g)).not.toContain(' time="NaN"')
  })

  it('reports list the slowest rules first', () => {
    expect(formats.console(report)).toContain('Slowest: RATE-1 5.7s, RATE-3 3.3s, RATE-0 1.2s\n')
    for (const format of ['html', 'markdown'] as const) {
      expect(formats[format](report)).toMatch(/Slowest[\s\S]*RATE-1\b[\s\S]*RATE-3\b[\s\S]*RATE-0\b/)
    }
    expect(
      formats.console(createReport([createRuleResult({ id: 'RATE-001', status: 'passed' })])),
    ).not.toContain('Slowest')
  })
})
