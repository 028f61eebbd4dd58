import type { Report, RuleResult } from '../report.ts'
import { countsLine, errorGroups, failures } from './groups.ts'
import { inert } from './inert.ts'

/** GitHub shows ten annotations of a step. */
const most = 10

/** Workflow commands that GitHub turns into annotations, then the counts. */
export function renderGithub(report: Report): string {
  const red = [...failures(report), ...errorGroups(report).flatMap(({ results }) => results)]
  const shown = red.length > most ? red.slice(0, most - 1) : red
  const rest = red.slice(shown.length)
  return [
    ...shown.map(annotation),
    ...(rest.length === 0
      ? []
      : [
          `::error title=${property(`${rest.length} more rules`)}::${data(rest.map(({ id }) => id).join(', '))}`,
        ]),
    ...(report.stopped === null
      ? []
      : [`::error title=The run did not finish::${data(report.stopped.reason)}`]),
    data(countsLine(report)),
    '',
  ].join('\n')
}

function annotation(rule: RuleResult): string {
  const what =
    rule.status === 'failed' ? `expected ${rule.expected}, got ${rule.actual}` : (rule.reason ?? '')
  const curl = rule.exchanges.at(-1)?.curl
  const text = [rule.title, what, curl, rule.again]
    .filter((each) => typeof each === 'string')
    .map(data)
    .join('%0A')
  return `::error title=${property(`${rule.id} ${rule.status}`)}::${text}`
}

const data = (text: string): string => inert(text).replaceAll('%', '%25')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
