import { counted } from '../../counted.ts'
import { spanText } from '../../duration.ts'
import type { Exchange } from '../../wire/exchange.ts'
import type { RuleGroup } from '../causes.ts'
import { escapeLines, escapeMarkup as text } from '../neutral-text.ts'
import type { RuleResult } from '../report.ts'
import { knownReason } from '../sections/groups.ts'
import { othersOf } from '../sections/lists.ts'
import { stepNotes } from '../sections/step-notes.ts'

/** One rule, folded: what it states, what came of it, and the steps that show it. */
export function card(rule: RuleResult, { isOpen = false, showsSteps = true, id = '' } = {}): string {
  const judged = rule.judged === null ? '' : ` · ${counted(rule.judged, 'answer')} judged`
  return `<details class="rule ${rule.status}" data-status="${rule.status}"${id === '' ? '' : ` id="${id}"`}${isOpen ? ' open' : ''}>
<summary><span class="badge">${rule.status}</span> <code>${rule.id}</code> <span class="title">${text(rule.title)}</span></summary>
<div class="body">
<p class="facts">${text([rule.section, ...rule.statements].join(' · '))}${rule.endpoint === null ? '' : ` · <code>${text(rule.endpoint)}</code>`} · ${spanText(rule.duration_ms)}${judged}</p>
${finding(rule)}
${showsSteps ? steps(rule) : ''}
</div>
</details>`
}

/** What is mended together: what to change, the rule that says it, and the others. */
export function causeCard({ title, fix, results }: RuleGroup, isOpen: boolean): string {
  const [chief, ...others] = results
  const { shown: own, rest, errored, skipped } = othersOf(results)
  const unjudged = [...errored, ...skipped]
  const cards = (rules: readonly RuleResult[]): string => rules.map((rule) => card(rule)).join('\n')
  const says = others.length === 0 ? `<code>${chief.id}</code> ` : ''
  return `<li><details class="cause"${isOpen ? ' open' : ''}>
<summary><b class="freed">${results.length}<span class="unseen"> ${results.length === 1 ? 'rule' : 'rules'}:</span></b> <span><strong>${text(title)}</strong> <span class="fix">${says}${text(fix)}</span></span></summary>
<div class="body">
${card(chief, { isOpen: true, id: `broken-${chief.id}` })}
${cards(own)}
${rest.length === 0 ? '' : `<details class="more"><summary>and ${rest.length} more alike</summary>${cards(rest)}</details>`}
${unjudged.length === 0 ? '' : `<p class="facts">For the same cause ${unjudged.length === 1 ? 'a rule' : `${unjudged.length} rules`} could not be judged: ${unjudged.map(({ id }) => `<code>${id}</code>`).join(' ')}</p>`}
</div>
</details></li>`
}

function finding(rule: RuleResult): string {
  const isOwn = rule.because === null
  const facts: readonly (readonly [string, string | null])[] = [
    ['expected', isOwn ? rule.expected : null],
    ['actual', isOwn ? rule.actual : null],
    ['profile', rule.expected_failure === null ? null : knownReason(rule)],
  ]
  const rows = facts.flatMap(([name, value]) =>
    value === null ? [] : [`<dt>${name}</dt><dd>${text(value)}</dd>`],
  )
  return `${rule.reason === null ? '' : `<p>${text(rule.reason)}</p>`}${rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`}`
}

function steps(rule: RuleResult): string {
  const { exchanges, again } = rule
  return `${exchanges.map((exchange, index) => shown(exchange, { step: index + 1, isLast: index === exchanges.length - 1 })).join('\n')}
${stepNotes(rule)
  .map((note) => `<p class="facts">${text(note)}</p>`)
  .join('\n')}
${again === null ? '' : `<p>Again:</p>${copied(again)}`}`
}

/** A line for a shell, with a button that copies it. */
const copied = (line: string): string =>
  `<div class="curl"><pre>${text(line)}</pre><button type="button" hidden>Copy</button></div>`

function shown(
  { request, response, failure, curl }: Exchange,
  { step, isLast }: { readonly step: number; readonly isLast: boolean },
): string {
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

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
