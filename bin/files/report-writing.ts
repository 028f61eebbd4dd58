import { BadInput } from '../../src/conformance/bad-input.ts'
import {
  checkReportFiles,
  formatNames,
  parseReportOption,
  type Streams,
  type WantedReport,
  writeWholeFile,
} from '../../src/conformance/report/report-files.ts'
import { complain, print } from '../printing/output.ts'
import { takesColours } from '../printing/terminal.ts'
import { SetupError } from '../setup-error.ts'

/**
 * Returns the reports requested, by default the one for the terminal. Throws BadInput for one that cannot be
 * written.
 */
export function readRequestedReports(asked: readonly string[]): readonly WantedReport[] {
  return read(asked.length === 0 ? ['console'] : asked, formatNames)
}

/** Returns the reports requested, in the formats of another command. Throws SetupError for one that cannot be written. */
export function readReports<Name extends string>(
  asked: readonly string[],
  names: readonly Name[],
): readonly WantedReport<Name>[] {
  try {
    return read(asked, names)
  } catch (error) {
    throw error instanceof BadInput ? new SetupError(error.message) : error
  }
}

function read<Name extends string>(asked: readonly string[], names: readonly Name[]) {
  const wanted = asked.map((text) => parseReportOption(text, names))
  checkReportFiles(wanted)
  return wanted
}

/** Writes a report to its file, or prints it. Returns false, and says why, if it cannot be written. */
export function saveReport({ format, file }: WantedReport<string>, text: string): boolean {
  if (file === undefined) {
    print(text)
    return true
  }
  try {
    writeWholeFile(file, text)
    return true
  } catch (error) {
    complain(
      `the ${format} report cannot be written to ${file}: ${error instanceof Error ? error.message : error}.`,
    )
    return false
  }
}

/** Returns the stream for reports without a file. */
export const createOutputStreams = (): Streams => ({
  stdout: { write: print, isTTY: process.stdout.isTTY, takesColours: takesColours() },
  stderr: process.stderr,
  stepSummary: process.env['GITHUB_STEP_SUMMARY'],
})
