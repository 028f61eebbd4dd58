import { plural } from '../../src/conformance/plural.ts'
import { createPaint, type Paint } from '../../src/conformance/report/formats/console-rule.ts'
import { coverageKinds, findItemTitle } from '../../src/review/coverage-items.ts'
import { formatColumns } from '../printing/columns.ts'
import { type JudgedReview, kindName, timesOf, verdictLine } from './verdict.ts'

const widest = 100
const barLength = 20
/** The number of missed situations that are shown with how to meet them. */
const suggested = 5

/** Renders a review for a terminal: findings, coverage, scopes, what to try next, and the result. */
export function renderConsole(judged: JudgedReview, { colour }: { readonly colour: boolean }): string {
  const paint = createPaint(colour)
  const { account, review } = judged
  return [
    paint.bold(`Review of account ${account}`),
    paint.dim(`${plural(review.requests, 'request')} since ${review.since}`),
    ...findingLines(judged, paint),
    ...coverageLines(judged, paint),
    ...scopeLines(judged),
    ...nextLines(judged, paint),
    '',
    judged.hasFailed ? paint.red(`Failed: ${verdictLine(judged)}`) : `Passed: ${verdictLine(judged)}`,
    '',
  ].join('\n')
}

function findingLines({ findings, ignored }: JudgedReview, paint: Paint): readonly string[] {
  const lines = findings.flatMap((finding) => {
    const { severity, id, title, advice, requests, details } = finding
    const head = `${severity.padEnd(7)}  ${id}, ${timesOf(finding)}`
    return [
      '',
      finding.isFailure ? paint.red(head) : paint.bold(head),
      ...wrap(title, 9),
      ...wrap(advice, 9),
      ...details.flatMap((detail) => wrap(detail, 11)),
      ...(requests.length === 0 ? [] : wrap(`Requests: ${requests.join(', ')}`, 9).map(paint.dim)),
    ]
  })
  return ignored.length === 0 ? lines : [...lines, '', paint.dim(`Ignored: ${ignored.join(', ')}`)]
}

function coverageLines({ review, minimums }: JudgedReview, paint: Paint): readonly string[] {
  const rows = coverageKinds.map((kind) => {
    const { met, missed } = review.coverage[kind]
    const total = met.length + missed.length
    const filled = Math.round((barLength * met.length) / total)
    const wanted = minimums.filter((each) => each.kind === kind).map((each) => `at least ${each.wanted}`)
    const bar = '█'.repeat(filled) + '░'.repeat(barLength - filled)
    return [kindName(kind), bar, `${met.length} of ${total}`, wanted.join(', ')]
  })
  const missed = coverageKinds.flatMap((kind) => {
    const ids = review.coverage[kind].missed.map(({ id }) => id)
    return ids.length === 0 ? [] : ['', ...wrap(`${kindName(kind)}: ${ids.join(', ')}`, 2).map(paint.dim)]
  })
  const title = missed.length === 0 ? [] : ['', paint.bold('Missed'), ...missed.slice(1)]
  return ['', paint.bold('Met'), ...formatColumns(rows).map((row) => `  ${row}`), ...title]
}

function scopeLines({ review }: JudgedReview): readonly string[] {
  const lines = review.scopes.flatMap(({ key, granted, used, refused }) => {
    const idle = granted.filter((scope) => !used.includes(scope))
    return [
      ...(idle.length === 0 ? [] : wrap(`${key} never used ${idle.join(', ')}`, 2)),
      ...(refused.length === 0 ? [] : wrap(`${key} was refused for ${refused.join(', ')}`, 2)),
    ]
  })
  return lines.length === 0 ? [] : ['', 'Scopes', ...lines]
}

function nextLines({ review, pageCommand }: JudgedReview, paint: Paint): readonly string[] {
  const { missed } = review.coverage.situations
  if (missed.length === 0) return []
  const lines = missed
    .slice(0, suggested)
    .flatMap(({ id, how }) => [
      ...wrap(findItemTitle('situations', id) ?? id, 2),
      ...wrap(how, 4).map(paint.dim),
    ])
  const rest = ['', '  How to meet the others:', paint.dim(`    ${pageCommand}`)]
  return ['', paint.bold('Try next'), ...lines, ...(missed.length > suggested ? rest : [])]
}

/** Breaks a text into lines, each indented. A word that is too long has a line of its own. */
function wrap(text: string, indent: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > widest - indent) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => ' '.repeat(indent) + each)
}
