import {
  checkPlaces,
  formatNames,
  parseReportOption,
  type Streams,
  type WantedReport,
} from '../../src/conformance/report/report-files.ts'
import { print } from '../printing/output.ts'
import { takesColours } from '../printing/terminal.ts'

/**
 * Returns the reports requested, by default the one for the terminal. Throws BadInput for one that cannot be
 * written.
 */
export function requestedReports(asked: readonly string[]): readonly WantedReport[] {
  return readReports(asked, formatNames)
}

/** Returns the reports requested, with the formats of another command. Throws BadInput as `requestedReports`. */
export function readReports<Name extends string>(
  asked: readonly string[],
  names: readonly Name[],
): readonly WantedReport<Name>[] {
  const wanted = (asked.length === 0 ? ['console'] : asked).map((text) => parseReportOption(text, names))
  checkPlaces(wanted)
  return wanted
}

/** Returns the stream for reports without a file. */
export const streams = (): Streams => ({
  stdout: { write: print, isTTY: process.stdout.isTTY, takesColours: takesColours() },
  stderr: process.stderr,
  stepSummary: process.env['GITHUB_STEP_SUMMARY'],
})
