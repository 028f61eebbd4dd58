import { escapeJson } from '../neutral-text.ts'
import type { Report } from '../report.ts'

/** Renders the report as JSON, which schemas/conformance-report.schema.json describes. */
export function renderJson(report: Report): string {
  return escapeJson(`${JSON.stringify(report, null, 2)}\n`)
}
