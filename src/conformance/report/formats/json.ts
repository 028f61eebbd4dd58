import { escapeJson } from '../neutral-text.ts'
import type { Report } from '../report.ts'

/** The report itself; schemas/conformance-report.schema.json describes it. */
export function renderJson(report: Report): string {
  return escapeJson(`${JSON.stringify(report, null, 2)}\n`)
}
