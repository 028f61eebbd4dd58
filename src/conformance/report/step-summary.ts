import { renderMarkdown } from './formats/markdown.ts'
import type { Report } from './report.ts'

/** GitHub takes no more of a step, and shows nothing of a summary that is longer. */
const mostBytes = 1_000_000

/** The summary of a step: the Markdown report, without the steps of rules where it would be too long with them. */
export function stepSummaryOf(report: Report): string {
  const whole = renderMarkdown(report)
  return Buffer.byteLength(whole) <= mostBytes ? whole : startOf(renderMarkdown(withoutSteps(report)))
}

/** What is written of a report that is too long: whole lines. */
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
