import { keysOf } from '../../src/conformance/keys-of.ts'
import type { WantedReport } from '../../src/conformance/report/report-files.ts'
import { readReportsWithFormats, saveReport } from '../files/report-writing.ts'
import { printProblem } from '../printing/output.ts'
import { supportsColours } from '../printing/terminal.ts'
import { renderReviewConsole } from './review-console.ts'
import { renderGithub, renderJson, renderJunit, renderMarkdown } from './review-formats.ts'
import { renderHtml } from './review-html.ts'
import { describeAccounts, describeVerdict, type JudgedReview } from './verdict.ts'

const formats = {
  console: renderReviewConsole,
  json: renderJson,
  junit: renderJunit,
  html: renderHtml,
  markdown: renderMarkdown,
  github: renderGithub,
} as const satisfies Record<string, (judged: JudgedReview, style: { readonly colour: boolean }) => string>

export const reviewFormatNames = keysOf(formats)

type ReviewReports = readonly WantedReport<keyof typeof formats>[]

/**
 * Writes the reports of a review. Returns the exit status: 1 if the review failed, 3 if there was nothing to review or a
 * report could not be written.
 */
export function writeReview(judged: JudgedReview, wanted: ReviewReports): number {
  const isWritten = wanted.map((report) => {
    const isPrinted = report.file === undefined
    return saveReport(report, formats[report.format](judged, { colour: isPrinted && supportsColours() }))
  })
  if (wanted.every(({ format, file }) => format !== 'console' || file !== undefined))
    printProblem(`review of ${describeAccounts(judged)}: ${describeVerdict(judged)}`)
  return isWritten.includes(false) ? 3 : getReviewExitStatus(judged)
}

/** Returns the exit status of a review: 1 if it failed, 3 if there was nothing to review. */
export function getReviewExitStatus({ isEmpty, hasFailed }: JudgedReview): number {
  return isEmpty ? 3 : hasFailed ? 1 : 0
}

/** Returns the reports to write, by default a report on the terminal. Throws a SetupError for a report that cannot be written. */
export function readReviewReports(values: readonly string[]): ReviewReports {
  return readReportsWithFormats(values.length === 0 ? ['console'] : values, reviewFormatNames)
}
