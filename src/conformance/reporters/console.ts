import { counted } from '../counted.ts'
import { spanText } from '../duration.ts'
import type { Report, RuleResult } from '../reporting/report.ts'
import type { Exchange } from '../wire/exchange.ts'
import { errorGroups, failures, type Group, knownFailures, knownReason, skipGroups } from './groups.ts'
import { inert, inertStart } from './inert.ts'
import { stepNotes } from './steps.ts'
import { countsLine, troubleOf } from './summary.ts'

export interface ConsoleStyle {
  readonly colour: boolean
}

/** The report for a terminal: failures first, then what could not be judged and why, then exact counts. */
export function renderConsole(report: Report, { colour }: ConsoleStyle = { colour: false }): string {
  const paint = (code: number, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  const red = (text: string): string => paint(31, text)
  const dim = (text: string): string => paint(2, text)
  const bold = (text: string): string => paint(1, text)
  const fact = (name: string, text: string): string => `  ${dim(name.padEnd(8))} ${text}`

  const failure = (result: RuleResult): readonly string[] => [
    '',
    `${red(result.status.toUpperCase())} ${bold(result.id)}  ${result.title}`,
    fact('section', `${result.section}${result.endpoint === null ? '' : `, ${result.endpoint}`}`),
    ...finding(result),
    ...steps(result),
  ]
  const finding = (result: RuleResult): readonly string[] => [
    ...(result.expected === null ? [] : [fact('expected', inert(result.expected))]),
    ...(result.actual === null ? [] : [fact('actual', inert(result.actual))]),
    ...(result.reason === null ? [] : [fact('reason', inert(result.reason))]),
    ...(result.expected_failure === null ? [] : [fact('profile', inert(knownReason(result)))]),
  ]
  const steps = (result: RuleResult): readonly string[] => [
    ...exchanges(result.exchanges),
    ...(result.again === null ? [] : [fact('again', inert(result.again))]),
  ]
  const exchanges = (list: readonly Exchange[]): readonly string[] => {
    const shown = list.at(-1)
    if (shown === undefined) return []
    return [
      ...list.map((each, index) => fact(`step ${index + 1}`, line(each))),
      ...(shown.response === null ? [] : [fact('answer', short(shown.response.body))]),
      fact('curl', inert(shown.curl)),
    ]
  }
  const errors = ({ name, results }: Group): readonly string[] => {
    const [first] = results
    if (first === undefined) return []
    if (results.length === 1) return failure(first)
    return [
      '',
      `${red('ERRORED')} ${bold(counted(results.length, 'rule'))}: ${idsOf(results)}`,
      fact('reason', inert(name)),
      fact('first', `${first.id}  ${first.title}`),
      ...steps(first),
    ]
  }
  // Said once: they would be the same for most.
  const notes = new Set(
    [...failures(report), ...errorGroups(report).flatMap(({ results }) => results.slice(0, 1))].flatMap(
      stepNotes,
    ),
  )
  const skips = skipGroups(report)
  const known = knownFailures(report)
  const trouble = troubleOf(report)
  return [
    `Conformance of ${inert(report.target)}${report.control ? '' : ', without a control protocol'}`,
    ...failures(report).flatMap(failure),
    ...errorGroups(report).flatMap(errors),
    ...(notes.size === 0 ? [] : ['', 'About the steps:']),
    ...[...notes].map((note) => `  ${note}`),
    ...(known.length === 0 ? [] : ['', 'Known to fail:']),
    ...known.flatMap((result) => [`  ${result.id}  ${result.title}`, ...finding(result)]),
    ...(skips.length === 0 ? [] : ['', 'Skipped:']),
    ...skips.flatMap(({ name, results, reasons }) => [
      `  ${String(results.length).padStart(3)}  ${inert(name)}`,
      ...reasons.flatMap((each) => [`       - ${inert(each.name)}`, dim(`         ${idsOf(each.results)}`)]),
    ]),
    ...left(report),
    '',
    ...observed(report).map(dim),
    dim(`${counted(report.requests, 'request')} in ${spanText(report.duration_ms)}`),
    inert(countsLine(report)),
    ...(trouble === null ? [] : [red(inert(`${trouble.title}. ${trouble.reason}`))]),
    '',
  ].join('\n')
}

/** They are no findings, and many: where to read them is enough. */
function observed({ observations }: Report): readonly string[] {
  if (observations.length === 0) return []
  const count = counted(observations.length, 'observation')
  return [`${count} where nothing is documented; --report html, markdown or json has them`]
}

function left({ leftovers, spent_cents }: Report): readonly string[] {
  const live = leftovers.filter(({ kind }) => kind === 'live label' || kind === 'account')
  const others = leftovers.length - live.length
  return [
    ...(spent_cents === 0 ? [] : ['', `Charged live: ${counted(spent_cents, 'cent')}.`]),
    ...(leftovers.length === 0 ? [] : ['', 'Left at the target:']),
    ...live.map(({ kind, id, note }) => inert(`  ${kind} ${id}: ${note}`)),
    ...(others === 0
      ? []
      : [
          `  ${counted(others, 'label, tracker or batch', 'labels, trackers and batches')} of the sandbox; the JSON report lists them`,
        ]),
  ]
}

function line({ request, response, failure }: Exchange): string {
  return inert(`${request.method} ${request.url} -> ${response?.status ?? failure ?? 'no answer'}`)
}

const idsOf = (results: readonly RuleResult[]): string => results.map(({ id }) => id).join(', ')

const short = (text: string): string => inertStart(text, 1_200)
