import { plural } from '../../src/conformance/plural.ts'
import { createPaint, type Paint } from '../../src/conformance/report/formats/console-rule.ts'
import { coverageKinds, findItemTitle } from '../../src/review/coverage-items.ts'
import { formatColumns } from '../printing/columns.ts'
import {
  describeAccounts,
  describeFindingCount,
  describeVerdict,
  formatCoverageKind,
  type JudgedReview,
} from './verdict.ts'

const maxLineLength = 100
const barLength = 20
/** The maximum number of missed situations that are shown with instructions how to meet them. */
const maxSuggestions = 5

/** Renders a review for a terminal: findings, coverage, scopes, what to try next, and the result. */
export function renderReviewConsole(judged: JudgedReview, { colour }: { readonly colour: boolean }): string {
  const paint = createPaint(colour)
  const { review } = judged
  return [
    paint.bold(`Review of ${describeAccounts(judged)}`),
    paint.dim(`${plural(review.requests, 'request')} since ${review.since}`),
    ...renderFindings(judged, paint),
    ...renderCoverage(judged, paint),
    ...renderScopes(judged),
    ...renderSuggestions(judged, paint),
    '',
    judged.hasFailed ? paint.red(`Failed: ${describeVerdict(judged)}`) : `Passed: ${describeVerdict(judged)}`,
    '',
  ].join('\n')
}

function renderFindings({ findings, ignored }: JudgedReview, paint: Paint): readonly string[] {
  const lines = findings.flatMap((finding) => {
    const { severity, id, title, advice, requests, details } = finding
    const head = `${severity.padEnd(7)}  ${id}, ${describeFindingCount(finding)}`
    return [
      '',
      finding.isFailure ? paint.red(head) : paint.bold(head),
      ...wrapText(title, 9),
      ...wrapText(advice, 9),
      ...details.flatMap((detail) => wrapText(detail, 11)),
      ...(requests.length === 0 ? [] : wrapText(`Requests: ${requests.join(', ')}`, 9).map(paint.dim)),
    ]
  })
  return ignored.length === 0 ? lines : [...lines, '', paint.dim(`Ignored: ${ignored.join(', ')}`)]
}

function renderCoverage({ review, minimums }: JudgedReview, paint: Paint): readonly string[] {
  const rows = coverageKinds.map((kind) => {
    const { met, missed } = review.coverage[kind]
    const total = met.length + missed.length
    const filled = Math.round((barLength * met.length) / total)
    const wanted = minimums.filter((each) => each.kind === kind).map((each) => `at least ${each.wanted}`)
    const bar = '█'.repeat(filled) + '░'.repeat(barLength - filled)
    return [formatCoverageKind(kind), bar, `${met.length} of ${total}`, wanted.join(', ')]
  })
  const missed = coverageKinds.flatMap((kind) => {
    const ids = review.coverage[kind].missed.map(({ id }) => id)
    return ids.length === 0
      ? []
      : ['', ...wrapText(`${formatCoverageKind(kind)}: ${ids.join(', ')}`, 2).map(paint.dim)]
  })
  const title = missed.length === 0 ? [] : ['', paint.bold('Missed'), ...missed.slice(1)]
  return ['', paint.bold('Met'), ...formatColumns(rows).map((row) => `  ${row}`), ...title]
}

function renderScopes({ review }: JudgedReview): readonly string[] {
  const lines = review.scopes.flatMap(({ key, granted, used, refused }) => {
    const idle = granted.filter((scope) => !used.includes(scope))
    return [
      ...(idle.length === 0 ? [] : wrapText(`${key} never used ${idle.join(', ')}`, 2)),
      ...(refused.length === 0 ? [] : wrapText(`${key} was refused for ${refused.join(', ')}`, 2)),
    ]
  })
  return lines.length === 0 ? [] : ['', 'Scopes', ...lines]
}

function renderSuggestions({ review, pageCommand }: JudgedReview, paint: Paint): readonly string[] {
  const { missed } = review.coverage.situations
  if (missed.length === 0) return []
  const lines = missed
    .slice(0, maxSuggestions)
    .flatMap(({ id, how }) => [
      ...wrapText(findItemTitle('situations', id) ?? id, 2),
      ...wrapText(how, 4).map(paint.dim),
    ])
  const rest = ['', '  How to meet the others:', paint.dim(`    ${pageCommand}`)]
  return ['', paint.bold('Try next'), ...lines, ...(missed.length > maxSuggestions ? rest : [])]
}

/** Breaks a text into indented lines. A word that is too long for a line gets its own line. */
function wrapText(text: string, indent: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > maxLineLength - indent) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => ' '.repeat(indent) + each)
}
