import { BadInput } from '../../src/conformance/bad-input.ts'
import {
  checkReportFiles,
  formatNames,
  parseReportOption,
  type Streams,
  type WantedReport,
  writeWholeFile,
} from '../../src/conformance/report/report-files.ts'
import { print, printProblem } from '../printing/output.ts'
import { supportsColours } from '../printing/terminal.ts'
import { SetupError } from '../setup-error.ts'

/**
 * Returns the reports that --report requests, by default a report on the terminal. Throws a BadInput for a report that
 * cannot be written.
 */
export function readRequestedReports(values: readonly string[]): readonly WantedReport[] {
  return parseReports(values.length === 0 ? ['console'] : values, formatNames)
}

/**
 * Returns the reports that --report requests from a command with its own formats (`names`). Throws a SetupError for a
 * report that cannot be written.
 */
export function readReportsWithFormats<Name extends string>(
  values: readonly string[],
  names: readonly Name[],
): readonly WantedReport<Name>[] {
  try {
    return parseReports(values, names)
  } catch (error) {
    throw error instanceof BadInput ? new SetupError(error.message) : error
  }
}

function parseReports<Name extends string>(values: readonly string[], names: readonly Name[]) {
  const wanted = values.map((text) => parseReportOption(text, names))
  checkReportFiles(wanted)
  return wanted
}

/** Writes a report to its file, or prints it. If it cannot be written, prints why and returns false. */
export function saveReport({ format, file }: WantedReport<string>, text: string): boolean {
  if (file === undefined) {
    print(text)
    return true
  }
  try {
    writeWholeFile(file, text)
    return true
  } catch (error) {
    printProblem(
      `the ${format} report cannot be written to ${file}: ${error instanceof Error ? error.message : error}.`,
    )
    return false
  }
}

/** Returns the output streams for reports without a file. */
export const createOutputStreams = (): Streams => ({
  stdout: { write: print, isTTY: process.stdout.isTTY, takesColours: supportsColours() },
  stderr: process.stderr,
  stepSummary: process.env['GITHUB_STEP_SUMMARY'],
})
