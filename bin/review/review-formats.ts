import { escapeData, escapeProperty } from '../../src/conformance/report/formats/github.ts'
import { escapeText } from '../../src/conformance/report/formats/markdown.ts'
import { escapeMarkup } from '../../src/conformance/report/neutral-text.ts'
import { coverageKinds, findItemTitle } from '../../src/review/coverage-items.ts'
import { findings as catalogue } from '../../src/review/findings/catalogue.ts'
import {
  describeAccounts,
  describeFindingCount,
  describeShortfall,
  describeVerdict,
  formatCoverageKind,
  type JudgedReview,
  noRequest,
} from './verdict.ts'

/** Renders a review as JSON: the fields of the control protocol, and the result. */
export function renderJson(judged: JudgedReview): string {
  const { account, accounts, isEmpty, review, hasFailed, findings, minimums } = judged
  const failures = [
    ...(isEmpty ? [noRequest] : []),
    ...findings.filter(({ isFailure }) => isFailure).map(({ id }) => id),
    ...minimums.filter(({ isFailure }) => isFailure).map(describeShortfall),
  ]
  return `${JSON.stringify({ account, accounts, passed: !hasFailed, failures, ...review }, null, 2)}\n`
}

/** Renders a review as JUnit XML, with a test for each finding that exists and for each minimum. */
export function renderJunit(judged: JudgedReview): string {
  const { findings, minimums, ignored } = judged
  const found = catalogue.map(({ id, title }) => {
    const finding = findings.find((each) => each.id === id)
    const name = `${id}: ${title}`
    if (ignored.includes(id)) return renderTestCase('findings', name, '<skipped message="ignored"/>')
    if (finding === undefined) return renderTestCase('findings', name)
    const findingText = escapeMarkup(
      `${describeFindingCount(finding)}. ${[finding.advice, ...finding.details].join(' ')} ${finding.requests.join(', ')}`,
    )
    const body = finding.isFailure
      ? `<failure type="${finding.severity}" message="${findingText}"/>`
      : `<system-out>${findingText}</system-out>`
    return renderTestCase('findings', name, body)
  })
  const wanted = minimums.map((minimum) => {
    const failure = `<failure type="coverage" message="${escapeMarkup(describeShortfall(minimum))}"/>`
    const name = `At least ${minimum.wanted} ${formatCoverageKind(minimum.kind)} are met`
    return renderTestCase('coverage', name, minimum.isFailure ? failure : undefined)
  })
  const requested = judged.isEmpty
    ? [
        renderTestCase(
          'coverage',
          'The app sends requests',
          `<failure type="coverage" message="${noRequest}"/>`,
        ),
      ]
    : []
  const failures = requested.length + [...findings, ...minimums].filter(({ isFailure }) => isFailure).length
  const counts = `tests="${found.length + wanted.length + requested.length}" failures="${failures}" errors="0" skipped="${ignored.length}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="drydock review" ${counts}>`,
    `  <testsuite name="${escapeMarkup(`review of ${judged.account ?? describeAccounts(judged)}`)}" ${counts}>`,
    ...found,
    ...wanted,
    ...requested,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function renderTestCase(group: string, name: string, body?: string): string {
  const head = `    <testcase classname="drydock.review.${group}" name="${escapeMarkup(name)}" time="0"`
  return body === undefined ? `${head}/>` : `${head}>${body}</testcase>`
}

/** Renders a review as Markdown, for the summary of a CI job. */
export function renderMarkdown(judged: JudgedReview): string {
  const { review, findings } = judged
  const rows = findings.map(
    (finding) =>
      `| ${finding.severity} | \`${finding.id}\` | ${finding.count} | ${escapeExceptCode([finding.title, finding.advice, ...finding.details].join(' '))} |`,
  )
  const coverage = coverageKinds.map((kind) => {
    const { met, missed } = review.coverage[kind]
    return `| ${formatCoverageKind(kind)} | ${met.length} of ${met.length + missed.length} |`
  })
  const missed = coverageKinds.flatMap((kind) => {
    const items = review.coverage[kind].missed
    if (items.length === 0) return []
    const lines = items.map(
      ({ id, how }) => `- \`${id}\`: ${[findItemTitle(kind, id), how].filter(Boolean).join(' ')}`,
    )
    return [
      '<details>',
      `<summary>Missed ${formatCoverageKind(kind)}: ${items.length}</summary>`,
      '',
      ...lines,
      '',
      '</details>',
      '',
    ]
  })
  return [
    `# Review of ${escapeText(describeAccounts(judged))}`,
    '',
    `**${judged.hasFailed ? 'Failed' : 'Passed'}: ${describeVerdict(judged)}**`,
    '',
    ...(rows.length === 0
      ? []
      : ['| severity | finding | count | what to do |', '| --- | --- | --- | --- |', ...rows, '']),
    '| coverage | met |',
    '| --- | --- |',
    ...coverage,
    '',
    ...missed,
  ].join('\n')
}

/** Escapes a text for Markdown and keeps its inline code, such as `limit`, if the code needs no escaping. */
const escapeExceptCode = (text: string): string => escapeText(text).replaceAll(/\\`([\w.:/ -]+)\\`/g, '`$1`')

/** Renders a review as GitHub workflow commands: an annotation for each finding and each shortfall. */
export function renderGithub(judged: JudgedReview): string {
  const found = judged.findings.map((finding) => {
    const kind = finding.isFailure ? 'error' : finding.severity === 'note' ? 'notice' : 'warning'
    const title = escapeProperty(`${finding.id}, ${describeFindingCount(finding)}`)
    const lines = [
      finding.title,
      finding.advice,
      ...finding.details,
      `Requests: ${finding.requests.join(', ')}`,
    ]
    return `::${kind} title=${title}::${lines.map(escapeData).join('%0A')}`
  })
  const empty = judged.isEmpty ? [`::error title=Review::${noRequest}`] : []
  const short = judged.minimums
    .filter(({ isFailure }) => isFailure)
    .map((minimum) => `::error title=Coverage::${escapeData(describeShortfall(minimum))}`)
  return [
    ...found,
    ...empty,
    ...short,
    escapeData(`Review of ${describeAccounts(judged)}: ${describeVerdict(judged)}`),
    '',
  ].join('\n')
}
