import type { Report } from '../report.ts'
import { renderConsole } from './console.ts'
import { renderGithub } from './github.ts'
import { renderHtml } from './html.ts'
import { renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import { renderTap } from './tap.ts'

/** The functions that render a report, by the name of the format (conformance, Which reports are there?). */
export const formats = {
  console: renderConsole,
  json: renderJson,
  junit: renderJunit,
  html: renderHtml,
  markdown: renderMarkdown,
  tap: renderTap,
  github: renderGithub,
} as const satisfies Record<string, (report: Report, style?: { readonly colour: boolean }) => string>

/** The name of a report format. */
export type Format = keyof typeof formats
