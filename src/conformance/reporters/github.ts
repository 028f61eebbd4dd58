import type { Report, RuleResult } from '../reporting/report.ts'
import { errorGroups, failures, findingOf, knownFailures, knownReason } from './groups.ts'
import { inert } from './inert.ts'
import { countsLine, troubleOf } from './summary.ts'

/** GitHub shows ten annotations of each kind and step. */
const most = 10

/** Workflow commands that GitHub turns into annotations, then the counts. */
export function renderGithub(report: Report): string {
  const red = [...failures(report), ...errorGroups(report).flatMap(({ results }) => results)]
  const trouble = troubleOf(report)
  return [
    // Without it, what follows means little.
    ...(trouble === null ? [] : [`::error title=${property(trouble.title)}::${data(trouble.reason)}`]),
    ...annotations('error', red, trouble === null ? most : most - 1),
    ...annotations('notice', knownFailures(report), most),
    data(countsLine(report)),
    '',
  ].join('\n')
}

/** One for each rule as long as there is room; the last names the others. */
function annotations(
  kind: 'error' | 'notice',
  rules: readonly RuleResult[],
  room: number,
): readonly string[] {
  const shown = rules.length > room ? rules.slice(0, room - 1) : rules
  const rest = rules.slice(shown.length)
  return [
    ...shown.map((rule) => annotation(kind, rule)),
    ...(rest.length === 0
      ? []
      : [
          `::${kind} title=${property(`${rest.length} more rules`)}::${data(rest.map(({ id }) => id).join(', '))}`,
        ]),
  ]
}

function annotation(kind: 'error' | 'notice', rule: RuleResult): string {
  const isNotice = kind === 'notice'
  const text = [
    rule.title,
    ...(isNotice ? [`known to fail: ${knownReason(rule)}`] : []),
    findingOf(rule),
    ...rule.exchanges.slice(-1).map(({ curl }) => curl),
    ...(rule.again === null ? [] : [rule.again]),
  ]
  const title = `${rule.id} ${isNotice ? 'known to fail' : rule.status}`
  return `::${kind} title=${property(title)}::${text.map(data).join('%0A')}`
}

const data = (text: string): string => inert(text).replaceAll('%', '%25')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
