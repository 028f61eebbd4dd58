import { escapeData, escapeProperty } from '../../src/conformance/report/formats/github.ts'
import { escapeText } from '../../src/conformance/report/formats/markdown.ts'
import { escapeMarkup } from '../../src/conformance/report/neutral-text.ts'
import { coverageKinds, findItemTitle } from '../../src/review/coverage-items.ts'
import { findings as catalogue } from '../../src/review/findings/catalogue.ts'
import { type JudgedReview, kindName, shortfallLine, timesOf, verdictLine } from './verdict.ts'

/** Renders the review as the control protocol shows it, with the result. */
export function renderJson({ account, review, hasFailed, findings, minimums }: JudgedReview): string {
  const failures = [
    ...findings.filter(({ isFailure }) => isFailure).map(({ id }) => id),
    ...minimums.filter(({ isFailure }) => isFailure).map(shortfallLine),
  ]
  return `${JSON.stringify({ account, passed: !hasFailed, failures, ...review }, null, 2)}\n`
}

/** Renders JUnit XML: a test for each finding there is, and one for each minimum. */
export function renderJunit(judged: JudgedReview): string {
  const { findings, minimums, ignored } = judged
  const found = catalogue.map(({ id, title }) => {
    const finding = findings.find((each) => each.id === id)
    const name = `${id}: ${title}`
    if (ignored.includes(id)) return testCase('findings', name, '<skipped message="ignored"/>')
    if (finding === undefined) return testCase('findings', name)
    const said = escapeMarkup(
      `${timesOf(finding)}. ${[finding.advice, ...finding.details].join(' ')} ${finding.requests.join(', ')}`,
    )
    const body = finding.isFailure
      ? `<failure type="${finding.severity}" message="${said}"/>`
      : `<system-out>${said}</system-out>`
    return testCase('findings', name, body)
  })
  const wanted = minimums.map((minimum) => {
    const failure = `<failure type="coverage" message="${escapeMarkup(shortfallLine(minimum))}"/>`
    const name = `At least ${minimum.wanted} ${kindName(minimum.kind)} are met`
    return testCase('coverage', name, minimum.isFailure ? failure : undefined)
  })
  const failures = [...findings, ...minimums].filter(({ isFailure }) => isFailure).length
  const counts = `tests="${found.length + wanted.length}" failures="${failures}" errors="0" skipped="${ignored.length}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="drydock review" ${counts}>`,
    `  <testsuite name="${escapeMarkup(`review of ${judged.account}`)}" ${counts}>`,
    ...found,
    ...wanted,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(group: string, name: string, body?: string): string {
  const head = `    <testcase classname="drydock.review.${group}" name="${escapeMarkup(name)}" time="0"`
  return body === undefined ? `${head}/>` : `${head}>${body}</testcase>`
}

/** Renders Markdown, for the summary of a job. */
export function renderMarkdown(judged: JudgedReview): string {
  const { account, review, findings } = judged
  const rows = findings.map(
    (finding) =>
      `| ${finding.severity} | \`${finding.id}\` | ${finding.count} | ${escapeText([finding.title, finding.advice, ...finding.details].join(' '))} |`,
  )
  const coverage = coverageKinds.map((kind) => {
    const { met, missed } = review.coverage[kind]
    return `| ${kindName(kind)} | ${met.length} of ${met.length + missed.length} |`
  })
  const missed = coverageKinds.flatMap((kind) => {
    const items = review.coverage[kind].missed
    if (items.length === 0) return []
    const lines = items.map(
      ({ id, how }) => `- \`${id}\`: ${[findItemTitle(kind, id), how].filter(Boolean).join(' ')}`,
    )
    return [
      '<details>',
      `<summary>Missed ${kindName(kind)}: ${items.length}</summary>`,
      '',
      ...lines,
      '',
      '</details>',
      '',
    ]
  })
  return [
    `# Review of account ${escapeText(account)}`,
    '',
    `**${judged.hasFailed ? 'Failed' : 'Passed'}: ${verdictLine(judged)}**`,
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

/** Renders workflow commands that GitHub shows as annotations: one for each finding and each shortfall. */
export function renderGithub(judged: JudgedReview): string {
  const found = judged.findings.map((finding) => {
    const kind = finding.isFailure ? 'error' : finding.severity === 'note' ? 'notice' : 'warning'
    const title = escapeProperty(`${finding.id}, ${timesOf(finding)}`)
    const lines = [
      finding.title,
      finding.advice,
      ...finding.details,
      `Requests: ${finding.requests.join(', ')}`,
    ]
    return `::${kind} title=${title}::${lines.map(escapeData).join('%0A')}`
  })
  const short = judged.minimums
    .filter(({ isFailure }) => isFailure)
    .map((minimum) => `::error title=Coverage::${escapeData(shortfallLine(minimum))}`)
  return [
    ...found,
    ...short,
    escapeData(`Review of account ${judged.account}: ${verdictLine(judged)}`),
    '',
  ].join('\n')
}
