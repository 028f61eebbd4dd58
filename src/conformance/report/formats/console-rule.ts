import type { Exchange, ShownDelivery } from '../../http/answer.ts'
import type { WalkDescription } from '../../http/failures.ts'
import { neutralise, neutraliseStart } from '../neutral-text.ts'
import type { RuleGroup, RuleResult } from '../report.ts'
import {
  countText,
  divideRest,
  headlineOf,
  knownReason,
  sameCauseLine,
  toleranceName,
} from '../sections/groups.ts'
import { deliveryTitle, headerText, stepKeys } from '../sections/step-notes.ts'

/** Makes the lines of a cause: its first rule in full, and a line for each of the others. */
export function causeLines({ title, fix, results }: RuleGroup, paint: Paint): readonly string[] {
  const { bold, fact } = paint
  const [chief, ...others] = results
  if (others.length === 0) return ['', ...ruleLines(chief, paint)]
  const { shown, rest, errored, skipped } = divideRest(results)
  return [
    '',
    bold(neutralise(`${title}: ${countText(results)}`)),
    fact('fix', neutralise(fix)),
    ...ruleLines(chief, paint),
    ...shown.map((each) => fact('also', neutralise(sameCauseLine(each, chief)))),
    ...(rest.length === 0 ? [] : [fact('also', `${rest.length} more: ${joinRuleIds(rest)}`)]),
    ...(errored.length === 0 ? [] : [fact('errored', joinRuleIds(errored))]),
    ...(skipped.length === 0 ? [] : [fact('skipped', joinRuleIds(skipped))]),
  ]
}

/** Renders the lines of a red rule. */
function ruleLines(result: RuleResult, paint: Paint): readonly string[] {
  const { red, bold, fact } = paint
  return [
    `${red(result.status.toUpperCase())} ${bold(result.id)}  ${headlineOf(result)}`,
    fact('section', `${result.section}${result.endpoint === null ? '' : `, ${result.endpoint}`}`),
    ...statementLines(result, paint),
    ...findingLines(result, paint),
    ...(result.walk === null
      ? exchangeLines(result.exchanges, paint)
      : walkLines({ ...result, walk: result.walk }, paint)),
    ...result.deliveries.flatMap((each) => deliveryLines(each, paint)),
    ...(result.again === null ? [] : [fact('again', neutralise(result.again))]),
  ]
}

/** Renders the statements that a rule judges. If a walk broke a statement, it is shown above, so only the rule's title follows. */
function statementLines({ statements, title, broken }: RuleResult, { fact }: Paint): readonly string[] {
  if (broken !== null) return [fact('group', title)]
  return statements.length === 0 ? [] : [fact('stated', statements.join(', '))]
}

/** Describes the expected and the received value of a rule. */
export function findingLines(result: RuleResult, { fact }: Paint): readonly string[] {
  const { expected, actual, reason, because } = result
  // If the failure follows from another rule, the details are shown there.
  const isSaidHere = because === null
  return [
    ...(expected === null || !isSaidHere ? [] : [fact('expected', neutralise(expected))]),
    ...(actual === null || !isSaidHere ? [] : [fact('actual', neutralise(actual))]),
    ...(reason === null ? [] : [fact('reason', neutralise(reason))]),
    ...(result.expected_failure === null
      ? []
      : [fact(toleranceName(result), neutralise(knownReason(result)))]),
  ]
}

/** Renders the lines of a webhook delivery. */
function deliveryLines(delivery: ShownDelivery, { fact }: Paint): readonly string[] {
  return [
    fact('delivery', neutralise(deliveryTitle(delivery))),
    fact('headers', shortenText(headerText(delivery))),
    fact('body', shortenText(delivery.body)),
  ]
}

function exchangeLines(exchanges: readonly Exchange[], { fact }: Paint): readonly string[] {
  const last = exchanges.at(-1)
  if (last === undefined) return []
  const keys = stepKeys(exchanges)
  return [
    ...exchanges.map((each, index) => fact(`step ${index + 1}`, exchangeLine(each, keys[index] ?? ''))),
    ...(last.response === null ? [] : [fact('answer', shortenText(last.response.body))]),
    fact('curl', neutralise(last.curl)),
  ]
}

/** The longest script of a walk that is printed. */
const mostScriptLines = 30

/** Renders the steps of a walk, and the shell script that repeats it or a command that prints the script. */
function walkLines(
  { id, walk }: RuleResult & { readonly walk: WalkDescription },
  { fact }: Paint,
): readonly string[] {
  const script = walk.shell.split('\n')
  return [
    ...walk.steps.map((step, index) => fact(index === 0 ? 'walk' : '', neutralise(step))),
    fact('alone', 'with --report json=walked.json, and then drydock conformance BASE_URL --walk walked.json'),
    ...(script.length <= mostScriptLines
      ? [fact('script', ''), ...script.map((line) => neutralise(line))]
      : [
          fact(
            'script',
            `with --report json=walked.json, and then jq -r '.rules[] | select(.id == "${id}").walk.shell' walked.json`,
          ),
        ]),
  ]
}

function exchangeLine({ request, response, failure }: Exchange, key: string): string {
  const by = key === '' ? '' : ` (${key})`
  return neutralise(`${request.method} ${request.url}${by} -> ${response?.status ?? failure ?? 'no answer'}`)
}

/** Joins the ids of rules with commas. */
export const joinRuleIds = (results: readonly RuleResult[]): string => results.map(({ id }) => id).join(', ')

const shortenText = (text: string): string => neutraliseStart(text, 1_200)

/** The colours and columns of the report for a terminal. */
export interface Paint {
  red(text: string): string
  dim(text: string): string
  bold(text: string): string
  /** Returns a line with a name in its column and a text. */
  fact(name: string, text: string): string
}

/** Opens a paint with colours, or without. */
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
    fact: (name, text) => `  ${dim(name.padEnd(8))} ${text}`,
  }
}
