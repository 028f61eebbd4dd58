import type { Exchange } from '../exchange.ts'
import type { Report, RuleResult } from '../report.ts'
import { errorGroups, failures, knownFailures, skipGroups } from './groups.ts'
import { script, style } from './html-parts.ts'
import { escapeLines, escapeMarkup as text } from './inert.ts'
import { stepNotes } from './steps.ts'

/** One page that needs nothing else: no network, no script to read it. */
export function renderHtml(report: Report): string {
  const { summary } = report
  const red = [...failures(report), ...errorGroups(report).flatMap(({ results }) => results)]
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
<p class="facts">${text(when)} UTC · ${(report.duration_ms / 1_000).toFixed(1)} s · ${report.requests} requests · suite ${text(report.suite_version)} · ${
    report.control ? 'with the control protocol' : 'without a control protocol'
  }${report.spent_cents === 0 ? '' : ` · ${report.spent_cents} cents charged`}</p>
${report.stopped === null ? '' : `<p class="stopped" role="alert">The run did not finish. ${text(report.stopped.reason)}</p>`}
<ul class="counts">
${(['passed', 'failed', 'errored', 'skipped'] as const)
  .map((status) => `<li class="${status}"><b>${summary[status]}</b> ${status}</li>`)
  .join('\n')}
</ul>
</header>
<main>
${red.length === 0 ? '' : `<section><h2>What broke</h2>\n${red.map((rule) => card(rule, true)).join('\n')}\n</section>`}
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
${report.rules.map((rule) => card(rule, false)).join('\n')}
</div>
</section>
</main>
<script>${script}</script>
</body>
</html>
`
}

function card(rule: RuleResult, isOpen: boolean): string {
  const judged = rule.judged === null ? '' : ` · ${rule.judged} answers judged`
  return `<details class="rule ${rule.status}" data-status="${rule.status}"${isOpen ? ' open' : ''}>
<summary><span class="badge">${rule.status}</span> <code>${rule.id}</code> <span class="title">${text(rule.title)}</span></summary>
<div class="body">
<p class="facts">${text(rule.section)}${rule.endpoint === null ? '' : ` · <code>${text(rule.endpoint)}</code>`} · ${rule.duration_ms} ms${judged}</p>
${rule.reason === null ? '' : `<p>${text(rule.reason)}</p>`}
${
  rule.expected === null
    ? ''
    : `<dl><dt>expected</dt><dd>${text(rule.expected)}</dd><dt>actual</dt><dd>${text(rule.actual ?? '')}</dd></dl>`
}
${rule.exchanges.map((exchange, index) => shown(exchange, index + 1, index === rule.exchanges.length - 1)).join('\n')}
${stepNotes(rule)
  .map((note) => `<p class="facts">${text(note)}</p>`)
  .join('\n')}
${rule.again === null ? '' : `<p>Again:</p>${copied(rule.again)}`}
</div>
</details>`
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
  const items = list.map(
    ({ id, expected_failure: entry }) => `<li><code>${id}</code> ${text(entry?.reason ?? '')}</li>`,
  )
  return `<section><h2>Known to fail</h2><ul>${items.join('')}</ul></section>`
}

function skipped(report: Report): string {
  const groups = skipGroups(report)
  if (groups.length === 0) return ''
  const items = groups.map(
    ({ name, results }) =>
      `<details class="group"><summary><b>${results.length}</b> ${text(name)}</summary><ul>${results
        .map(({ id, title }) => `<li><code>${id}</code> ${text(title)}</li>`)
        .join('')}</ul></details>`,
  )
  return `<section><h2>Skipped, by what would unlock them</h2>\n${items.join('\n')}\n</section>`
}

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
