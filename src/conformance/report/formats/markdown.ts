import { formatSpan } from '../../duration.ts'
import { groupByCause } from '../causes.ts'
import { escapeLines, escapeMarkup, neutralise } from '../neutral-text.ts'
import { hasEndpoints, type Report, type RuleGroup, type RuleResult, reportWords } from '../report.ts'
import {
  countText,
  divideRest,
  expectedFailures,
  groupSkipped,
  headlineOf,
  knownReason,
  tableRows,
} from '../sections/groups.ts'
import { deliveryTitle, headerText, stepNotes } from '../sections/step-notes.ts'
import {
  countsLine,
  describeLostRequests,
  lossLine,
  runProblemOf,
  selectFixFirst,
  selectSlowest,
} from '../sections/summary.ts'

/** Renders the report as Markdown, for the summary of a job. */
export function renderMarkdown(report: Report): string {
  const groups = groupByCause(report.rules)
  const trouble = runProblemOf(report)
  return [
    `# ${reportWords(report).title} of ${escapeText(report.target)}`,
    '',
    `**${escapeText(countsLine(report))}**`,
    '',
    ...(trouble === null ? [] : [`> ${trouble.title}. ${escapeText(trouble.reason)}`, '']),
    ...(report.lost_cents === 0 ? [] : [`> ${lossLine(report.lost_cents)}`, '']),
    `${report.requests} requests in ${formatSpan(report.duration_ms)}`,
    '',
    ...renderSection('Fix first', groups.length, renderFixFirstSection(report)),
    ...renderSection('By endpoint', hasEndpoints(report) ? groups.length : 0, [
      ...renderEndpointTable(report),
      '',
    ]),
    ...renderSection('What broke', groups.length, groups.flatMap(renderCauseGroup)),
    ...knownSection(report),
    ...skippedSection(report),
    ...slowestSection(report),
    ...lostSection(report),
    ...observedSection(report),
  ].join('\n')
}

function renderFixFirstSection(report: Report): readonly string[] {
  const { groups, more } = selectFixFirst(report)
  return [
    `| ${reportWords(report).each}s | what is wrong | what to change |`,
    '| ---: | --- | --- |',
    ...groups.map(
      ({ title, fix, rules }) =>
        `| ${rules.length} | ${tableCell(title)} (${rules[0]}) | ${tableCell(fix)} |`,
    ),
    ...(more === undefined ? [] : [`| | ${more} | |`]),
    '',
  ]
}

function knownSection(report: Report): readonly string[] {
  const results = expectedFailures(report)
  return renderSection(reportWords(report).tolerated, results.length, [
    `| ${reportWords(report).each} | why | what it states | expected | actual |`,
    '| --- | --- | --- | --- | --- |',
    ...results.map(
      (rule) =>
        `| ${rule.id} | ${tableCell(knownReason(rule))} | ${tableCell(headlineOf(rule))} | ${codeCell(rule.expected)} | ${codeCell(rule.actual ?? rule.reason)} |`,
    ),
    '',
  ])
}

function skippedSection(report: Report): readonly string[] {
  const groups = groupSkipped(report)
  return renderSection('Skipped', groups.length, [
    `| needs | why | ${reportWords(report).each}s |`,
    '| --- | --- | --- |',
    ...groups.flatMap(({ name, results, reasons }) =>
      reasons.length === 0
        ? [`| ${tableCell(name)} | | ${results.length} |`]
        : reasons.map(
            (each) =>
              `| ${tableCell(name)} | ${tableCell(each.name)} | ${each.results.length}: ${joinRuleIds(each.results)} |`,
          ),
    ),
    '',
  ])
}

function slowestSection(report: Report): readonly string[] {
  const results = selectSlowest(report)
  return renderSection('Slowest', results.length, [
    `| ${reportWords(report).each} | took | what it states |`,
    '| --- | ---: | --- |',
    ...results.map(
      ({ id, duration_ms, title }) => `| ${id} | ${formatSpan(duration_ms)} | ${tableCell(title)} |`,
    ),
    '',
  ])
}

function lostSection(report: Report): readonly string[] {
  const { title, places } = describeLostRequests(report) ?? { title: '', places: [] }
  return renderSection('Without an answer', places.length, [
    title,
    '',
    ...places.map((each) => `- ${escapeText(each)}`),
    '',
  ])
}

function observedSection({ observations }: Report): readonly string[] {
  return renderSection('Observed where nothing is documented', observations.length, [
    ...observations.map(
      ({ topic, value }) => `- ${escapeText(topic)}: ${inlineCode(JSON.stringify(value) ?? 'nothing')}`,
    ),
    '',
  ])
}

function renderSection(title: string, count: number, lines: readonly string[]): readonly string[] {
  return count === 0 ? [] : [`## ${title}`, '', ...lines]
}

function renderEndpointTable({ endpoints }: Report): readonly string[] {
  const [head, ...rows] = tableRows(endpoints)
  return [
    `| ${head.join(' | ')} |`,
    `| --- |${' ---: |'.repeat(head.length - 1)}`,
    ...rows.map((row) => `| ${row.map(tableCell).join(' | ')} |`),
  ]
}

/** Renders the rules of a cause, each with its finding, the first with its exchanges. */
function renderCauseGroup({ title, results }: RuleGroup): readonly string[] {
  const [chief] = results
  const { shown, rest, errored, skipped } = divideRest(results)
  return [
    `### ${escapeText(results.length === 1 ? `${chief.id} ${headlineOf(chief)}` : `${title} (${countText(results)})`)}`,
    '',
    ...[chief, ...shown].map(
      (each) =>
        `- ${each.id} ${each.status}: ${results.length === 1 ? '' : `${escapeText(headlineOf(each))} `}${findingText(each)}`,
    ),
    ...(rest.length === 0 ? [] : [`- and ${rest.length} more: ${joinRuleIds(rest)}`]),
    ...(errored.length === 0 ? [] : [`- errored for the same: ${joinRuleIds(errored)}`]),
    ...(skipped.length === 0 ? [] : [`- skipped until then: ${joinRuleIds(skipped)}`]),
    '',
    ...detailsBlock(chief),
  ]
}

function findingText({ expected, actual, reason }: RuleResult): string {
  return expected === null
    ? inlineCode(reason ?? 'no reason')
    : `expected ${inlineCode(expected)}, got ${inlineCode(actual ?? 'nothing')}`
}

function detailsBlock(rule: RuleResult): readonly string[] {
  const { id, exchanges, deliveries, again, walk } = rule
  const shown = exchanges.at(-1)
  if (shown === undefined && again === null) return []
  return [
    `<details><summary>${id}: see it again</summary>`,
    '',
    ...(again === null ? [] : [`<pre>${escapeMarkup(again)}</pre>`]),
    ...stepNotes(rule).map((note) => `<p>${escapeMarkup(note)}</p>`),
    ...(walk === null
      ? exchanges.map(({ curl }, index) => `<p>Step ${index + 1}</p><pre>${escapeMarkup(curl)}</pre>`)
      : [`<pre>${escapeLines(walk.steps.join('\n'))}</pre>`, `<pre>${escapeLines(walk.shell)}</pre>`]),
    ...(shown === undefined || walk !== null
      ? []
      : [
          `<pre>${escapeLines(`${shown.response?.status ?? shown.failure}\n${shown.response?.body ?? ''}`)}</pre>`,
        ]),
    ...deliveries.map(
      (each) =>
        `<p>Delivery: ${escapeMarkup(deliveryTitle(each))}</p><pre>${escapeLines(`${headerText(each, '\n')}\n\n${each.body}`)}</pre>`,
    ),
    '',
    '</details>',
    '',
  ]
}

const joinRuleIds = (results: readonly RuleResult[]): string => results.map(({ id }) => id).join(', ')

/** Escapes the Markdown in a text. The caller puts other words before the text in its line. */
export const escapeText = (value: string): string =>
  neutralise(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*[\]|~]|(?<!\w)_|_(?!\w)/g, '\\$&')
const tableCell = (value: string): string => escapeText(value)

/** Renders a value as inline code, with enough backticks for any value. */
function inlineCode(value: string): string {
  const shown = neutralise(value)
  const runs = (shown.match(/`+/g) ?? []).map(({ length }) => length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  const space = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${space}${shown}${space}${fence}`
}

/** Renders a value as code in a table cell. A bar would end the cell unless an odd number of backslashes is before it. */
const codeCell = (value: string | null): string =>
  value === null || value === ''
    ? ''
    : inlineCode(value).replaceAll(/\\+\|?|\|/g, (found) => {
        if (!found.endsWith('|')) return found
        const before = found.slice(0, -1)
        return `${before}${before.length % 2 === 0 ? '\\' : '\\\\'}|`
      })
