import { BadInput } from '../bad-input.ts'
import type { Rule } from '../rule.ts'
import { isLoopback } from '../target/hosts.ts'
import { buildOverview } from './causes.ts'
import { attributeFailures } from './failure-attribution.ts'
import type { LostRequests, Observation, Report } from './report.ts'

/** The report of one shard (a part of a run), and the file that it was read from. */
export interface ReportPart {
  readonly file: string
  readonly report: Report
}

type Parts = readonly [ReportPart, ...ReportPart[]]

/** Merges the reports of shards (parts of one run) into one report. Throws BadInput if they are not shards of one run. */
export function mergeReports(parts: Parts, catalogue: readonly Rule[]): Report {
  checkSameRun(parts)
  const [{ report: first }] = parts
  const reports = parts.map(({ report }) => report)
  const order = new Map(catalogue.map(({ id }, index) => [id, index]))
  const positionOf = (id: (typeof catalogue)[number]['id']): number => order.get(id) ?? catalogue.length
  const results = reports.flatMap(({ rules }) => rules).sort((a, b) => positionOf(a.id) - positionOf(b.id))
  // A failure in one shard may be the cause of failures in other shards.
  const rules = attributeFailures(results, catalogue)
  const sumOver = (read: (report: Report) => number): number =>
    reports.reduce((total, each) => total + read(each), 0)
  return {
    ...first,
    ...buildOverview(rules),
    rules,
    shard: null,
    started_at: reports.map(({ started_at }) => started_at).reduce((a, b) => (a < b ? a : b)),
    duration_ms: sumOver(({ duration_ms }) => duration_ms),
    stopped: reports.find(({ stopped }) => stopped !== null)?.stopped ?? null,
    observations: mergeObservations(reports.flatMap(({ observations }) => observations)),
    leftovers: reports.flatMap(({ leftovers }) => leftovers),
    spent_cents: sumOver(({ spent_cents }) => spent_cents),
    exploration: reports.find(({ exploration }) => exploration !== null)?.exploration ?? null,
    lost_cents: sumOver(({ lost_cents }) => lost_cents),
    requests: sumOver(({ requests }) => requests),
    lost_requests: mergeLostRequests(reports),
  }
}

/** Merges the counts of lost requests (requests without a readable response), and adds up the requests to each endpoint. */
function mergeLostRequests(reports: readonly Report[]): Report['lost_requests'] {
  const lost = new Map<string, LostRequests>()
  const of = new Map<string, number>()
  for (const { lost_requests } of reports) {
    const sent = new Map(lost_requests.map((each) => [each.place, each.of]))
    for (const [place, count] of sent) of.set(place, (of.get(place) ?? 0) + count)
    for (const each of lost_requests) {
      const key = `${each.place} ${each.got}`
      lost.set(key, { ...each, count: each.count + (lost.get(key)?.count ?? 0) })
    }
  }
  return [...lost.values()]
    .map((each) => ({ ...each, of: of.get(each.place) ?? each.of }))
    .sort((a, b) => b.count - a.count || a.place.localeCompare(b.place))
}

/** Throws BadInput unless all reports have the same target and suite version, and no rule is in two reports. */
function checkSameRun([first, ...others]: Parts): void {
  const holders = new Map(first.report.rules.map(({ id }) => [id, first.file]))
  for (const { file, report } of others) {
    const refuseDifference = (what: string, here: string, there: string): void => {
      if (here === there) return
      throw new BadInput(
        `--merge: ${first.file} is of ${what} ${here}, ${file} of ${there}: they are not shards of one run.`,
      )
    }
    if (!haveSameTarget(first.report, report))
      refuseDifference('the target', first.report.target, report.target)
    refuseDifference('suite', first.report.suite_version, report.suite_version)
    refuseDifference('a run', describeControl(first.report), describeControl(report))
    const twice = report.rules.filter(({ id }) => holders.has(id))
    if (twice[0] !== undefined) {
      throw new BadInput(
        `--merge: ${twice[0].id}${twice.length === 1 ? '' : ` and ${twice.length - 1} more`} ${twice.length === 1 ? 'is' : 'are'} in ${holders.get(twice[0].id)} and in ${file}. Shards of one run have no rule in common: run them with the same --only and --skip, and --shard 1/N to N/N.`,
      )
    }
    for (const { id } of report.rules) holders.set(id, file)
  }
  checkShards([first, ...others])
}

/**
 * Returns true if two reports have the same target. For a target on this machine, the ports may differ, as each shard
 * may run in a separate `drydock exec`.
 */
function haveSameTarget(first: Report, second: Report): boolean {
  if (first.shard === null || second.shard === null) return false
  if (!URL.canParse(first.target) || !URL.canParse(second.target)) return false
  const [a, b] = [new URL(first.target), new URL(second.target)]
  a.port = b.port
  return isLoopback(a.hostname) && a.href === b.href
}

/** Throws BadInput if the report of a shard (part of the run) is missing, as its failures would be missing, too. */
function checkShards(parts: Parts): void {
  const shards = parts.flatMap(({ report: { shard } }) => (shard === null ? [] : [shard]))
  for (const { count } of shards) {
    const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
      (wanted) => !shards.some((shard) => shard.count === count && shard.index === wanted),
    )
    if (missing.length === 0) continue
    const names = missing.map((index) => `${index}/${count}`).join(', ')
    throw new BadInput(
      `--merge: ${missing.length === 1 ? `shard ${names} of this run is` : `shards ${names} of this run are`} missing: add every report of the run.`,
    )
  }
}

const describeControl = ({ control }: Report): string => `${control ? 'with' : 'without'} a control protocol`

/** Merges the observations of several reports, by topic. Lists become one list. Other values become a list if they differ. */
function mergeObservations(observations: readonly Observation[]): readonly Observation[] {
  const topics = new Map<string, unknown[]>()
  for (const { topic, value } of observations) {
    const known = topics.get(topic)
    if (known === undefined) topics.set(topic, [value])
    else known.push(value)
  }
  return [...topics]
    .map(([topic, values]) => ({ topic, value: mergeObservedValues(values) }))
    .sort((a, b) => a.topic.localeCompare(b.topic))
}

/** Merges what several reports observed about one topic: the value if all have the same, else a sorted list of the different values. */
function mergeObservedValues(values: readonly unknown[]): unknown {
  const areLists = values.every(Array.isArray)
  const different = new Map(values.flat(areLists ? 1 : 0).map((each) => [JSON.stringify(each), each]))
  const [only] = different.values()
  if (!areLists && different.size === 1) return only
  return [...different].sort(([a], [b]) => a.localeCompare(b)).map(([, each]) => each)
}
