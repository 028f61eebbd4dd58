import { raw } from 'hono/html'
import { formatSpan } from '../../duration.ts'
import type { Exchange, ShownDelivery } from '../../http/answer.ts'
import { plural } from '../../plural.ts'
import { escapeLines } from '../neutral-text.ts'
import type { RuleGroup, RuleResult } from '../report.ts'
import { countText, divideRest, headlineOf, knownReason, toleranceName } from '../sections/groups.ts'
import { deliveryTitle, headerText, stepKeys, stepNotes } from '../sections/step-notes.ts'
import { joinLines, type Markup, markup } from './html-parts.ts'

/** Renders a rule as a foldable part of the page: its statement, its result and its exchanges. */
export function ruleCard(rule: RuleResult, { isOpen = false, showsSteps = true, id = '' } = {}): Markup {
  const judged = rule.judged === null ? '' : ` · ${plural(rule.judged, 'answer')} judged`
  const endpoint = rule.endpoint === null ? '' : markup` · <code>${rule.endpoint}</code>`
  return markup`<details class="rule ${rule.status}" data-status="${rule.status}"${id === '' ? '' : markup` id="${id}"`}${isOpen ? ' open' : ''}>
<summary><span class="badge">${rule.status}</span> <code>${rule.id}</code> <span class="title">${headlineOf(rule)}</span></summary>
<div class="body">
<p class="facts">${[rule.section, ...(rule.broken === null ? rule.statements : [rule.title])].join(' · ')}${endpoint} · ${formatSpan(rule.duration_ms)}${judged}</p>
${findingPart(rule)}
${showsSteps ? stepsPart(rule) : ''}
</div>
</details>`
}

/** Renders a cause as a foldable part of the page: the change, its first rule, and the others. */
export function causeCard({ title, fix, results }: RuleGroup, isOpen: boolean): Markup {
  const [chief, ...others] = results
  const { shown, rest, errored, skipped } = divideRest(results)
  const cards = (rules: readonly RuleResult[]): Parameters<typeof markup>[1] =>
    joinLines(rules.map((rule) => ruleCard(rule)))
  const says = others.length === 0 ? markup`<code>${chief.id}</code> ` : ''
  const more =
    rest.length === 0
      ? ''
      : markup`<details class="more"><summary>and ${rest.length} more alike</summary>${cards(rest)}</details>`
  return markup`<li><details class="cause"${isOpen ? ' open' : ''}>
<summary><b class="freed">${results.length}<span class="unseen"> ${countText(results).replace(/^\d+ /, '')}:</span></b> <span><strong>${title}</strong> <span class="fix">${says}${fix}</span></span></summary>
<div class="body">
${ruleCard(chief, { isOpen: true, id: `broken-${chief.id}` })}
${cards(shown)}
${more}
${unjudgedRules([...errored, ...skipped])}
</div>
</details></li>`
}

function unjudgedRules(rules: readonly RuleResult[]): Markup | '' {
  if (rules.length === 0) return ''
  const ids = rules.map(({ id }, index) => markup`${index === 0 ? '' : ' '}<code>${id}</code>`)
  return markup`<p class="facts">For the same cause ${countText(rules)} could not be judged: ${ids}</p>`
}

function findingPart(rule: RuleResult): Markup {
  // If the failure follows from another rule, the details are shown there.
  const isSaidHere = rule.because === null
  const facts: readonly (readonly [string, string | null])[] = [
    ['expected', isSaidHere ? rule.expected : null],
    ['actual', isSaidHere ? rule.actual : null],
    [toleranceName(rule), rule.expected_failure === null ? null : knownReason(rule)],
  ]
  const rows = facts.flatMap(([name, value]) =>
    value === null ? [] : [markup`<dt>${name}</dt><dd>${value}</dd>`],
  )
  return markup`${rule.reason === null ? '' : markup`<p>${rule.reason}</p>`}${rows.length === 0 ? '' : markup`<dl>${rows}</dl>`}`
}

function stepsPart(rule: RuleResult): Markup {
  const { exchanges, again } = rule
  const keys = stepKeys(exchanges)
  const shown = exchanges.map((exchange, index) =>
    stepPart(exchange, {
      number: index + 1,
      isLast: index === exchanges.length - 1,
      key: keys[index] ?? '',
    }),
  )
  return markup`${walkPart(rule)}${joinLines(shown)}
${joinLines(rule.deliveries.map(deliveriesPart))}
${joinLines(stepNotes(rule).map((note) => markup`<p class="facts">${note}</p>`))}
${again === null ? '' : markup`<p>Again:</p>${copyButton(again)}`}`
}

/** Renders a webhook delivery. */
function deliveriesPart(delivery: ShownDelivery): Markup {
  return markup`<details class="exchange">
<summary>Delivery: ${deliveryTitle(delivery)}</summary>
${linesOfText([headerText(delivery, '\n'), '', prettyJson(delivery.body)])}
</details>`
}

/** Renders the steps of a walk, and the shell script that repeats it. */
function walkPart({ walk }: RuleResult): Markup | '' {
  if (walk === null) return ''
  return markup`${linesOfText(walk.steps)}
<details class="exchange"><summary>As a shell script</summary>${copyButton(walk.shell)}</details>
`
}

/** Renders a shell command, with a button that copies it. */
const copyButton = (line: string): Markup =>
  markup`<div class="curl"><pre>${line}</pre><button type="button" hidden>Copy</button></div>`

function stepPart(
  { request, response, failure, curl }: Exchange,
  { number, isLast, key }: { readonly number: number; readonly isLast: boolean; readonly key: string },
): Markup {
  const headers = (list: Readonly<Record<string, string>>): string =>
    Object.entries(list)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  const asked = [
    `${request.method} ${request.url}`,
    headers(request.headers),
    '',
    prettyJson(request.body ?? ''),
  ]
  const came =
    response === null
      ? [failure ?? 'no answer']
      : [String(response.status), headers(response.headers), '', prettyJson(response.body)]
  return markup`<details class="exchange"${isLast ? ' open' : ''}>
<summary>${number}. <code>${request.method} ${request.url}</code>${key === '' ? '' : ` (${key})`} → ${response?.status ?? 'no answer'}</summary>
<div class="sides">${linesOfText(asked)}${linesOfText(came)}</div>
${copyButton(curl)}
</details>`
}

/** Renders a block of text that keeps its line ends. */
const linesOfText = (text: readonly string[]): Markup =>
  markup`<pre>${raw(escapeLines(text.join('\n').trim()))}</pre>`

function prettyJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
