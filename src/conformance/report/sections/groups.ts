import { parseOptionSpan } from '../../duration.ts'
import { plural } from '../../plural.ts'
import {
  type EndpointCounts,
  isFailedOrErrored,
  type Report,
  type RuleGroup,
  type RuleResult,
} from '../report.ts'

/** A group of rules, with a heading. */
export interface Group {
  readonly name: string
  readonly results: readonly RuleResult[]
}

/** Rules that were skipped for the same need or the same kind of reason. `reasons` divides them by their exact reasons. */
export interface SkipGroup extends Group {
  /** True if options would let the rules run. The heading of the group then lists the options. */
  readonly isUnlockable: boolean
  /** The rules of the group by their exact reasons; empty if they were skipped because the run ended. */
  readonly reasons: readonly Group[]
}

const filterByStatus = ({ rules }: Report, status: RuleResult['status']): readonly RuleResult[] =>
  rules.filter((rule) => rule.status === status)

/** Returns true if a rule fails as the profile expects. */
export const isExpectedFailure = ({ status, expected_failure: entry }: RuleResult): boolean =>
  isFailedOrErrored(status) && entry !== null && !entry.stale

/** Returns the results of rules that fail as the profile expects. */
export const listExpectedFailures = (report: Report): readonly RuleResult[] =>
  report.rules.filter(isExpectedFailure)

/** Returns why the profile expects a rule to fail: `sorted by carrier (SHIP-12)`. */
export function describeKnownReason({ expected_failure: entry }: RuleResult): string {
  if (entry === null) return ''
  return entry.issue === null ? entry.reason : `${entry.reason} (${entry.issue})`
}

/** Describes why a failed rule does not make the run fail: `known to fail: sorted by carrier (SHIP-12)`, or that the rule is only advice. */
export function describeWhyTolerated(rule: RuleResult): string {
  return `${rule.severity === 'advice' ? 'advice' : 'known to fail'}: ${describeKnownReason(rule)}`
}

/** Returns the words for a failure that does not make the run fail: a known failure or advice. */
export const nameToleratedFailure = ({ severity }: RuleResult): string =>
  severity === 'advice' ? 'advice' : 'profile'

/** Returns the number of results with its noun: `3 rules`, or `3 cases` of a receiver examination. */
export function describeRuleCount(results: readonly RuleResult[]): string {
  return plural(results.length, results[0]?.severity === undefined ? 'rule' : 'case')
}

/** Returns the title of a cause with the number of its rules: `Broken rule: A rate has a price: 3 rules`. */
export const describeCauseSize = ({ title, results }: Pick<RuleGroup, 'title' | 'results'>): string =>
  `${title.replace(/\.$/, '')}: ${describeRuleCount(results)}`

/** Returns the requirement that the target broke: the statement of the specification if a random walk failed, else the rule's title. */
export const headlineOf = ({ title, broken }: Pick<RuleResult, 'title' | 'broken'>): string =>
  broken === null ? title : `${broken.text} (${broken.id})`

/** Returns one sentence that says what is wrong with a failed or errored rule. */
export const findingOf = ({ status, expected, actual, reason }: RuleResult): string =>
  status === 'failed'
    ? `expected ${expected}, got ${actual}${reason === null ? '' : `. ${reason}`}`
    : (reason ?? '')

const kinds: Readonly<Record<NonNullable<RuleResult['reason_kind']>, string>> = {
  capability: 'for other reasons',
  data: 'for want of test data',
  permission: 'not permitted',
  not_observed: 'with nothing to check',
  excluded: 'left out by the profile',
  safety: 'not safe',
  not_run: 'not run',
}

/** Groups the skipped rules by the option that would let them run, the largest group first. Rules that no option lets run come last. */
export function groupSkippedRules(report: Report): readonly SkipGroup[] {
  const skips = filterByStatus(report, 'skipped')
  const unlockable = groupBy(
    skips.filter(({ unlock }) => unlock.length > 0),
    ({ unlock }) => nameUnlockOptions(unlock),
  ).map(({ results }) => ({ results, name: describeGroupUnlocks(results.map(({ unlock }) => unlock)) }))
  const others = groupBy(
    skips.filter(({ unlock }) => unlock.length === 0),
    ({ reason_kind }) => kinds[reason_kind ?? 'capability'],
  )
  const groupByReason = ({ results }: Group): readonly Group[] =>
    results.every(({ reason_kind }) => reason_kind === 'not_run')
      ? []
      : groupBy(results, ({ reason }) => reason ?? 'no reason')
  return [
    ...unlockable.map((group) => ({ ...group, isUnlockable: true, reasons: groupByReason(group) })),
    ...others.map((group) => ({ ...group, isUnlockable: false, reasons: groupByReason(group) })),
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

export const joinRuleIds = (results: readonly RuleResult[]): string => results.map(({ id }) => id).join(', ')

/** How many items of a list the report shows at most. */
const maxShownItems = 10

/** Divides a list into the first ten items, which the report shows, and the rest. */
export function splitShownItems<Item>(items: readonly Item[]): {
  readonly shown: readonly Item[]
  readonly rest: readonly Item[]
} {
  return { shown: items.slice(0, maxShownItems), rest: items.slice(maxShownItems) }
}

/** Divides the other rules of a cause: up to ten failed rules to show, the other failed rules, and rules that could not be checked. */
export function divideRulesAfterFirst([, ...others]: readonly RuleResult[]) {
  return {
    ...splitShownItems(others.filter(({ status }) => status === 'failed')),
    errored: others.filter(({ status }) => status === 'errored'),
    skipped: others.filter(({ status }) => status === 'skipped'),
  }
}

const columns = ['passed', 'failed', 'errored', 'skipped'] as const

/** Builds the rows of the table of results by endpoint, headings first. A count of zero is left empty. */
export function buildTableRows(
  endpoints: readonly EndpointCounts[],
): readonly [readonly string[], ...(readonly string[])[]] {
  return [
    ['endpoint', ...columns],
    ...endpoints.map((counts) => [
      counts.endpoint ?? 'all, or none alone',
      ...columns.map((column) => (counts[column] === 0 ? '' : String(counts[column]))),
    ]),
  ]
}

/** Renders one line for a failed rule with the same cause as `mainRule`: its title, and the expected value if it differs. */
export function renderSameCauseLine(result: RuleResult, mainRule: RuleResult): string {
  const { id, expected } = result
  return `${id}  ${headlineOf(result)}${expected === mainRule.expected ? '' : ` Expected ${expected}.`}`
}

/** How reports name an option that the rule needs with another value than the user gave. */
const valued: ReadonlyMap<string, string> = new Map([
  ['--max-spend', 'a higher --max-spend'],
  ['--webhook-public-url', 'a --webhook-public-url that leads to this process'],
])

const waiting = /^--allow-wait (\S+)$/

/**
 * Joins the options that would let a skipped rule run, without the length of a wait. So rules that differ only in this
 * length get the same text.
 */
export function nameUnlockOptions(unlock: readonly string[]): string {
  return [...unlock]
    .sort()
    .map((each) => each.replace(waiting, '--allow-wait'))
    .join(' and ')
}

/** Lists the options that would let all rules of a group run: `--allow-wait 6m to 27h`. */
export function describeGroupUnlocks(unlockLists: readonly (readonly string[])[]): string {
  const spans = unlockLists
    .flat()
    .flatMap((each) => waiting.exec(each)?.[1] ?? [])
    .sort((one, other) => parseOptionSpan(one) - parseOptionSpan(other))
  const [shortest, longest] = [spans.at(0), spans.at(-1)]
  const wait = shortest === longest ? `--allow-wait ${longest}` : `--allow-wait ${shortest} to ${longest}`
  return nameUnlockOptions(unlockLists[0] ?? [])
    .split(' and ')
    .map((each) => (each === '--allow-wait' ? wait : (valued.get(each) ?? each)))
    .map((each, _, all) => (all.length > 1 && each.includes(' or ') ? `(${each})` : each))
    .join(' and ')
}
