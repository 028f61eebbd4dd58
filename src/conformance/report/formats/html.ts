import { createHash } from 'node:crypto'
import { raw } from 'hono/html'
import { formatSpan } from '../../duration.ts'
import { plural } from '../../plural.ts'
import { groupByCause } from '../causes.ts'
import { escapeMarkup } from '../neutral-text.ts'
import { getReportWords, hasEndpoints, type Report, type RuleResult } from '../report.ts'
import {
  buildTableRows,
  describeRuleCount,
  groupSkippedRules,
  listExpectedFailures,
  splitShownItems,
} from '../sections/groups.ts'
import { describeLostRequests, renderLossLine, runProblemOf, selectSlowest } from '../sections/summary.ts'
import { joinLines, type Markup, markup, script, style } from './html-parts.ts'
import { renderCauseCard, renderRuleCard } from './html-rule.ts'

/** Renders the report as one HTML page, which needs no network and can be read without its script. */
export function renderHtml(report: Report): string {
  return String(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="referrer" content="no-referrer">
<title>${getReportWords(report).title} of ${report.target}</title>
<style>${raw(style)}</style>
</head>
<body>
${renderReportHeader(report)}
<form class="filter" role="search" hidden>
<select id="status" aria-label="Status of the rules shown"><option value="">all</option><option>passed</option><option>failed</option><option>errored</option><option>skipped</option></select>
<input id="text" type="search" aria-label="Text in the rules shown" placeholder="Find a ${getReportWords(report).each}: id, title, endpoint">
<output id="found" for="status text"></output>
</form>
<main>
${renderFixFirstSection(report)}
${renderEndpointSection(report)}
${renderKnownFailureSection(report)}
${renderSkippedRuleSection(report)}
${renderRulesSection(report)}
${renderSlowestRuleSection(report)}
${renderLostRequestSection(report)}
${renderObservationSection(report)}
${renderLeftoverSection(report)}
</main>
<script>${raw(script)}</script>
</body>
</html>
`)
}

function renderReportHeader(report: Report): Markup {
  const { summary, spent_cents: spentCents, lost_cents: lostCents } = report
  const trouble = runProblemOf(report)
  const when = report.started_at.replace('T', ' ').slice(0, 16)
  const facts = [
    `${when} UTC`,
    formatSpan(report.duration_ms),
    plural(report.requests, 'request'),
    `suite ${report.suite_version}`,
    ...(report.subject !== undefined
      ? []
      : [report.control ? 'with the control protocol' : 'without a control protocol']),
    ...(spentCents === 0 ? [] : [`${plural(spentCents, 'cent')} charged`]),
    ...(lostCents === 0 ? [] : [`${plural(lostCents, 'cent')} lost`]),
  ]
  const counts = (['passed', 'failed', 'errored', 'skipped'] as const).map(
    (status) => markup`<li class="${status}"><b>${summary[status]}</b> ${status}</li>`,
  )
  return markup`<header>
<h1>${getReportWords(report).title} <small>of ${report.target}</small></h1>
<p class="facts">${facts.join(' · ')}</p>
${trouble === null ? '' : markup`<p class="stopped" role="alert">${`${trouble.title}. ${trouble.reason}`}</p>`}
${lostCents === 0 ? '' : markup`<p class="stopped" role="alert">${renderLossLine(lostCents)}</p>`}
<ul class="counts">
${joinLines(counts)}
</ul>
</header>`
}

/** Returns the hash of a script or style for the page's Content-Security-Policy, without which the browser ignores them. */
const hashOf = (content: string): string => `sha256-${createHash('sha256').update(content).digest('base64')}`

const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'`

/** How many causes of failures the HTML report unfolds at most. If there are more causes, it folds them all, so that the page stays short. */
const maxOpen = 2

function renderFixFirstSection({ rules }: Report): Markup | '' {
  const { shown, rest } = splitShownItems(groupByCause(rules))
  if (shown.length === 0) return ''
  const more =
    rest.length === 0
      ? ''
      : markup`<details class="more"><summary>and ${describeRuleCount(rest.flatMap(({ results }) => results))} for ${plural(rest.length, 'other cause')}</summary><ol class="causes">
${joinLines(rest.map((group) => renderCauseCard(group, false)))}
</ol></details>`
  return markup`<section><h2>Fix first</h2>
<ol class="causes">
${joinLines(shown.map((group) => renderCauseCard(group, shown.length <= maxOpen)))}
</ol>
${more}
</section>`
}

function renderEndpointSection(report: Report): Markup | '' {
  const { endpoints, rules } = report
  if (rules.length === 0 || !hasEndpoints(report)) return ''
  const [head, ...rows] = buildTableRows(endpoints)
  const renderCells = ([endpoint = '', ...counts]: readonly string[], index: number): Markup => {
    const name = raw(escapeMarkup(endpoint).replaceAll('/', '/<wbr>'))
    const numbers = counts.map(
      (count, column) => markup`<td class="${count === '' ? '' : (head[column + 1] ?? '')}">${count}</td>`,
    )
    return markup`<tr><th scope="row"><a href="#rules-${index}">${name}</a></th>${numbers}</tr>`
  }
  return markup`<section><h2>By endpoint</h2>
<table class="endpoints"><thead><tr>${head.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${joinLines(rows.map(renderCells))}
</tbody></table></section>`
}

/** Renders all rules, folded by endpoint. The section of causes, and not this section, has the exchanges of failed rules. */
function renderRulesSection(report: Report): Markup {
  const { endpoints, rules } = report
  const { each } = getReportWords(report)
  const others = hasEndpoints(report) ? 'About all endpoints, or none alone' : 'In the order of the run'
  const groups = endpoints.map(({ endpoint }, index) => {
    const ofEndpoint = rules.filter((rule) => rule.endpoint === endpoint)
    return markup`<details class="group" id="rules-${index}"><summary><b>${ofEndpoint.length}</b> ${endpoint ?? others}</summary>
${joinLines(ofEndpoint.map((rule) => renderRuleCard(rule, { showsSteps: false })))}
</details>`
  })
  return markup`<section id="rules"><h2>Every ${each}</h2>\n${joinLines(groups)}\n</section>`
}

function renderKnownFailureSection(report: Report): Markup | '' {
  const list = listExpectedFailures(report)
  if (list.length === 0) return ''
  return markup`<section><h2>${getReportWords(report).tolerated}</h2>\n${joinLines(list.map((rule) => renderRuleCard(rule)))}\n</section>`
}

function renderSkippedRuleSection(report: Report): Markup | '' {
  const groups = groupSkippedRules(report)
  if (groups.length === 0) return ''
  const items = groups.map(({ name, results, reasons }) => {
    const why = reasons.map(
      (each) => markup`<p class="facts">${each.name}</p>${renderRuleList(each.results)}`,
    )
    return markup`<details class="group"><summary><b>${results.length}</b> ${name}</summary>${why}</details>`
  })
  return markup`<section><h2>Skipped, by what would unlock them</h2>\n${joinLines(items)}\n</section>`
}

const renderRuleList = (results: readonly RuleResult[]): Markup =>
  markup`<ul>${results.map(({ id, title }) => markup`<li><code>${id}</code> ${title}</li>`)}</ul>`

function renderSlowestRuleSection(report: Report): Markup | '' {
  const rules = selectSlowest(report)
  if (rules.length === 0) return ''
  const rows = rules.map(
    ({ id, title, duration_ms }) =>
      markup`<tr><td class="number">${formatSpan(duration_ms)}</td><td><code>${id}</code> ${title}</td></tr>`,
  )
  const summary = `${describeRuleCount(rules)} of a second or more`
  return renderFoldedSection('Slowest rules', summary, markup`<table>${rows}</table>`)
}

function renderObservationSection({ observations }: Report): Markup | '' {
  if (observations.length === 0) return ''
  const rows = observations.map(
    ({ topic, value }) =>
      markup`<tr><td>${topic}</td><td><code>${JSON.stringify(value) ?? ''}</code></td></tr>`,
  )
  const summary = plural(rows.length, 'observation')
  return renderFoldedSection('Observed where nothing is documented', summary, markup`<table>${rows}</table>`)
}

function renderLostRequestSection(report: Report): Markup | '' {
  const lost = describeLostRequests(report)
  if (lost === null) return ''
  const items = lost.places.map((place) => markup`<li>${place}</li>`)
  return markup`<section><h2>Without a response</h2><p>${lost.title}</p><ul>${items}</ul></section>`
}

function renderLeftoverSection({ leftovers }: Report): Markup | '' {
  if (leftovers.length === 0) return ''
  const items = leftovers.map(({ kind, id, note }) => markup`<li>${kind} <code>${id}</code>: ${note}</li>`)
  return renderFoldedSection(
    'Left at the target',
    plural(items.length, 'resource'),
    markup`<ul>${items}</ul>`,
  )
}

const renderFoldedSection = (title: string, summary: string, content: Markup): Markup =>
  markup`<section><h2>${title}</h2><details class="group"><summary>${summary}</summary>${content}</details></section>`
