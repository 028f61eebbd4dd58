import type { Report, RuleResult } from '../report.ts'
import { escapeMarkup } from './inert.ts'
import { stepNotes } from './steps.ts'

/** JUnit XML: a suite for each area of rules, with real failures, errors and skips. */
export function renderJunit(report: Report): string {
  const areas = new Map<string, RuleResult[]>()
  for (const rule of report.rules) {
    const area = rule.id.replace(/-\d+$/, '')
    areas.set(area, [...(areas.get(area) ?? []), rule])
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="drydock conformance" ${counts(report.rules)}>`,
    ...[...areas].flatMap(([area, rules]) => [
      `  <testsuite name="${escapeMarkup(area)}" timestamp="${report.started_at.slice(0, 19)}" ${counts(rules)}>`,
      ...rules.flatMap((rule) => testcase(rule, area)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

/** Known deviations are no failures of the run, as its exit status says. */
const isKnown = ({ expected_failure: entry }: RuleResult): boolean => entry !== null && !entry.stale

function counts(rules: readonly RuleResult[]): string {
  const count = (holds: (rule: RuleResult) => boolean): number => rules.filter(holds).length
  const seconds = rules.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1_000
  const failed = count((rule) => rule.status === 'failed' && !isKnown(rule))
  const errored = count((rule) => rule.status === 'errored' && !isKnown(rule))
  const skipped = count((rule) => rule.status === 'skipped' || (rule.status !== 'passed' && isKnown(rule)))
  return `tests="${rules.length}" failures="${failed}" errors="${errored}" skipped="${skipped}" time="${seconds.toFixed(3)}"`
}

function testcase(rule: RuleResult, area: string): readonly string[] {
  const name = escapeMarkup(`${rule.id} ${rule.title}`)
  const open = `    <testcase classname="drydock.${escapeMarkup(area)}" name="${name}" time="${(rule.duration_ms / 1_000).toFixed(3)}"`
  if (rule.status === 'passed') return [`${open}/>`]
  return [`${open}>`, ...outcome(rule), '    </testcase>']
}

function outcome(rule: RuleResult): readonly string[] {
  if (rule.status !== 'skipped' && isKnown(rule)) {
    return [`      <skipped message="${escapeMarkup(`known to fail: ${rule.expected_failure?.reason}`)}"/>`]
  }
  if (rule.status === 'skipped')
    return [`      <skipped message="${escapeMarkup(rule.reason ?? 'skipped')}"/>`]
  const text = detail(rule).map(escapeMarkup).join('\n')
  if (rule.status === 'errored') {
    return [`      <error type="errored" message="${escapeMarkup(rule.reason ?? '')}">${text}</error>`]
  }
  const message = escapeMarkup(`expected ${rule.expected}, got ${rule.actual}`)
  return [`      <failure type="failed" message="${message}">${text}</failure>`]
}

function detail(rule: RuleResult): readonly string[] {
  const { section, endpoint, expected, actual, exchanges, again } = rule
  const shown = exchanges.at(-1)
  return [
    `section: ${section}`,
    ...(endpoint === null ? [] : [`endpoint: ${endpoint}`]),
    ...(expected === null ? [] : [`expected: ${expected}`, `actual: ${actual}`]),
    ...(shown === undefined
      ? []
      : [`answer: ${shown.response?.status ?? shown.failure}`, `curl: ${shown.curl}`]),
    ...stepNotes(rule).map((note) => `note: ${note}`),
    ...(again === null ? [] : [`again: ${again}`]),
  ]
}
