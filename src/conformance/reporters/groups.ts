import type { Report, RuleResult } from '../report.ts'

/** Rules that stand for the same thing. */
export interface Group {
  readonly name: string
  readonly results: readonly RuleResult[]
}

export const withStatus = ({ rules }: Report, status: RuleResult['status']): readonly RuleResult[] =>
  rules.filter((rule) => rule.status === status)

/** Failures that the profile does not know of, or no longer should. */
export const failures = (report: Report): readonly RuleResult[] =>
  withStatus(report, 'failed').filter((rule) => rule.expected_failure === null || rule.expected_failure.stale)

/** Failures that the profile knows of. */
export const knownFailures = (report: Report): readonly RuleResult[] =>
  report.rules.filter(
    (rule) => rule.expected_failure !== null && !rule.expected_failure.stale && rule.status !== 'passed',
  )

/** Skips by what would unlock them, the most first; those that nothing unlocks by their reason. */
export function skipGroups(report: Report): readonly Group[] {
  return groupBy(withStatus(report, 'skipped'), ({ unlock, reason }) =>
    unlock.length > 0 ? unlock.join(' and ') : (reason ?? 'no reason'),
  )
}

/** Errors by their reason, so that one cause is one block. */
export function errorGroups(report: Report): readonly Group[] {
  const errored = withStatus(report, 'errored').filter(({ expected_failure }) => expected_failure === null)
  return groupBy(errored, ({ reason }) => reason ?? 'no reason')
}

function groupBy(results: readonly RuleResult[], nameOf: (result: RuleResult) => string): readonly Group[] {
  const groups = new Map<string, RuleResult[]>()
  for (const result of results) {
    const name = nameOf(result)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [result])
    else group.push(result)
  }
  return [...groups]
    .map(([name, members]) => ({ name, results: members }))
    .sort((a, b) => b.results.length - a.results.length)
}

/** More would make the last line longer than anybody reads. */
const namedGroups = 4

/** The last line of every report for people: exact counts. */
export function countsLine(report: Report): string {
  const { passed, failed, skipped, errored } = report.summary
  const known = knownFailures(report).length
  const groups = skipGroups(report).filter(({ results }) => (results[0]?.unlock.length ?? 0) > 0)
  const unlocks = groups.slice(0, namedGroups).map(({ name, results }) => `${results.length} need ${name}`)
  const others = groups.slice(namedGroups).reduce((sum, { results }) => sum + results.length, 0)
  if (others > 0) unlocks.push(`${others} need something else`)
  const why = unlocks.length === 0 ? '' : ` (${unlocks.join(', ')})`
  return `${passed} passed, ${failed} failed${known === 0 ? '' : ` (${known} known)`}, ${skipped} skipped${why}, ${errored} errored`
}
