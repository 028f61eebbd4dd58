import { counted } from '../../counted.ts'
import { spanText } from '../../duration.ts'
import type { Exchange } from '../../wire/exchange.ts'
import { causesOf, type RuleGroup } from '../causes.ts'
import { neutralise, neutraliseStart } from '../neutral-text.ts'
import type { Report, RuleResult } from '../report.ts'
import { fixFirstOf } from '../sections/fix-first.ts'
import { knownFailures, knownReason, skipGroups } from '../sections/groups.ts'
import { alike, othersOf, tableRows } from '../sections/lists.ts'
import { slowestOf } from '../sections/slowest.ts'
import { stepNotes } from '../sections/step-notes.ts'
import { countsLine, troubleOf } from '../sections/summary.ts'

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

  const finding = (result: RuleResult): readonly string[] => [
    ...(result.expected === null || result.because !== null
      ? []
      : [fact('expected', neutralise(result.expected))]),
    ...(result.actual === null || result.because !== null ? [] : [fact('actual', neutralise(result.actual))]),
    ...(result.reason === null ? [] : [fact('reason', neutralise(result.reason))]),
    ...(result.expected_failure === null ? [] : [fact('profile', neutralise(knownReason(result)))]),
  ]
  const failure = (result: RuleResult): readonly string[] => [
    `${red(result.status.toUpperCase())} ${bold(result.id)}  ${result.title}`,
    fact('section', `${result.section}${result.endpoint === null ? '' : `, ${result.endpoint}`}`),
    ...(result.statements.length === 0 ? [] : [fact('stated', result.statements.join(', '))]),
    ...finding(result),
    ...exchanges(result.exchanges),
    ...(result.again === null ? [] : [fact('again', neutralise(result.again))]),
  ]
  const exchanges = (list: readonly Exchange[]): readonly string[] => {
    const shown = list.at(-1)
    if (shown === undefined) return []
    return [
      ...list.map((each, index) => fact(`step ${index + 1}`, line(each))),
      ...(shown.response === null ? [] : [fact('answer', short(shown.response.body))]),
      fact('curl', neutralise(shown.curl)),
    ]
  }
  const group = ({ title, fix, results }: RuleGroup): readonly string[] => {
    const [chief, ...others] = results
    if (others.length === 0) return ['', ...failure(chief)]
    const { shown, rest, errored, skipped } = othersOf(results)
    return [
      '',
      bold(neutralise(`${title}: ${counted(results.length, 'rule')}`)),
      fact('fix', neutralise(fix)),
      ...failure(chief),
      ...shown.map((each) => fact('also', neutralise(alike(each, chief)))),
      ...(rest.length === 0 ? [] : [fact('also', `${rest.length} more: ${idsOf(rest)}`)]),
      ...(errored.length === 0 ? [] : [fact('errored', idsOf(errored))]),
      ...(skipped.length === 0 ? [] : [fact('skipped', idsOf(skipped))]),
    ]
  }
  const groups = causesOf(report.rules)
  // Said once: they would be the same for most.
  const notes = new Set(groups.flatMap(({ results: [chief] }) => stepNotes(chief)))
  const skips = skipGroups(report)
  const known = knownFailures(report)
  const trouble = troubleOf(report)
  return [
    `Conformance of ${neutralise(report.target)}${report.control ? '' : ', without a control protocol'}`,
    ...groups.flatMap(group),
    ...(notes.size === 0 ? [] : ['', 'About the steps:']),
    ...[...notes].map((note) => `  ${note}`),
    ...(known.length === 0 ? [] : ['', 'Known to fail:']),
    ...known.flatMap((result) => [`  ${result.id}  ${result.title}`, ...finding(result)]),
    ...(skips.length === 0 ? [] : ['', 'Skipped:']),
    ...skips.flatMap(({ name, results, reasons }) => [
      `  ${String(results.length).padStart(3)}  ${neutralise(name)}`,
      ...reasons.flatMap((each) => [
        `       - ${neutralise(each.name)}`,
        dim(`         ${idsOf(each.results)}`),
      ]),
    ]),
    ...left(report),
    ...tabled(report),
    ...fixFirst(report),
    '',
    ...observed(report).map(dim),
    ...slowestLine(report).map(dim),
    dim(`${counted(report.requests, 'request')} in ${spanText(report.duration_ms)}`),
    neutralise(countsLine(report)),
    ...(trouble === null ? [] : [red(neutralise(`${trouble.title}. ${trouble.reason}`))]),
    '',
  ].join('\n')
}

/** The last thing before the counts, where whoever ran it looks first. */
function fixFirst(report: Report): readonly string[] {
  const { groups, more } = fixFirstOf(report)
  if (groups.length === 0) return []
  return [
    '',
    'Fix first:',
    ...groups.map(({ title, rules }) =>
      neutralise(`  ${String(rules.length).padStart(3)}  ${title} (${rules[0]})`),
    ),
    ...(more === undefined ? [] : [`       ${more}`]),
  ]
}

/** Only where something is red: else the counts say all. */
function tabled({ endpoints, summary }: Report): readonly string[] {
  if (summary.failed + summary.errored === 0) return []
  const [head, ...rows] = tableRows(endpoints)
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const lined = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return ['', 'By endpoint:', ...[head, ...rows].map((row) => neutralise(`  ${lined(row)}`))]
}

function slowestLine(report: Report): readonly string[] {
  const slowest = slowestOf(report).slice(0, 5)
  if (slowest.length === 0) return []
  return [`Slowest: ${slowest.map(({ id, duration_ms }) => `${id} ${spanText(duration_ms)}`).join(', ')}`]
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
    ...live.map(({ kind, id, note }) => neutralise(`  ${kind} ${id}: ${note}`)),
    ...(others === 0
      ? []
      : [
          `  ${counted(others, 'label, tracker or batch', 'labels, trackers and batches')} of the sandbox; the JSON report lists them`,
        ]),
  ]
}

function line({ request, response, failure }: Exchange): string {
  return neutralise(`${request.method} ${request.url} -> ${response?.status ?? failure ?? 'no answer'}`)
}

const idsOf = (results: readonly RuleResult[]): string => results.map(({ id }) => id).join(', ')

const short = (text: string): string => neutraliseStart(text, 1_200)
