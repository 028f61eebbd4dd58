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
import { takesColours } from '../printing/terminal.ts'
import { SetupError } from '../setup-error.ts'

/**
 * Returns the reports that --report requests, by default a report on the terminal. Throws a BadInput for a report that
 * cannot be written.
 */
export function readRequestedReports(asked: readonly string[]): readonly WantedReport[] {
  return parseReports(asked.length === 0 ? ['console'] : asked, formatNames)
}

/** Returns the requested reports of another command, in its formats. Throws a SetupError for a report that cannot be written. */
export function readReportsOfCommand<Name extends string>(
  asked: readonly string[],
  names: readonly Name[],
): readonly WantedReport<Name>[] {
  try {
    return parseReports(asked, names)
  } catch (error) {
    throw error instanceof BadInput ? new SetupError(error.message) : error
  }
}

function parseReports<Name extends string>(asked: readonly string[], names: readonly Name[]) {
  const wanted = asked.map((text) => parseReportOption(text, names))
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
  stdout: { write: print, isTTY: process.stdout.isTTY, takesColours: takesColours() },
  stderr: process.stderr,
  stepSummary: process.env['GITHUB_STEP_SUMMARY'],
})
