import type { Exchange } from '../exchange.ts'
import type { Report, RuleResult } from '../report.ts'
import { countsLine, errorGroups, failures, type Group, knownFailures, skipGroups } from './groups.ts'
import { inert, inertStart } from './inert.ts'
import { stepNotes } from './steps.ts'

export interface ConsoleStyle {
  readonly colour: boolean
}

/** The report for a terminal: failures first, then what could not be judged and why, then exact counts. */
export function renderConsole(report: Report, { colour }: ConsoleStyle = { colour: false }): string {
  const paint = (code: number, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  const red = (text: string): string => paint(31, text)
  const dim = (text: string): string => paint(2, text)
  const bold = (text: string): string => paint(1, text)

  const failure = (result: RuleResult): readonly string[] => [
    '',
    `${red('FAILED')} ${bold(result.id)}  ${result.title}`,
    `  ${dim('section ')} ${result.section}${result.endpoint === null ? '' : `, ${result.endpoint}`}`,
    `  ${dim('expected')} ${inert(result.expected ?? '')}`,
    `  ${dim('actual  ')} ${inert(result.actual ?? '')}`,
    ...(result.expected_failure === null
      ? []
      : [`  ${dim('profile ')} ${inert(result.expected_failure.reason)}`]),
    ...steps(result),
  ]
  const steps = (result: RuleResult): readonly string[] => [
    ...exchanges(result.exchanges),
    ...stepNotes(result).map((note) => `  ${dim('note    ')} ${note}`),
    ...(result.again === null ? [] : [`  ${dim('again   ')} ${inert(result.again)}`]),
  ]
  const exchanges = (list: readonly Exchange[]): readonly string[] => {
    const shown = list.at(-1)
    if (shown === undefined) return []
    return [
      ...list.map((each, index) => `  ${dim(`step ${String(index + 1).padEnd(3)}`)} ${line(each)}`),
      ...(shown.response === null ? [] : [`  ${dim('answer  ')} ${short(shown.response.body)}`]),
      `  ${dim('curl    ')} ${inert(shown.curl)}`,
    ]
  }
  const errors = ({ name, results }: Group): readonly string[] => [
    '',
    `${red('ERRORED')} ${bold(idsOf(results))}`,
    `  ${dim('reason  ')} ${inert(name)}`,
    ...results.slice(0, 1).flatMap(steps),
  ]
  const skips = skipGroups(report)
  const known = knownFailures(report)
  return [
    `Conformance of ${inert(report.target)}${report.control ? '' : ', without a control protocol'}`,
    ...failures(report).flatMap(failure),
    ...errorGroups(report).flatMap(errors),
    ...(known.length === 0 ? [] : ['', 'Known to fail:']),
    ...known.map(({ id, expected_failure: entry }) =>
      inert(`  ${id}  ${entry?.reason}${entry?.issue === null ? '' : ` (${entry?.issue})`}`),
    ),
    ...(skips.length === 0 ? [] : ['', 'Skipped:']),
    ...skips.flatMap(({ name, results }) => [
      `  ${String(results.length).padStart(3)}  ${inert(name)}`,
      dim(`       ${idsOf(results)}`),
    ]),
    ...(report.observations.length === 0 ? [] : ['', 'Observed where nothing is documented:']),
    ...report.observations.map(({ topic, value }) =>
      inert(`  ${topic}: ${short(JSON.stringify(value) ?? '')}`),
    ),
    ...left(report),
    ...(report.stopped === null ? [] : ['', red(inert(`The run did not finish. ${report.stopped.reason}`))]),
    '',
    dim(`${report.requests} requests in ${(report.duration_ms / 1_000).toFixed(1)} s`),
    inert(countsLine(report)),
    '',
  ].join('\n')
}

function left({ leftovers, spent_cents }: Report): readonly string[] {
  const live = leftovers.filter(({ kind }) => kind === 'live label' || kind === 'account')
  const others = leftovers.length - live.length
  return [
    ...(spent_cents === 0 ? [] : ['', `Charged live: ${spent_cents} cents.`]),
    ...(leftovers.length === 0 ? [] : ['', 'Left at the target:']),
    ...live.map(({ kind, id, note }) => inert(`  ${kind} ${id}: ${note}`)),
    ...(others === 0
      ? []
      : [`  ${others} labels, trackers and batches of the sandbox; the JSON report lists them`]),
  ]
}

function line({ request, response, failure }: Exchange): string {
  return inert(`${request.method} ${request.url} -> ${response?.status ?? failure ?? 'no answer'}`)
}

const idsOf = (results: readonly RuleResult[]): string => results.map(({ id }) => id).join(', ')

const short = (text: string): string => inertStart(text, 1_200)
