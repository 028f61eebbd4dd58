import type { Exchange, ShownDelivery } from '../../http/answer.ts'
import type { WalkDescription } from '../../http/failures.ts'
import { neutralise, neutraliseStart } from '../neutral-text.ts'
import type { RuleGroup, RuleResult } from '../report.ts'
import {
  describeCauseSize,
  describeKnownReason,
  divideRulesAfterFirst,
  headlineOf,
  joinRuleIds,
  nameToleratedFailure,
  renderSameCauseLine,
} from '../sections/groups.ts'
import { listStepKeys, renderDeliveryTitle, renderHeaderText } from '../sections/step-notes.ts'

/** Renders a cause of failures as lines: its first rule in full, and each other rule in one line. */
export function renderCauseLines(group: RuleGroup, paint: Paint): readonly string[] {
  const { fix, results } = group
  const { bold, renderFact } = paint
  const [mainRule, ...others] = results
  if (others.length === 0) return ['', ...renderRuleLines(mainRule, paint)]
  const { shown, rest, errored, skipped } = divideRulesAfterFirst(results)
  return [
    '',
    bold(neutralise(describeCauseSize(group))),
    renderFact('fix', neutralise(fix)),
    ...renderRuleLines(mainRule, paint),
    ...shown.map((each) => renderFact('also', neutralise(renderSameCauseLine(each, mainRule)))),
    ...(rest.length === 0 ? [] : [renderFact('also', `${rest.length} more: ${joinRuleIds(rest)}`)]),
    ...(errored.length === 0 ? [] : [renderFact('errored', joinRuleIds(errored))]),
    ...(skipped.length === 0 ? [] : [renderFact('skipped', joinRuleIds(skipped))]),
  ]
}

function renderRuleLines(result: RuleResult, paint: Paint): readonly string[] {
  const { red, bold, renderFact } = paint
  return [
    `${red(result.status.toUpperCase())} ${bold(result.id)}  ${headlineOf(result)}`,
    renderFact('section', `${result.section}${result.endpoint === null ? '' : `, ${result.endpoint}`}`),
    ...renderStatementLines(result, paint),
    ...renderFindingLines(result, paint),
    ...(result.walk === null
      ? renderExchangeLines(result.exchanges, paint)
      : renderWalkLines({ ...result, walk: result.walk }, paint)),
    ...result.deliveries.flatMap((each) => renderDeliveryLines(each, paint)),
    ...(result.again === null ? [] : [renderFact('again', neutralise(result.again))]),
  ]
}

/**
 * Renders the ids of the statements of the specification that a rule checks. If the rule failed in a random walk,
 * renders the title of the rule instead, as the report has already shown the broken statement.
 */
function renderStatementLines(
  { statements, title, broken }: RuleResult,
  { renderFact }: Paint,
): readonly string[] {
  if (broken !== null) return [renderFact('group', title)]
  return statements.length === 0 ? [] : [renderFact('stated', statements.join(', '))]
}

/** Renders the expected and the actual value of a failed rule. */
export function renderFindingLines(result: RuleResult, { renderFact }: Paint): readonly string[] {
  const { expected, actual, reason, because } = result
  // If the failure follows from another rule, the report shows the expected and actual value only with that rule.
  const isShownHere = because === null
  return [
    ...(expected === null || !isShownHere ? [] : [renderFact('expected', neutralise(expected))]),
    ...(actual === null || !isShownHere ? [] : [renderFact('actual', neutralise(actual))]),
    ...(reason === null ? [] : [renderFact('reason', neutralise(reason))]),
    ...(result.expected_failure === null
      ? []
      : [renderFact(nameToleratedFailure(result), neutralise(describeKnownReason(result)))]),
  ]
}

function renderDeliveryLines(delivery: ShownDelivery, { renderFact }: Paint): readonly string[] {
  return [
    renderFact('delivery', neutralise(renderDeliveryTitle(delivery))),
    renderFact('headers', shortenText(renderHeaderText(delivery))),
    renderFact('body', shortenText(delivery.body)),
  ]
}

function renderExchangeLines(exchanges: readonly Exchange[], { renderFact }: Paint): readonly string[] {
  const last = exchanges.at(-1)
  if (last === undefined) return []
  const keys = listStepKeys(exchanges)
  return [
    ...exchanges.map((each, index) =>
      renderFact(`step ${index + 1}`, renderExchangeLine(each, keys[index] ?? '')),
    ),
    ...(last.response === null ? [] : [renderFact('answer', shortenText(last.response.body))]),
    renderFact('curl', neutralise(last.curl)),
  ]
}

/** How many lines of a random walk's script are printed at most. */
const maxScriptLines = 30

/** Renders the steps of a failed random walk, and the shell script that repeats it, or else a command that prints the long script. */
function renderWalkLines(
  { id, walk }: RuleResult & { readonly walk: WalkDescription },
  { renderFact }: Paint,
): readonly string[] {
  const script = walk.shell.split('\n')
  return [
    ...walk.steps.map((step, index) => renderFact(index === 0 ? 'walk' : '', neutralise(step))),
    renderFact(
      'alone',
      'with --report json=walked.json, and then drydock conformance BASE_URL --walk walked.json',
    ),
    ...(script.length <= maxScriptLines
      ? [renderFact('script', ''), ...script.map((line) => neutralise(line))]
      : [
          renderFact(
            'script',
            `with --report json=walked.json, and then jq -r '.rules[] | select(.id == "${id}").walk.shell' walked.json`,
          ),
        ]),
  ]
}

function renderExchangeLine({ request, response, failure }: Exchange, key: string): string {
  const by = key === '' ? '' : ` (${key})`
  return neutralise(
    `${request.method} ${request.url}${by} -> ${response?.status ?? failure ?? 'no response'}`,
  )
}

const shortenText = (text: string): string => neutraliseStart(text, 1_200)

/** The functions that colour and align texts of the report on a terminal. */
export interface Paint {
  red(text: string): string
  dim(text: string): string
  bold(text: string): string
  /** Renders a line with a name in the left column and a text in the right one. */
  renderFact(name: string, text: string): string
}

/** Creates the functions that colour and align text; without `colour`, they only align it. */
export function createPaint(colour: boolean): Paint {
  const createColour =
    (code: number) =>
    (text: string): string =>
      colour ? `\u001b[${code}m${text}\u001b[0m` : text
  const dim = createColour(2)
  return {
    red: createColour(31),
    dim,
    bold: createColour(1),
    renderFact: (name, text) => `  ${dim(name.padEnd(8))} ${text}`,
  }
}
