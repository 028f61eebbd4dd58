import { causeTitleOf } from '../cause-words.ts'
import { escapeMarkup } from '../neutral-text.ts'
import { getReportWords, type Report, type RuleResult } from '../report.ts'
import { describeWhyTolerated, findingOf, headlineOf, isExpectedFailure } from '../sections/groups.ts'
import { buildStepNotes } from '../sections/step-notes.ts'
import { type RunProblem, renderFixFirstLines, runProblemOf } from '../sections/summary.ts'

/** Renders the report as JUnit XML: one suite for each topic, with the failures, errors and skips of its rules. */
export function renderJunit(report: Report): string {
  const areas = new Map<string, RuleResult[]>()
  for (const rule of report.rules) {
    const area = rule.id.replace(/-\d+$/, '')
    areas.set(area, [...(areas.get(area) ?? []), rule])
  }
  const trouble = runProblemOf(report)
  const timeOf = createTimeShares(report)
  const fixFirst = renderFixFirstLines(report)
  const lastArea = [...areas.keys()].at(-1)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="drydock ${getReportWords(report).command}" ${renderCountAttributes(report.rules, timeOf, trouble === null ? 0 : 1)}>`,
    ...(trouble === null ? [] : renderUnfinishedCase(trouble, report)),
    ...[...areas].flatMap(([area, rules]) => [
      `  <testsuite name="${escapeMarkup(area)}" timestamp="${report.started_at.slice(0, 19)}" ${renderCountAttributes(rules, timeOf)}>`,
      ...rules.flatMap((rule) => renderTestcase(rule, { area, seconds: timeOf(rule) })),
      // The last suite also says what to fix first.
      ...(area !== lastArea || fixFirst.length === 0
        ? []
        : ['    <system-out>Fix first:', ...fixFirst.map(escapeMarkup), '    </system-out>']),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

/** Renders a suite with one errored case, for a run that ended early or checked nothing. The cases of the rules alone would not show this. */
function renderUnfinishedCase({ title, reason }: RunProblem, { started_at }: Report): readonly string[] {
  return [
    `  <testsuite name="run" timestamp="${started_at.slice(0, 19)}" tests="1" failures="0" errors="1" skipped="0" time="0.000">`,
    '    <testcase classname="drydock.run" name="The run finishes and executes rules" time="0.000">',
    `      <error type="run" message="${escapeMarkup(`${title}. ${reason}`)}"/>`,
    '    </testcase>',
    '  </testsuite>',
  ]
}

/** Renders the counts of a JUnit suite. Expected failures are counted as skipped, as they do not make the run fail. */
function renderCountAttributes(
  rules: readonly RuleResult[],
  timeOf: (rule: RuleResult) => number,
  more = 0,
): string {
  const countMatching = (holds: (rule: RuleResult) => boolean): number => rules.filter(holds).length
  const seconds = rules.reduce((sum, rule) => sum + timeOf(rule), 0)
  const failed = countMatching((rule) => rule.status === 'failed' && !isExpectedFailure(rule))
  const errored = countMatching((rule) => rule.status === 'errored' && !isExpectedFailure(rule))
  const skipped = countMatching((rule) => rule.status === 'skipped' || isExpectedFailure(rule))
  return `tests="${rules.length + more}" failures="${failed}" errors="${errored + more}" skipped="${skipped}" time="${seconds.toFixed(3)}"`
}

/**
 * Creates a function that returns a rule's share of the run's time, in seconds. The shares add up to the time of the
 * run. The durations of the rules would add up to more, as rules run in parallel.
 */
function createTimeShares({ rules, duration_ms }: Report): (rule: RuleResult) => number {
  const sum = rules.reduce((total, rule) => total + rule.duration_ms, 0)
  const shares = new Map<RuleResult, number>()
  let [before, given] = [0, 0]
  for (const rule of rules) {
    before += rule.duration_ms
    // The sum of the durations so far is rounded, and not each share, so that the shares add up exactly.
    const until = sum === 0 ? 0 : Math.round((before / sum) * duration_ms)
    shares.set(rule, (until - given) / 1_000)
    given = until
  }
  return (rule) => shares.get(rule) ?? 0
}

function renderTestcase(
  rule: RuleResult,
  { area, seconds }: { readonly area: string; readonly seconds: number },
): readonly string[] {
  const name = escapeMarkup(`${rule.id} ${rule.title}`)
  const open = `    <testcase classname="drydock.${escapeMarkup(area)}" name="${name}" time="${seconds.toFixed(3)}"`
  if (rule.status === 'passed') return [`${open}/>`]
  return [`${open}>`, ...renderOutcome(rule), '    </testcase>']
}

function renderOutcome(rule: RuleResult): readonly string[] {
  if (isExpectedFailure(rule)) {
    const message = `${describeWhyTolerated(rule)}; ${findingOf(rule)}`
    return [`      <skipped message="${escapeMarkup(message)}"/>`]
  }
  if (rule.status === 'skipped')
    return [`      <skipped message="${escapeMarkup(rule.reason ?? 'skipped')}"/>`]
  const text = renderDetails(rule).map(escapeMarkup).join('\n')
  if (rule.status === 'errored') {
    return [`      <error type="errored" message="${escapeMarkup(rule.reason ?? '')}">${text}</error>`]
  }
  const message = escapeMarkup(
    rule.broken === null ? findingOf(rule) : `${headlineOf(rule)} ${findingOf(rule)}`,
  )
  return [`      <failure type="failed" message="${message}">${text}</failure>`]
}

function renderDetails(rule: RuleResult): readonly string[] {
  const { section, statements, endpoint, expected, actual, cause, exchanges, again, walk, broken } = rule
  const shown = exchanges.at(-1)
  return [
    `section: ${section}`,
    ...(broken === null ? [] : [`broken: ${broken.id} ${broken.text}`]),
    ...(statements.length === 0 || broken !== null ? [] : [`statements: ${statements.join(', ')}`]),
    ...(endpoint === null ? [] : [`endpoint: ${endpoint}`]),
    ...(expected === null ? [] : [`expected: ${expected}`, `actual: ${actual}`]),
    ...(cause === null ? [] : [`cause: ${causeTitleOf(cause)}`]),
    ...(walk?.steps.map((step) => `walk: ${step}`) ?? []),
    ...(walk?.shell.split('\n').map((line) => `script: ${line}`) ?? []),
    ...(shown === undefined || walk !== null
      ? []
      : [`answer: ${shown.response?.status ?? shown.failure}`, `curl: ${shown.curl}`]),
    ...buildStepNotes(rule).map((note) => `note: ${note}`),
    ...(again === null ? [] : [`again: ${again}`]),
  ]
}
