import { causeTitleOf } from '../cause-words.ts'
import { neutralise } from '../neutral-text.ts'
import type { Report, RuleResult } from '../report.ts'
import { describeKnownReason, headlineOf, isExpectedFailure } from '../sections/groups.ts'
import { buildStepNotes } from '../sections/step-notes.ts'
import { renderCountsLine, renderFixFirstLines, runProblemOf } from '../sections/summary.ts'

/** Renders the report as TAP 14. */
export function renderTap(report: Report): string {
  const trouble = runProblemOf(report)
  return [
    'TAP version 14',
    `1..${report.rules.length}`,
    ...report.rules.flatMap(renderTestPoint),
    ...(trouble === null ? [] : [`Bail out! ${collapseWhitespace(`${trouble.title}. ${trouble.reason}`)}`]),
    ...(report.causes.length === 0 ? [] : ['# Fix first:']),
    ...renderFixFirstLines(report).map((each) => `#   ${collapseWhitespace(each)}`),
    `# ${collapseWhitespace(renderCountsLine(report))}`,
    '',
  ].join('\n')
}

function renderTestPoint(rule: RuleResult, index: number): readonly string[] {
  const name = `${index + 1} - ${rule.id} ${escapeTap(rule.title)}`
  if (rule.status === 'passed') return [`ok ${name}`]
  if (rule.status === 'skipped') return [`ok ${name} # SKIP ${escapeTap(rule.reason ?? '')}`]
  const todo = isExpectedFailure(rule) ? ` # TODO ${escapeTap(describeKnownReason(rule))}` : ''
  const facts = {
    status: rule.status,
    section: rule.section,
    broken: rule.broken === null ? null : headlineOf(rule),
    statements: rule.broken === null ? rule.statements.join(', ') || null : rule.broken.id,
    endpoint: rule.endpoint,
    reason: rule.reason,
    expected: rule.expected,
    actual: rule.actual,
    cause: rule.cause === null ? null : causeTitleOf(rule.cause),
    walk: rule.walk?.steps.join('; ') ?? null,
    script: rule.walk?.shell ?? null,
    curl: rule.walk === null ? (rule.exchanges.at(-1)?.curl ?? null) : null,
    note: buildStepNotes(rule).join(' ') || null,
    again: rule.again,
  }
  return [
    `not ok ${name}${todo}`,
    '  ---',
    ...Object.entries(facts)
      .filter(([, value]) => value !== null)
      // A JSON string is also a valid YAML string.
      .map(([field, value]) => `  ${field}: ${JSON.stringify(neutralise(String(value)))}`),
    '  ...',
  ]
}

const collapseWhitespace = (text: string): string => neutralise(text.replaceAll(/\s+/g, ' '))
const escapeTap = (text: string): string =>
  collapseWhitespace(text).replaceAll('\\', '\\\\').replaceAll('#', '\\#')
