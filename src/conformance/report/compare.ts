import { plural } from '../plural.ts'
import { neutralise } from './neutral-text.ts'
import type { ReadReport } from './read-report.ts'
import { isConclusive, isFailedOrErrored, isUnexpected } from './report.ts'

/** The differences between two reports. */
export interface Comparison {
  readonly before: string
  readonly after: string
  readonly changed: readonly {
    readonly id: string
    readonly title: string
    /** The status of the rule in the earlier report; undefined if the report does not have the rule. */
    readonly from: string | undefined
    readonly to: string | undefined
  }[]
  /** The ids of rules that were checked in the earlier report and not in the later one. */
  readonly unjudged: readonly string[]
  /** True if the later run ended normally and checked at least one rule. */
  readonly isSound: boolean
  /** The ids of rules that fail unexpectedly in the later report and did not fail in the earlier one. */
  readonly broken: readonly string[]
  readonly observations: readonly { readonly topic: string; readonly from: unknown; readonly to: unknown }[]
}

export function compareReports(before: ReadReport, after: ReadReport): Comparison {
  const mapRulesById = (report: ReadReport) => new Map(report.rules.map((rule) => [rule.id, rule]))
  const first = mapRulesById(before)
  const second = mapRulesById(after)
  const ids = new Set([...first.keys(), ...second.keys()])
  const mapObservationsByTopic = (report: ReadReport) =>
    new Map(report.observations.map(({ topic, value }) => [topic, value]))
  const saw = mapObservationsByTopic(before)
  const sees = mapObservationsByTopic(after)
  return {
    before: before.target,
    after: after.target,
    changed: [...ids].flatMap((id) => {
      const [one, other] = [first.get(id), second.get(id)]
      if (one?.status === other?.status) return []
      return [{ id, title: (other ?? one)?.title ?? '', from: one?.status, to: other?.status }]
    }),
    unjudged: before.rules
      .filter(({ id, status }) => status !== 'skipped' && (second.get(id)?.status ?? 'skipped') === 'skipped')
      .map(({ id }) => id),
    isSound: isConclusive(after),
    broken: after.rules
      .filter((rule) => isUnexpected(rule) && !isFailedOrErrored(first.get(rule.id)?.status))
      .map(({ id }) => id),
    observations: [...new Set([...saw.keys(), ...sees.keys()])].flatMap((topic) => {
      const [from, to] = [saw.get(topic), sees.get(topic)]
      return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ topic, from, to }]
    }),
  }
}

/**
 * Returns the exit status of a comparison: 3 if the later report proves nothing, 1 if a rule fails in it that did not
 * fail before, else 0.
 */
export function exitStatusOfComparison({ isSound, broken }: Comparison): 0 | 1 | 3 {
  if (!isSound) return 3
  return broken.length === 0 ? 0 : 1
}

export function renderComparison(comparison: Comparison): string {
  const { before, after, changed, unjudged, isSound, broken, observations } = comparison
  const width = Math.max(0, ...changed.map(({ id }) => id.length))
  return [
    neutralise(`From ${before} to ${after}`),
    '',
    ...changed.map(({ id, title, from, to }) =>
      neutralise(`  ${id.padEnd(width)}  ${from ?? 'not there'} -> ${to ?? 'not there'}  ${title}`),
    ),
    changed.length === 0
      ? '  No rule has another outcome.'
      : `  ${plural(changed.length, 'rule has', 'rules have')} another outcome.`,
    ...(broken.length === 0
      ? []
      : [`  ${plural(broken.length, 'rule now fails', 'rules now fail')}: ${broken.join(', ')}`]),
    ...(unjudged.length === 0
      ? []
      : [
          `  ${plural(unjudged.length, 'rule', 'rules')} checked before ${unjudged.length === 1 ? 'is' : 'are'} not checked now.`,
        ]),
    ...(isSound ? [] : ['  The second run did not finish or checked nothing, so it proves nothing.']),
    ...(observations.length === 0 ? [] : ['', 'Observed where nothing is documented:']),
    ...observations.map(({ topic, from, to }) =>
      neutralise(`  ${topic}: ${JSON.stringify(from) ?? 'nothing'} -> ${JSON.stringify(to) ?? 'nothing'}`),
    ),
    '',
  ].join('\n')
}
