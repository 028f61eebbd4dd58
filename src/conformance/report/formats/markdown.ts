import { formatSpan } from '../../duration.ts'
import { groupByCause } from '../causes.ts'
import { escapeMarkup, escapeMarkupAndLineEnds, neutralise } from '../neutral-text.ts'
import { getReportWords, hasEndpoints, type Report, type RuleGroup, type RuleResult } from '../report.ts'
import {
  buildTableRows,
  describeKnownReason,
  describeRuleCount,
  divideRulesAfterFirst,
  groupSkippedRules,
  headlineOf,
  joinRuleIds,
  listExpectedFailures,
} from '../sections/groups.ts'
import { buildStepNotes, renderDeliveryTitle, renderHeaderText } from '../sections/step-notes.ts'
import {
  describeLostRequests,
  renderCountsLine,
  renderLossLine,
  runProblemOf,
  selectFixFirst,
  selectSlowest,
} from '../sections/summary.ts'

/** Renders the report as Markdown, for the summary of a CI job. */
export function renderMarkdown(report: Report): string {
  const groups = groupByCause(report.rules)
  const trouble = runProblemOf(report)
  return [
    `# ${getReportWords(report).title} of ${escapeText(report.target)}`,
    '',
    `**${escapeText(renderCountsLine(report))}**`,
    '',
    ...(trouble === null ? [] : [`> ${trouble.title}. ${escapeText(trouble.reason)}`, '']),
    ...(report.lost_cents === 0 ? [] : [`> ${renderLossLine(report.lost_cents)}`, '']),
    `${report.requests} requests in ${formatSpan(report.duration_ms)}`,
    '',
    ...renderSection('Fix first', groups.length, renderFixFirstSection(report)),
    ...renderSection('By endpoint', hasEndpoints(report) ? groups.length : 0, [
      ...renderEndpointTable(report),
      '',
    ]),
    ...renderSection('What broke', groups.length, groups.flatMap(renderCauseGroup)),
    ...renderKnownFailureSection(report),
    ...renderSkippedRuleSection(report),
    ...renderSlowestRuleSection(report),
    ...renderLostRequestSection(report),
    ...renderObservationSection(report),
  ].join('\n')
}

function renderFixFirstSection(report: Report): readonly string[] {
  const { groups, more } = selectFixFirst(report)
  return [
    `| ${getReportWords(report).each}s | what is wrong | what to change |`,
    '| ---: | --- | --- |',
    ...groups.map(
      ({ title, fix, rules }) =>
        `| ${rules.length} | ${escapeText(title)} (${rules[0]}) | ${escapeText(fix)} |`,
    ),
    ...(more === undefined ? [] : [`| | ${more} | |`]),
    '',
  ]
}

function renderKnownFailureSection(report: Report): readonly string[] {
  const results = listExpectedFailures(report)
  return renderSection(getReportWords(report).tolerated, results.length, [
    `| ${getReportWords(report).each} | why | what it states | expected | actual |`,
    '| --- | --- | --- | --- | --- |',
    ...results.map(
      (rule) =>
        `| ${rule.id} | ${escapeText(describeKnownReason(rule))} | ${escapeText(headlineOf(rule))} | ${renderCodeCell(rule.expected)} | ${renderCodeCell(rule.actual ?? rule.reason)} |`,
    ),
    '',
  ])
}

function renderSkippedRuleSection(report: Report): readonly string[] {
  const groups = groupSkippedRules(report)
  return renderSection('Skipped', groups.length, [
    `| needs | why | ${getReportWords(report).each}s |`,
    '| --- | --- | --- |',
    ...groups.flatMap(({ name, results, reasons }) =>
      reasons.length === 0
        ? [`| ${escapeText(name)} | | ${results.length} |`]
        : reasons.map(
            (each) =>
              `| ${escapeText(name)} | ${escapeText(each.name)} | ${each.results.length}: ${joinRuleIds(each.results)} |`,
          ),
    ),
    '',
  ])
}

function renderSlowestRuleSection(report: Report): readonly string[] {
  const results = selectSlowest(report)
  return renderSection('Slowest', results.length, [
    `| ${getReportWords(report).each} | took | what it states |`,
    '| --- | ---: | --- |',
    ...results.map(
      ({ id, duration_ms, title }) => `| ${id} | ${formatSpan(duration_ms)} | ${escapeText(title)} |`,
    ),
    '',
  ])
}

function renderLostRequestSection(report: Report): readonly string[] {
  const { title, places } = describeLostRequests(report) ?? { title: '', places: [] }
  return renderSection('Without a response', places.length, [
    title,
    '',
    ...places.map((each) => `- ${escapeText(each)}`),
    '',
  ])
}

function renderObservationSection({ observations }: Report): readonly string[] {
  return renderSection('Observed where nothing is documented', observations.length, [
    ...observations.map(
      ({ topic, value }) => `- ${escapeText(topic)}: ${renderInlineCode(JSON.stringify(value) ?? 'nothing')}`,
    ),
    '',
  ])
}

function renderSection(title: string, count: number, lines: readonly string[]): readonly string[] {
  return count === 0 ? [] : [`## ${title}`, '', ...lines]
}

function renderEndpointTable({ endpoints }: Report): readonly string[] {
  const [head, ...rows] = buildTableRows(endpoints)
  return [
    `| ${head.join(' | ')} |`,
    `| --- |${' ---: |'.repeat(head.length - 1)}`,
    ...rows.map((row) => `| ${row.map(escapeText).join(' | ')} |`),
  ]
}

/** Renders the failed rules with one cause, each with its expected and actual value. The first rule also has its exchanges. */
function renderCauseGroup({ title, results }: RuleGroup): readonly string[] {
  const [mainRule] = results
  const { shown, rest, errored, skipped } = divideRulesAfterFirst(results)
  return [
    `### ${escapeText(results.length === 1 ? `${mainRule.id} ${headlineOf(mainRule)}` : `${title} (${describeRuleCount(results)})`)}`,
    '',
    ...[mainRule, ...shown].map(
      (each) =>
        `- ${each.id} ${each.status}: ${results.length === 1 ? '' : `${escapeText(headlineOf(each))} `}${renderFinding(each)}`,
    ),
    ...(rest.length === 0 ? [] : [`- and ${rest.length} more: ${joinRuleIds(rest)}`]),
    ...(errored.length === 0 ? [] : [`- errored for this cause: ${joinRuleIds(errored)}`]),
    ...(skipped.length === 0 ? [] : [`- skipped for this cause: ${joinRuleIds(skipped)}`]),
    '',
    ...renderDetails(mainRule),
  ]
}

function renderFinding({ expected, actual, reason }: RuleResult): string {
  return expected === null
    ? renderInlineCode(reason ?? 'no reason')
    : `expected ${renderInlineCode(expected)}, got ${renderInlineCode(actual ?? 'nothing')}`
}

function renderDetails(rule: RuleResult): readonly string[] {
  const { id, exchanges, deliveries, again, walk } = rule
  const shown = exchanges.at(-1)
  if (shown === undefined && again === null) return []
  return [
    `<details><summary>${id}: see it again</summary>`,
    '',
    ...(again === null ? [] : [`<pre>${escapeMarkup(again)}</pre>`]),
    ...buildStepNotes(rule).map((note) => `<p>${escapeMarkup(note)}</p>`),
    ...(walk === null
      ? exchanges.map(({ curl }, index) => `<p>Step ${index + 1}</p><pre>${escapeMarkup(curl)}</pre>`)
      : [
          `<pre>${escapeMarkupAndLineEnds(walk.steps.join('\n'))}</pre>`,
          `<pre>${escapeMarkupAndLineEnds(walk.shell)}</pre>`,
        ]),
    ...(shown === undefined || walk !== null
      ? []
      : [
          `<pre>${escapeMarkupAndLineEnds(`${shown.response?.status ?? shown.failure}\n${shown.response?.body ?? ''}`)}</pre>`,
        ]),
    ...deliveries.map(
      (each) =>
        `<p>Delivery: ${escapeMarkup(renderDeliveryTitle(each))}</p><pre>${escapeMarkupAndLineEnds(`${renderHeaderText(each, '\n')}\n\n${each.body}`)}</pre>`,
    ),
    '',
    '</details>',
    '',
  ]
}

/** Escapes the Markdown in a text that does not stand at the start of a line. */
export const escapeText = (value: string): string =>
  neutralise(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*[\]|~]|(?<!\w)_|_(?!\w)/g, '\\$&')

/** Renders a value as inline code in Markdown, between enough backticks for the value. */
function renderInlineCode(value: string): string {
  const shown = neutralise(value)
  const runs = (shown.match(/`+/g) ?? []).map(({ length }) => length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  const space = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${space}${shown}${space}${fence}`
}

/** Renders a value as code in a Markdown table cell. A bar (`|`) would end the cell unless an odd number of backslashes precedes it. */
const renderCodeCell = (value: string | null): string =>
  value === null || value === ''
    ? ''
    : renderInlineCode(value).replaceAll(/\\+\|?|\|/g, (found) => {
        if (!found.endsWith('|')) return found
        const before = found.slice(0, -1)
        return `${before}${before.length % 2 === 0 ? '\\' : '\\\\'}|`
      })
