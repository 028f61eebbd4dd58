import { formatSpan } from '../../duration.ts'
import { plural } from '../../plural.ts'
import { groupByCause } from '../causes.ts'
import { neutralise } from '../neutral-text.ts'
import { getReportWords, hasEndpoints, type Report, type RuleGroup } from '../report.ts'
import {
  buildTableRows,
  groupSkippedRules,
  headlineOf,
  joinRuleIds,
  listExpectedFailures,
} from '../sections/groups.ts'
import { buildStepNotes } from '../sections/step-notes.ts'
import {
  describeLostRequests,
  renderCountsLine,
  renderLossLine,
  runProblemOf,
  selectFixFirst,
  selectSlowest,
} from '../sections/summary.ts'
import { createPaint, type Paint, renderCauseLines, renderFindingLines } from './console-rule.ts'

/** Settings of the report on a terminal. */
export interface ConsoleStyle {
  readonly colour: boolean
}

/** Renders the report for a terminal: failures first, then the rules that could not be checked and why, then the counts. */
export function renderConsole(report: Report, { colour }: ConsoleStyle = { colour: false }): string {
  const paint = createPaint(colour)
  const groups = groupByCause(report.rules)
  const trouble = runProblemOf(report)
  return [
    `${getReportWords(report).title} of ${neutralise(report.target)}${report.control || report.subject !== undefined ? '' : ', without a control protocol'}`,
    ...groups.flatMap((group) => renderCauseLines(group, paint)),
    ...renderStepNoteLines(groups),
    ...renderKnownFailureLines(report, paint),
    ...renderSkippedRuleLines(report, paint),
    ...renderLeftoverLines(report),
    ...renderLostRequestLines(report),
    ...renderEndpointLines(report),
    ...renderFixFirstLines(report),
    '',
    ...renderObservationLines(report).map(paint.dim),
    ...renderExplorationLines(report).map(paint.dim),
    ...renderSlowestRuleLines(report).map(paint.dim),
    paint.dim(`${plural(report.requests, 'request')} in ${formatSpan(report.duration_ms)}`),
    neutralise(renderCountsLine(report)),
    ...(trouble === null ? [] : [paint.red(neutralise(`${trouble.title}. ${trouble.reason}`))]),
    '',
  ].join('\n')
}

/** Renders the notes on how to repeat the steps of rules. Each note appears once, as most rules have the same notes. */
function renderStepNoteLines(groups: readonly RuleGroup[]): readonly string[] {
  const notes = new Set(groups.flatMap(({ results: [mainRule] }) => buildStepNotes(mainRule)))
  return notes.size === 0 ? [] : ['', 'About the steps:', ...[...notes].map((note) => `  ${note}`)]
}

function renderKnownFailureLines(report: Report, paint: Paint): readonly string[] {
  const known = listExpectedFailures(report)
  if (known.length === 0) return []
  const lines = known.flatMap((result) => [
    `  ${result.id}  ${headlineOf(result)}`,
    ...renderFindingLines(result, paint),
  ])
  return ['', `${getReportWords(report).tolerated}:`, ...lines]
}

function renderSkippedRuleLines(report: Report, { dim }: Paint): readonly string[] {
  const groups = groupSkippedRules(report)
  if (groups.length === 0) return []
  const lines = groups.flatMap(({ name, results, reasons }) => [
    `  ${String(results.length).padStart(3)}  ${neutralise(name)}`,
    ...reasons.flatMap((each) => [
      `       - ${neutralise(each.name)}`,
      dim(`         ${joinRuleIds(each.results)}`),
    ]),
  ])
  return ['', 'Skipped:', ...lines]
}

/** Renders the causes to fix first. They come just before the counts, as users look at the end of the output first. */
function renderFixFirstLines(report: Report): readonly string[] {
  const { groups, more } = selectFixFirst(report)
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

/** Renders the table of results by endpoint, if a rule failed or errored. */
function renderEndpointLines(report: Report): readonly string[] {
  const { endpoints, summary } = report
  if (summary.failed + summary.errored === 0 || !hasEndpoints(report)) return []
  const [head, ...rows] = buildTableRows(endpoints)
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const padColumns = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return ['', 'By endpoint:', ...[head, ...rows].map((row) => neutralise(`  ${padColumns(row)}`))]
}

function renderSlowestRuleLines(report: Report): readonly string[] {
  const slowest = selectSlowest(report).slice(0, 5)
  if (slowest.length === 0) return []
  return [`Slowest: ${slowest.map(({ id, duration_ms }) => `${id} ${formatSpan(duration_ms)}`).join(', ')}`]
}

/** Renders the line that says where to find the observations of the run, which are too many to list on a terminal. */
function renderObservationLines({ observations }: Report): readonly string[] {
  if (observations.length === 0) return []
  const count = plural(observations.length, 'observation')
  return [`${count} where nothing is documented; --report html, markdown or json has them`]
}

function renderLostRequestLines(report: Report): readonly string[] {
  const lost = describeLostRequests(report)
  return lost === null ? [] : ['', lost.title, ...lost.places.map((place) => neutralise(`  ${place}`))]
}

/** Renders how much of the target the random walks covered. */
function renderExplorationLines({ exploration }: Report): readonly string[] {
  if (exploration === null) return []
  const { seed, walks, steps, cells, cells_seen, cells_share, pairs, pairs_seen, pairs_share, stories } =
    exploration
  const formatPercent = (share: number): string => `${Math.round(100 * share)} %`
  const reached =
    cells_seen === 0
      ? ''
      : `, ${plural(stories, 'scenario')}, ${cells} of ${cells_seen} possible cells (${formatPercent(cells_share)}; operation, state, key), ${pairs} of ${plural(pairs_seen, 'pair')} of operations (${formatPercent(pairs_share)})`
  return [`${plural(walks, 'walk')} of seed ${neutralise(seed)}: ${plural(steps, 'step')}${reached}`]
}

function renderLeftoverLines({ leftovers, spent_cents, lost_cents }: Report): readonly string[] {
  const live = leftovers.filter(({ kind }) => kind === 'live label' || kind === 'account')
  const others = leftovers.length - live.length
  return [
    ...(spent_cents === 0 ? [] : ['', `Charged live: ${plural(spent_cents, 'cent')}.`]),
    ...(lost_cents === 0 ? [] : ['', renderLossLine(lost_cents)]),
    ...(leftovers.length === 0 ? [] : ['', 'Left at the target:']),
    ...live.map(({ kind, id, note }) => neutralise(`  ${kind} ${id}: ${note}`)),
    ...(others === 0
      ? []
      : [
          `  ${plural(others, 'label, tracker or batch', 'labels, trackers and batches')} of the sandbox; the JSON report lists them`,
        ]),
  ]
}
