import { rules } from '../../src/conformance/catalogue.ts'
import { createRedactor } from '../../src/conformance/http/redaction.ts'
import { mergeReports, type ReportPart } from '../../src/conformance/report/merge.ts'
import { readWholeReport } from '../../src/conformance/report/read-report.ts'
import { exitStatusOf } from '../../src/conformance/report/report.ts'
import { type WantedReport, writeReports } from '../../src/conformance/report/report-files.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { readText } from './reading-files.ts'
import { createOutputStreams } from './report-writing.ts'

/** Merges the reports of all shards of a run into one. Returns the exit status that the whole run would have had. */
export function mergeReportFiles(files: readonly string[], wanted: readonly WantedReport[]): number {
  const [first, second, ...others] = files
  if (first === undefined || second === undefined) {
    throw new UsageError('Give at least two reports to merge: --merge A.json B.json.')
  }
  const readReportPart = (file: string): ReportPart => ({
    file,
    report: readWholeReport(readText(file, '--merge'), file),
  })
  const report = mergeReports(
    [readReportPart(first), readReportPart(second), ...others.map(readReportPart)],
    rules,
  )
  // The secrets of the merged runs are unknown here, so only texts that look like a secret can be masked.
  const { findSecret } = createRedactor()
  return writeReports({ report, findSecret }, wanted, createOutputStreams()) ? exitStatusOf(report) : 3
}
