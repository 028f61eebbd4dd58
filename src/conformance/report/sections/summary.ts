import { plural } from '../../plural.ts'
import { groupByCause } from '../causes.ts'
import { getReportWords, type Report, type RuleGroup, type RuleResult } from '../report.ts'
import { groupSkippedRules, listExpectedFailures, splitShownItems } from './groups.ts'

/** How many groups of skipped rules the last line of a report names at most. */
const maxNamedGroups = 4

/** Renders the last line of every report for people: how many rules passed, failed, were skipped and errored, and the total. */
export function renderCountsLine(report: Report): string {
  const { passed, failed, skipped, errored } = report.summary
  const known = listExpectedFailures(report)
  const describeKnown = (status: 'failed' | 'errored'): string => {
    const count = known.filter((rule) => rule.status === status).length
    return count === 0 ? '' : ` (${count} ${getReportWords(report).oneTolerated})`
  }
  const why = describeSkipCounts(report)
  return [
    `${passed} passed`,
    `${failed} failed${describeKnown('failed')}`,
    `${skipped} skipped${why.length === 0 ? '' : ` (${why.join(', ')})`}`,
    `${errored} errored${describeKnown('errored')}`,
  ].join(', ')
}

/** Describes how many rules were skipped, by the option that would let them run, or by the reason if no option would. */
function describeSkipCounts(report: Report): readonly string[] {
  const groups = groupSkippedRules(report)
  const unlockable = groups.filter(({ isUnlockable }) => isUnlockable)
  const rest = unlockable.slice(maxNamedGroups).reduce((sum, { results }) => sum + results.length, 0)
  return [
    ...unlockable
      .slice(0, maxNamedGroups)
      .map(({ name, results }) => `${plural(results.length, 'needs', 'need')} ${name}`),
    ...(rest === 0 ? [] : [`${plural(rest, 'needs', 'need')} something else`]),
    ...groups
      .filter(({ isUnlockable }) => !isUnlockable)
      .map(({ name, results }) => `${results.length} ${name}`),
  ]
}

/** Renders the line that says how much money is missing from the live wallet. */
export function renderLossLine(lostCents: number): string {
  return `Missing from the live wallet, with no live charge that explains it: ${plural(lostCents, 'cent')}.`
}

/** The reason why a run proves less than it should: it ended early, or ran no rule. */
export interface RunProblem {
  readonly title: string
  readonly reason: string
}

/** Returns why a run proves less than it should; null if it ended normally and ran a rule. */
export function runProblemOf({ stopped, summary, shard, subject }: Report): RunProblem | null {
  if (stopped?.kind === 'bail')
    return { title: 'The run ended early, as --bail was given', reason: stopped.reason }
  if (stopped !== null) return { title: 'The run did not finish', reason: stopped.reason }
  const { passed, failed, errored, skipped } = summary
  if (passed + failed + errored > 0) return null
  if (shard !== null && skipped === 0) {
    return {
      title: 'No rule was executed',
      reason: `No selected rule is in shard ${shard.index}/${shard.count}. Merge the reports of all shards with --merge to see the result of the run.`,
    }
  }
  const { each } = getReportWords({ subject })
  return {
    title: `No ${each} was executed`,
    reason: `Nothing is proved: ${plural(skipped, `${each} was`, `${each}s were`)} skipped.`,
  }
}

/** Returns the causes of failures that the report tells the user to fix first, and a text about the remaining causes. */
export function selectFixFirst({ rules, subject }: Pick<Report, 'rules' | 'subject'>): {
  readonly groups: readonly RuleGroup[]
  /** The number of rules and causes that are left out: `and 14 rules for 12 other causes`; undefined if none are left out. */
  readonly more: string | undefined
} {
  const { shown, rest } = splitShownItems(groupByCause(rules))
  const left = rest.reduce((sum, group) => sum + group.rules.length, 0)
  return {
    groups: shown,
    more:
      rest.length === 0
        ? undefined
        : `and ${plural(left, getReportWords({ subject }).each)} for ${plural(rest.length, 'other cause')}`,
  }
}

/** Renders what to fix first as lines: for each cause, how many rules, what is wrong, and what to change. */
export function renderFixFirstLines(report: Pick<Report, 'rules' | 'subject'>): readonly string[] {
  const { groups, more } = selectFixFirst(report)
  const { each } = getReportWords(report)
  return [
    ...groups.map(({ title, fix, rules }) => `${plural(rules.length, each)}: ${title}. ${fix}`),
    ...(more === undefined ? [] : [more]),
  ]
}

/** How many endpoints with lost requests the report lists at most. */
const maxPlaces = 6

/** Describes the requests without a readable response, by endpoint; null if there were none. */
export function describeLostRequests({
  lost_requests,
}: Report): { readonly title: string; readonly places: readonly string[] } | null {
  if (lost_requests.length === 0) return null
  const total = lost_requests.reduce((sum, { count }) => sum + count, 0)
  const hidden = lost_requests.slice(maxPlaces).reduce((sum, { count }) => sum + count, 0)
  return {
    title: `${plural(total, 'request')} got no response. Requests that are safe to repeat were repeated; a rule that lacks a response is errored.`,
    places: [
      ...lost_requests
        .slice(0, maxPlaces)
        .map(({ place, got, count, of }) => `${count} of ${of} to ${place}: ${got}`),
      ...(hidden === 0 ? [] : [`${hidden} elsewhere; the JSON report has them all`]),
    ],
  }
}

/** The report does not list a rule as slow if it took less than this, in milliseconds. */
const minShownMs = 1_000
const maxSlowest = 10

/** Returns the rules that took longest, each at least a second. */
export function selectSlowest({ rules }: Report): readonly RuleResult[] {
  return rules
    .filter(({ duration_ms }) => duration_ms >= minShownMs)
    .sort((a, b) => b.duration_ms - a.duration_ms)
    .slice(0, maxSlowest)
}
