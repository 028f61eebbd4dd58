import { isRed, type Report, type RuleResult } from '../report.ts'
import { familyOf, unlocksInWords } from './unlocks.ts'

/** Rules with something in common, under its name. */
export interface Group {
  readonly name: string
  readonly results: readonly RuleResult[]
}

/** Rules skipped for the same need or the same kind of reason, subdivided by their reasons. */
export interface SkipGroup extends Group {
  /** Whether options would let them run. The name says which. */
  readonly isUnlockable: boolean
  /** The reasons; none if the rules did not run because the run ended. */
  readonly reasons: readonly Group[]
}

const withStatus = ({ rules }: Report, status: RuleResult['status']): readonly RuleResult[] =>
  rules.filter((rule) => rule.status === status)

/** Whether a result is an expected failure that still fails. */
export const isExpectedFailure = ({ status, expected_failure: entry }: RuleResult): boolean =>
  isRed(status) && entry !== null && !entry.stale

/** The expected failures of a report. */
export const expectedFailures = (report: Report): readonly RuleResult[] =>
  report.rules.filter(isExpectedFailure)

/** The reason of an expected failure: `sorted by carrier (SHIP-12)`. */
export function knownReason({ expected_failure: entry }: RuleResult): string {
  if (entry === null) return ''
  return entry.issue === null ? entry.reason : `${entry.reason} (${entry.issue})`
}

/** What is not so: of a rule about walks, the statement that a walk broke; of any other, its title. */
export const headlineOf = ({ title, broken }: Pick<RuleResult, 'title' | 'broken'>): string =>
  broken === null ? title : `${broken.text} (${broken.id})`

/** The finding of a red rule in one sentence. */
export const findingOf = ({ status, expected, actual, reason }: RuleResult): string =>
  status === 'failed'
    ? `expected ${expected}, got ${actual}${reason === null ? '' : `. ${reason}`}`
    : (reason ?? '')

const kinds: Readonly<Record<NonNullable<RuleResult['reason_kind']>, string>> = {
  capability: 'for other reasons',
  data: 'for want of test data',
  permission: 'not permitted',
  not_observed: 'with nothing to judge',
  excluded: 'left out by the profile',
  safety: 'not safe',
  not_run: 'not run',
}

/** The skipped rules by what would let them run, the largest group first, then those that nothing lets run. */
export function skipGroups(report: Report): readonly SkipGroup[] {
  const skips = withStatus(report, 'skipped')
  const unlockable = groupBy(
    skips.filter(({ unlock }) => unlock.length > 0),
    ({ unlock }) => familyOf(unlock),
  ).map(({ results }) => ({ results, name: unlocksInWords(results.map(({ unlock }) => unlock)) }))
  const others = groupBy(
    skips.filter(({ unlock }) => unlock.length === 0),
    ({ reason_kind }) => kinds[reason_kind ?? 'capability'],
  )
  const reasonsOf = ({ results }: Group): readonly Group[] =>
    results.every(({ reason_kind }) => reason_kind === 'not_run')
      ? []
      : groupBy(results, ({ reason }) => reason ?? 'no reason')
  return [
    ...unlockable.map((group) => ({ ...group, isUnlockable: true, reasons: reasonsOf(group) })),
    ...others.map((group) => ({ ...group, isUnlockable: false, reasons: reasonsOf(group) })),
  ]
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
