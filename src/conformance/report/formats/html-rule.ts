import { raw } from 'hono/html'
import { formatSpan } from '../../duration.ts'
import type { Exchange, ShownDelivery } from '../../http/answer.ts'
import { plural } from '../../plural.ts'
import { escapeMarkupAndLineEnds } from '../neutral-text.ts'
import type { RuleGroup, RuleResult } from '../report.ts'
import {
  describeKnownReason,
  describeRuleCount,
  divideRulesAfterFirst,
  headlineOf,
  nameToleratedFailure,
} from '../sections/groups.ts'
import {
  buildStepNotes,
  listStepKeys,
  renderDeliveryTitle,
  renderHeaderText,
} from '../sections/step-notes.ts'
import { joinLines, type Markup, markup } from './html-parts.ts'

/** Renders a rule as a part of the HTML report that can be folded: the rule's title, its result and its exchanges. */
export function renderRuleCard(
  rule: RuleResult,
  { isOpen = false, showsSteps = true, id = '' } = {},
): Markup {
  const judged = rule.judged === null ? '' : ` · ${plural(rule.judged, 'response')} checked`
  const endpoint = rule.endpoint === null ? '' : markup` · <code>${rule.endpoint}</code>`
  return markup`<details class="rule ${rule.status}" data-status="${rule.status}"${id === '' ? '' : markup` id="${id}"`}${isOpen ? ' open' : ''}>
<summary><span class="badge">${rule.status}</span> <code>${rule.id}</code> <span class="title">${headlineOf(rule)}</span></summary>
<div class="body">
<p class="facts">${[rule.section, ...(rule.broken === null ? rule.statements : [rule.title])].join(' · ')}${endpoint} · ${formatSpan(rule.duration_ms)}${judged}</p>
${renderFinding(rule)}
${showsSteps ? renderSteps(rule) : ''}
</div>
</details>`
}

/** Renders a cause of failures, which can be folded, in the HTML report: the needed change, the first rule, and the other rules. */
export function renderCauseCard({ title, fix, results }: RuleGroup, isOpen: boolean): Markup {
  const [mainRule, ...others] = results
  const { shown, rest, errored, skipped } = divideRulesAfterFirst(results)
  const renderCards = (rules: readonly RuleResult[]): Parameters<typeof markup>[1] =>
    joinLines(rules.map((rule) => renderRuleCard(rule)))
  const says = others.length === 0 ? markup`<code>${mainRule.id}</code> ` : ''
  const more =
    rest.length === 0
      ? ''
      : markup`<details class="more"><summary>and ${rest.length} more with the same cause</summary>${renderCards(rest)}</details>`
  return markup`<li><details class="cause"${isOpen ? ' open' : ''}>
<summary><b class="freed">${results.length}<span class="unseen"> ${describeRuleCount(results).replace(/^\d+ /, '')}:</span></b> <span><strong>${title}</strong> <span class="fix">${says}${fix}</span></span></summary>
<div class="body">
${renderRuleCard(mainRule, { isOpen: true, id: `broken-${mainRule.id}` })}
${renderCards(shown)}
${more}
${renderUncheckedRules([...errored, ...skipped])}
</div>
</details></li>`
}

function renderUncheckedRules(rules: readonly RuleResult[]): Markup | '' {
  if (rules.length === 0) return ''
  const ids = rules.map(({ id }, index) => markup`${index === 0 ? '' : ' '}<code>${id}</code>`)
  return markup`<p class="facts">For the same cause ${describeRuleCount(rules)} could not be checked: ${ids}</p>`
}

function renderFinding(rule: RuleResult): Markup {
  // If the failure follows from another rule, the report shows the details only with that rule.
  const isShownHere = rule.because === null
  const facts: readonly (readonly [string, string | null])[] = [
    ['expected', isShownHere ? rule.expected : null],
    ['actual', isShownHere ? rule.actual : null],
    [nameToleratedFailure(rule), rule.expected_failure === null ? null : describeKnownReason(rule)],
  ]
  const rows = facts.flatMap(([name, value]) =>
    value === null ? [] : [markup`<dt>${name}</dt><dd>${value}</dd>`],
  )
  return markup`${rule.reason === null ? '' : markup`<p>${rule.reason}</p>`}${rows.length === 0 ? '' : markup`<dl>${rows}</dl>`}`
}

function renderSteps(rule: RuleResult): Markup {
  const { exchanges, again } = rule
  const keys = listStepKeys(exchanges)
  const shown = exchanges.map((exchange, index) =>
    renderStep(exchange, {
      number: index + 1,
      isLast: index === exchanges.length - 1,
      key: keys[index] ?? '',
    }),
  )
  return markup`${renderWalk(rule)}${joinLines(shown)}
${joinLines(rule.deliveries.map(renderDelivery))}
${joinLines(buildStepNotes(rule).map((note) => markup`<p class="facts">${note}</p>`))}
${again === null ? '' : markup`<p>Again:</p>${renderCopyButton(again)}`}`
}

function renderDelivery(delivery: ShownDelivery): Markup {
  return markup`<details class="exchange">
<summary>Delivery: ${renderDeliveryTitle(delivery)}</summary>
${renderTextBlock([renderHeaderText(delivery, '\n'), '', indentJson(delivery.body)])}
</details>`
}

/** Renders the steps of a failed random walk, and the shell script that repeats it. */
function renderWalk({ walk }: RuleResult): Markup | '' {
  if (walk === null) return ''
  return markup`${renderTextBlock(walk.steps)}
<details class="exchange"><summary>As a shell script</summary>${renderCopyButton(walk.shell)}</details>
`
}

/** Renders a shell command, with a button that copies it. */
const renderCopyButton = (line: string): Markup =>
  markup`<div class="curl"><pre>${line}</pre><button type="button" hidden>Copy</button></div>`

function renderStep(
  { request, response, failure, curl }: Exchange,
  { number, isLast, key }: { readonly number: number; readonly isLast: boolean; readonly key: string },
): Markup {
  const renderHeaders = (list: Readonly<Record<string, string>>): string =>
    Object.entries(list)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  const asked = [
    `${request.method} ${request.url}`,
    renderHeaders(request.headers),
    '',
    indentJson(request.body ?? ''),
  ]
  const came =
    response === null
      ? [failure ?? 'no response']
      : [String(response.status), renderHeaders(response.headers), '', indentJson(response.body)]
  return markup`<details class="exchange"${isLast ? ' open' : ''}>
<summary>${number}. <code>${request.method} ${request.url}</code>${key === '' ? '' : ` (${key})`} → ${response?.status ?? 'no response'}</summary>
<div class="sides">${renderTextBlock(asked)}${renderTextBlock(came)}</div>
${renderCopyButton(curl)}
</details>`
}

/** Renders a block of text that keeps its line ends. */
const renderTextBlock = (text: readonly string[]): Markup =>
  markup`<pre>${raw(escapeMarkupAndLineEnds(text.join('\n').trim()))}</pre>`

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
