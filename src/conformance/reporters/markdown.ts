import { spanText } from '../duration.ts'
import type { Report, RuleResult } from '../reporting/report.ts'
import { errorGroups, failures, type Group, knownFailures, knownReason, skipGroups } from './groups.ts'
import { escapeLines, escapeMarkup, inert } from './inert.ts'
import { stepNotes } from './steps.ts'
import { countsLine, troubleOf } from './summary.ts'

/** Markdown for a job's summary. */
export function renderMarkdown(report: Report): string {
  const red = failures(report)
  const errors = errorGroups(report)
  const skips = skipGroups(report)
  const known = knownFailures(report)
  const trouble = troubleOf(report)
  return [
    `# Conformance of ${text(report.target)}`,
    '',
    `**${text(countsLine(report))}**`,
    '',
    ...(trouble === null ? [] : [`> ${trouble.title}. ${text(trouble.reason)}`, '']),
    `${report.requests} requests in ${spanText(report.duration_ms)}`,
    '',
    ...section('Failed', red.length, [
      '| rule | what it states | expected | actual |',
      '| --- | --- | --- | --- |',
      ...red.map(
        ({ id, title, expected, actual }) =>
          `| ${id} | ${cell(title)} | ${codeCell(expected)} | ${codeCell(actual)} |`,
      ),
      '',
      ...red.flatMap(details),
    ]),
    ...section('Errored', errors.length, errors.flatMap(errored)),
    ...section('Known to fail', known.length, [
      '| rule | why | what it states | expected | actual |',
      '| --- | --- | --- | --- | --- |',
      ...known.map(
        (rule) =>
          `| ${rule.id} | ${cell(knownReason(rule))} | ${cell(rule.title)} | ${codeCell(rule.expected)} | ${codeCell(rule.actual ?? rule.reason)} |`,
      ),
      '',
    ]),
    ...section('Skipped', skips.length, [
      '| needs | why | rules |',
      '| --- | --- | --- |',
      ...skips.flatMap(({ name, results, reasons }) =>
        reasons.length === 0
          ? [`| ${cell(name)} | | ${results.length} |`]
          : reasons.map(
              (each) =>
                `| ${cell(name)} | ${cell(each.name)} | ${each.results.length}: ${idsOf(each.results)} |`,
            ),
      ),
      '',
    ]),
    ...section('Observed where nothing is documented', report.observations.length, [
      ...report.observations.map(
        ({ topic, value }) => `- ${text(topic)}: ${code(JSON.stringify(value) ?? 'nothing')}`,
      ),
      '',
    ]),
  ].join('\n')
}

function section(title: string, count: number, lines: readonly string[]): readonly string[] {
  return count === 0 ? [] : [`## ${title}`, '', ...lines]
}

function errored({ name, results }: Group): readonly string[] {
  const [first] = results
  if (first === undefined) return []
  const title = results.length === 1 ? ` ${text(first.title)}` : ''
  return [`- ${idsOf(results)}:${title} ${code(name)}`, '', ...details(first)]
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

const idsOf = (results: readonly RuleResult[]): string => results.map(({ id }) => id).join(', ')

/** Prose: nothing in it is markup. Words of ours always stand before it in its line. */
const text = (value: string): string =>
  inert(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*[\]|~]|(?<!\w)_|_(?!\w)/g, '\\$&')
const cell = (value: string): string => text(value)

/** A value as it is, whatever it holds. */
function code(value: string): string {
  const shown = inert(value)
  const runs = (shown.match(/`+/g) ?? []).map(({ length }) => length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  const space = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${space}${shown}${space}${fence}`
}

/** In a table a bar ends a cell, in code too, unless an odd number of backslashes stands before it. */
const codeCell = (value: string | null): string =>
  value === null || value === ''
    ? ''
    : code(value).replaceAll(
        /(\\*)\|/g,
        (_, before: string) => `${before}${before.length % 2 === 0 ? '\\' : '\\\\'}|`,
      )
