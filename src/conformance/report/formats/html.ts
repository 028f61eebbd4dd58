import { createHash } from 'node:crypto'
import { counted } from '../../counted.ts'
import { spanText } from '../../duration.ts'
import { causesOf } from '../causes.ts'
import { escapeMarkup as text } from '../neutral-text.ts'
import type { Report, RuleResult } from '../report.ts'
import { knownFailures, skipGroups } from '../sections/groups.ts'
import { collapse, tableRows } from '../sections/lists.ts'
import { slowestOf } from '../sections/slowest.ts'
import { troubleOf } from '../sections/summary.ts'
import { script, style } from './html-parts.ts'
import { card, causeCard } from './html-rule.ts'

/** One page that needs nothing else: no network, no script to read it. */
export function renderHtml(report: Report): string {
  const { summary } = report
  const trouble = troubleOf(report)
  const when = report.started_at.replace('T', ' ').slice(0, 16)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>Conformance of ${text(report.target)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Conformance <small>of ${text(report.target)}</small></h1>
<p class="facts">${text(when)} UTC · ${spanText(report.duration_ms)} · ${counted(report.requests, 'request')} · suite ${text(report.suite_version)} · ${
    report.control ? 'with the control protocol' : 'without a control protocol'
  }${report.spent_cents === 0 ? '' : ` · ${counted(report.spent_cents, 'cent')} charged`}</p>
${trouble === null ? '' : `<p class="stopped" role="alert">${text(`${trouble.title}. ${trouble.reason}`)}</p>`}
<ul class="counts">
${(['passed', 'failed', 'errored', 'skipped'] as const)
  .map((status) => `<li class="${status}"><b>${summary[status]}</b> ${status}</li>`)
  .join('\n')}
</ul>
</header>
<form class="filter" role="search" hidden>
<select id="status" aria-label="Status of the rules shown"><option value="">all</option><option>passed</option><option>failed</option><option>errored</option><option>skipped</option></select>
<input id="text" type="search" aria-label="Text in the rules shown" placeholder="Find a rule: id, title, endpoint">
<output id="found" for="status text"></output>
</form>
<main>
${fixFirst(report)}
${byEndpoint(report)}
${known(report)}
${skipped(report)}
${everyRule(report)}
${slowest(report)}
${observed(report)}
${leftBehind(report)}
</main>
<script>${script}</script>
</body>
</html>
`
}

/** Whoever serves the page need allow no other script and no other style. */
const hashOf = (content: string): string => `sha256-${createHash('sha256').update(content).digest('base64')}`

/** So few are read where they stand; more are folded, so that the page shows them all at a glance. */
const mostOpen = 2

function fixFirst({ rules }: Report): string {
  const { shown, rest } = collapse(causesOf(rules))
  if (shown.length === 0) return ''
  const freed = rest.reduce((sum, group) => sum + group.rules.length, 0)
  return `<section><h2>Fix first</h2>
<ol class="causes">
${shown.map((group) => causeCard(group, shown.length <= mostOpen)).join('\n')}
</ol>
${
  rest.length === 0
    ? ''
    : `<details class="more"><summary>and ${counted(freed, 'rule')} for ${counted(rest.length, 'other cause')}</summary><ol class="causes">
${rest.map((group) => causeCard(group, false)).join('\n')}
</ol></details>`
}
</section>`
}

function byEndpoint({ endpoints, rules }: Report): string {
  if (rules.length === 0) return ''
  const [head, ...rows] = tableRows(endpoints)
  const cells = ([endpoint = '', ...counts]: readonly string[], index: number): string =>
    `<tr><th scope="row"><a href="#rules-${index}">${text(endpoint).replaceAll('/', '/<wbr>')}</a></th>${counts
      .map((count, column) => `<td class="${count === '' ? '' : head[column + 1]}">${count}</td>`)
      .join('')}</tr>`
  return `<section><h2>By endpoint</h2>
<table class="endpoints"><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(cells).join('\n')}
</tbody></table></section>`
}

/** Folded by endpoint; the steps of what broke stand under its cause. */
function everyRule({ endpoints, rules }: Report): string {
  const groups = endpoints.map(({ endpoint }, index) => {
    const own = rules.filter((rule) => rule.endpoint === endpoint)
    return `<details class="group" id="rules-${index}"><summary><b>${own.length}</b> ${text(endpoint ?? 'About all endpoints, or none alone')}</summary>
${own.map((rule) => card(rule, { showsSteps: false })).join('\n')}
</details>`
  })
  return `<section id="rules"><h2>Every rule</h2>\n${groups.join('\n')}\n</section>`
}

function known(report: Report): string {
  const list = knownFailures(report)
  if (list.length === 0) return ''
  return `<section><h2>Known to fail</h2>\n${list.map((rule) => card(rule)).join('\n')}\n</section>`
}

function skipped(report: Report): string {
  const groups = skipGroups(report)
  if (groups.length === 0) return ''
  const items = groups.map(
    ({ name, results, reasons }) =>
      `<details class="group"><summary><b>${results.length}</b> ${text(name)}</summary>${reasons
        .map((each) => `<p class="facts">${text(each.name)}</p>${listed(each.results)}`)
        .join('')}</details>`,
  )
  return `<section><h2>Skipped, by what would unlock them</h2>\n${items.join('\n')}\n</section>`
}

const listed = (results: readonly RuleResult[]): string =>
  `<ul>${results.map(({ id, title }) => `<li><code>${id}</code> ${text(title)}</li>`).join('')}</ul>`

function slowest(report: Report): string {
  const rules = slowestOf(report)
  if (rules.length === 0) return ''
  const rows = rules.map(
    ({ id, title, duration_ms }) =>
      `<tr><td class="number">${spanText(duration_ms)}</td><td><code>${id}</code> ${text(title)}</td></tr>`,
  )
  return folded(
    'Slowest rules',
    `${counted(rules.length, 'rule')} of a second or more`,
    `<table>${rows.join('')}</table>`,
  )
}

function observed({ observations }: Report): string {
  if (observations.length === 0) return ''
  const rows = observations.map(
    ({ topic, value }) =>
      `<tr><td>${text(topic)}</td><td><code>${text(JSON.stringify(value) ?? '')}</code></td></tr>`,
  )
  const table = `<table>${rows.join('')}</table>`
  return folded('Observed where nothing is documented', counted(rows.length, 'observation'), table)
}

function leftBehind({ leftovers }: Report): string {
  if (leftovers.length === 0) return ''
  const items = leftovers.map(
    ({ kind, id, note }) => `<li>${text(kind)} <code>${text(id)}</code>: ${text(note)}</li>`,
  )
  return folded('Left at the target', counted(items.length, 'thing'), `<ul>${items.join('')}</ul>`)
}

const folded = (title: string, summary: string, content: string): string =>
  `<section><h2>${title}</h2><details class="group"><summary>${summary}</summary>${content}</details></section>`
