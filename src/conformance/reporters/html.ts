import { counted } from '../counted.ts'
import { spanText } from '../duration.ts'
import type { Report, RuleResult } from '../reporting/report.ts'
import type { Exchange } from '../wire/exchange.ts'
import { errorGroups, failures, type Group, knownFailures, knownReason, skipGroups } from './groups.ts'
import { script, style } from './html-parts.ts'
import { escapeLines, escapeMarkup as text } from './inert.ts'
import { stepNotes } from './steps.ts'
import { troubleOf } from './summary.ts'

/** One page that needs nothing else: no network, no script to read it. */
export function renderHtml(report: Report): string {
  const { summary } = report
  const broken = [...failures(report).map((rule) => card(rule, true)), ...errorGroups(report).map(errors)]
  const trouble = troubleOf(report)
  const repeated = new Set(errorGroups(report).flatMap(({ results }) => results.slice(1)))
  const when = report.started_at.replace('T', ' ').slice(0, 16)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
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
<main>
${broken.length === 0 ? '' : `<section><h2>What broke</h2>\n${broken.join('\n')}\n</section>`}
${known(report)}
${skipped(report)}
${observed(report)}
${leftBehind(report)}
<section>
<h2>Every rule</h2>
<form class="filter" hidden>
<label>Status <select id="status"><option value="">all</option><option>passed</option><option>failed</option><option>errored</option><option>skipped</option></select></label>
<label>Text <input id="text" type="search" placeholder="id, title or endpoint"></label>
</form>
<div id="rules">
${report.rules.map((rule) => card(repeated.has(rule) ? { ...rule, exchanges: [] } : rule, false)).join('\n')}
</div>
</section>
</main>
<script>${script}</script>
</body>
</html>
`
}

function card(rule: RuleResult, isOpen: boolean): string {
  const judged = rule.judged === null ? '' : ` · ${counted(rule.judged, 'answer')} judged`
  return `<details class="rule ${rule.status}" data-status="${rule.status}"${isOpen ? ' open' : ''}>
<summary><span class="badge">${rule.status}</span> <code>${rule.id}</code> <span class="title">${text(rule.title)}</span></summary>
<div class="body">
<p class="facts">${text(rule.section)}${rule.endpoint === null ? '' : ` · <code>${text(rule.endpoint)}</code>`} · ${spanText(rule.duration_ms)}${judged}</p>
${finding(rule)}
${steps(rule)}
</div>
</details>`
}

/** Rules that could not be decided for one cause: the steps of the first stand for all. */
function errors({ name, results }: Group): string {
  const [first] = results
  if (first === undefined) return ''
  if (results.length === 1) return card(first, true)
  return `<details class="rule errored" open>
<summary><span class="badge">errored</span> <b>${counted(results.length, 'rule')}</b> ${text(name)}</summary>
<div class="body">
<p>${results.map(({ id }) => `<code>${id}</code>`).join(' ')}</p>
<p class="facts">The steps of ${first.id}:</p>
${steps(first)}
</div>
</details>`
}

function finding(rule: RuleResult): string {
  const facts: readonly (readonly [string, string | null])[] = [
    ['expected', rule.expected],
    ['actual', rule.actual],
    ['profile', rule.expected_failure === null ? null : knownReason(rule)],
  ]
  const rows = facts.flatMap(([name, value]) =>
    value === null ? [] : [`<dt>${name}</dt><dd>${text(value)}</dd>`],
  )
  return `${rule.reason === null ? '' : `<p>${text(rule.reason)}</p>`}${rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`}`
}

function steps(rule: RuleResult): string {
  return `${rule.exchanges.map((exchange, index) => shown(exchange, index + 1, index === rule.exchanges.length - 1)).join('\n')}
${stepNotes(rule)
  .map((note) => `<p class="facts">${text(note)}</p>`)
  .join('\n')}
${rule.again === null ? '' : `<p>Again:</p>${copied(rule.again)}`}`
}

/** A line for a shell, with a button that copies it. */
const copied = (line: string): string =>
  `<div class="curl"><pre>${text(line)}</pre><button type="button" hidden>Copy</button></div>`

function shown({ request, response, failure, curl }: Exchange, step: number, isLast: boolean): string {
  const headers = (list: Readonly<Record<string, string>>): string =>
    Object.entries(list)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  const asked = [`${request.method} ${request.url}`, headers(request.headers), '', pretty(request.body ?? '')]
  const came =
    response === null
      ? [failure ?? 'no answer']
      : [String(response.status), headers(response.headers), '', pretty(response.body)]
  return `<details class="exchange"${isLast ? ' open' : ''}>
<summary>${step}. <code>${text(request.method)} ${text(request.url)}</code> → ${text(String(response?.status ?? 'no answer'))}</summary>
<div class="sides"><pre>${escapeLines(asked.join('\n').trim())}</pre><pre>${escapeLines(came.join('\n').trim())}</pre></div>
${copied(curl)}
</details>`
}

function known(report: Report): string {
  const list = knownFailures(report)
  if (list.length === 0) return ''
  return `<section><h2>Known to fail</h2>\n${list.map((rule) => card(rule, false)).join('\n')}\n</section>`
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

function observed({ observations }: Report): string {
  if (observations.length === 0) return ''
  const rows = observations.map(
    ({ topic, value }) =>
      `<tr><td>${text(topic)}</td><td><code>${text(JSON.stringify(value) ?? '')}</code></td></tr>`,
  )
  return `<section><h2>Observed where nothing is documented</h2><table>${rows.join('')}</table></section>`
}

function leftBehind({ leftovers }: Report): string {
  if (leftovers.length === 0) return ''
  const items = leftovers.map(
    ({ kind, id, note }) => `<li>${text(kind)} <code>${text(id)}</code>: ${text(note)}</li>`,
  )
  return `<section><h2>Left at the target</h2><details><summary>${leftovers.length}</summary><ul>${items.join('')}</ul></details></section>`
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
