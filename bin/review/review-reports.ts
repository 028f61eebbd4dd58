import { keysOf } from '../../src/conformance/keys-of.ts'
import type { WantedReport } from '../../src/conformance/report/report-files.ts'
import { readReports, saveReport } from '../files/report-writing.ts'
import { complain } from '../printing/output.ts'
import { takesColours } from '../printing/terminal.ts'
import { renderConsole } from './review-console.ts'
import { renderGithub, renderJson, renderJunit, renderMarkdown } from './review-formats.ts'
import { renderHtml } from './review-html.ts'
import { type JudgedReview, verdictLine } from './verdict.ts'

const formats = {
  console: renderConsole,
  json: renderJson,
  junit: renderJunit,
  html: renderHtml,
  markdown: renderMarkdown,
  github: renderGithub,
} as const satisfies Record<string, (judged: JudgedReview, style: { readonly colour: boolean }) => string>

export const reviewFormatNames = keysOf(formats)

type ReviewReports = readonly WantedReport<keyof typeof formats>[]

/**
 * Writes the reports of a review; returns the exit status: 1 if the review falls short, 3 if a report could not be
 * written.
 */
export function writeReview(judged: JudgedReview, wanted: ReviewReports): number {
  const isWritten = wanted.map((report) => {
    const isPrinted = report.file === undefined
    return saveReport(report, formats[report.format](judged, { colour: isPrinted && takesColours() }))
  })
  if (wanted.every(({ format, file }) => format !== 'console' || file !== undefined))
    complain(`review of account ${judged.account}: ${verdictLine(judged)}`)
  if (isWritten.includes(false)) return 3
  return judged.hasFailed ? 1 : 0
}

/** Returns the reports to write, by default one for the terminal. Throws SetupError for one that cannot be written. */
export function readReviewReports(asked: readonly string[]): ReviewReports {
  return readReports(asked.length === 0 ? ['console'] : asked, reviewFormatNames)
}
