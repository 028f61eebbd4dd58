import type { Report, RuleResult } from '../report.ts'
import { countsLine, errorGroups, failures, knownFailures, skipGroups } from './groups.ts'
import { escapeLines, escapeMarkup } from './inert.ts'
import { stepNotes } from './steps.ts'

/** Markdown for a job's summary. */
export function renderMarkdown(report: Report): string {
  const red = failures(report)
  const errors = errorGroups(report)
  const skips = skipGroups(report)
  const known = knownFailures(report)
  return [
    `# Conformance of ${text(report.target)}`,
    '',
    `**${text(countsLine(report))}**`,
    '',
    ...(report.stopped === null ? [] : [`> The run did not finish. ${text(report.stopped.reason)}`, '']),
    ...(red.length === 0
      ? []
      : ['## Failed', '', '| rule | what it states | expected | actual |', '| --- | --- | --- | --- |']),
    ...red.map(
      ({ id, title, expected, actual }) => `| ${id} | ${cell(title)} | ${cell(expected)} | ${cell(actual)} |`,
    ),
    ...(red.length === 0 ? [] : ['', ...red.flatMap(details)]),
    ...(errors.length === 0 ? [] : ['## Errored', '']),
    ...errors.map(({ name, results }) => `- ${results.map(({ id }) => id).join(', ')}: ${text(name)}`),
    ...(errors.length === 0 ? [] : ['']),
    ...(known.length === 0 ? [] : ['## Known to fail', '']),
    ...known.map(({ id, expected_failure: entry }) => `- ${id}: ${text(entry?.reason ?? '')}`),
    ...(known.length === 0 ? [] : ['']),
    ...(skips.length === 0 ? [] : ['## Skipped', '', '| needs | rules |', '| --- | --- |']),
    ...skips.map(
      ({ name, results }) =>
        `| ${cell(name)} | ${results.length}: ${results.map(({ id }) => id).join(', ')} |`,
    ),
    ...(skips.length === 0 ? [] : ['']),
    ...(report.observations.length === 0 ? [] : ['## Observed where nothing is documented', '']),
    ...report.observations.map(
      ({ topic, value }) => `- ${text(topic)}: ${text(JSON.stringify(value) ?? '')}`,
    ),
    ...(report.observations.length === 0 ? [] : ['']),
  ].join('\n')
}

function details(rule: RuleResult): readonly string[] {
  const { id, exchanges, again } = rule
  const shown = exchanges.at(-1)
  if (shown === undefined && again === null) return []
  return [
    `<details><summary>${id}: see it again</summary>`,
    '',
    ...(again === null ? [] : [`<pre>${escapeMarkup(again)}</pre>`]),
    ...stepNotes(rule).map((note) => `<p>${escapeMarkup(note)}</p>`),
    ...exchanges.map(({ curl }, index) => `<p>Step ${index + 1}</p><pre>${escapeMarkup(curl)}</pre>`),
    ...(shown === undefined
      ? []
      : [
          `<pre>${escapeLines(`${shown.response?.status ?? shown.failure}\n${shown.response?.body ?? ''}`)}</pre>`,
        ]),
    '',
    '</details>',
    '',
  ]
}

/** Nothing of the target is markup or a table. */
const text = (value: string): string =>
  escapeMarkup(value.replaceAll(/\s+/g, ' ')).replaceAll(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
const cell = (value: string | null): string => text(value ?? '')
