import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { BadInput } from '../../src/conformance/bad-input.ts'
import { keysOf } from '../../src/conformance/keys-of.ts'
import { type WantedReport, writeWhole } from '../../src/conformance/report/report-files.ts'
import { readReports } from '../files/report-writing.ts'
import { complain, print } from '../printing/output.ts'
import { takesColours } from '../printing/terminal.ts'
import { SetupError } from '../setup-error.ts'
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
  let isWritten = true
  for (const { format, file } of wanted) {
    const text = formats[format](judged, { colour: file === undefined && takesColours() })
    if (file === undefined) print(text)
    else isWritten = save(file, format, text) && isWritten
  }
  if (wanted.every(({ format, file }) => format !== 'console' || file !== undefined))
    complain(`review of account ${judged.account}: ${verdictLine(judged)}`)
  if (!isWritten) return 3
  return judged.hasFailed ? 1 : 0
}

function save(file: string, format: string, text: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeWhole(file, text)
    return true
  } catch (error) {
    complain(
      `the ${format} report cannot be written to ${file}: ${error instanceof Error ? error.message : error}.`,
    )
    return false
  }
}

/** Returns the reports to write, by default one for the terminal. Throws SetupError for one that cannot be written. */
export function readReviewReports(asked: readonly string[]): ReviewReports {
  try {
    return readReports(asked, reviewFormatNames)
  } catch (error) {
    if (error instanceof BadInput) throw new SetupError(error.message)
    throw error
  }
}
