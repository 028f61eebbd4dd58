import type { Report } from '../reporting/report.ts'
import { escapeJson } from './inert.ts'

/** The report itself; schemas/conformance-report.schema.json describes it. */
export function renderJson(report: Report): string {
  return escapeJson(`${JSON.stringify(report, null, 2)}\n`)
}
