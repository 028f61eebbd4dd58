import { renderMarkdown } from './formats/markdown.ts'
import type { Report } from './report.ts'

/** The longest summary. GitHub shows nothing of a longer one. */
const mostBytes = 1_000_000

/** The summary of a GitHub step: the Markdown report, without the exchanges of rules if it would be too long. */
export function stepSummaryOf(report: Report): string {
  const whole = renderMarkdown(report)
  return Buffer.byteLength(whole) <= mostBytes ? whole : startOf(renderMarkdown(withoutSteps(report)))
}

/** The first lines of a report that is too long. */
function startOf(text: string): string {
  if (Buffer.byteLength(text) <= mostBytes) return text
  const start = Buffer.from(text).subarray(0, mostBytes).toString('utf8')
  return `${start.slice(0, start.lastIndexOf('\n'))}\n\nThe rest is left out: a summary may be no longer.\n`
}

function withoutSteps(report: Report): Report {
  return {
    ...report,
    rules: report.rules.map((rule) => ({ ...rule, exchanges: [], deliveries: [], again: null })),
  }
}
