import { BadInput } from '../bad-input.ts'
import { problemsOf } from '../problems.ts'
import type { Report } from './report.ts'
import { type ReadReport, readSchema, reportSchema } from './report-schema.ts'

/** What every version has of the report that a JSON text is. Throws BadInput that says what is wrong with it. */
export function readReport(text: string, source: string): ReadReport {
  const { data, error } = readSchema.safeParse(readJson(text, source))
  if (error === undefined) return data
  throw new BadInput(`${source} is no report of this suite: ${problemsOf(error)}.`)
}

/** All of the report that a JSON text is, which has to be of this version of the command. Throws BadInput. */
export function readWholeReport(text: string, source: string): Report {
  const json = readJson(text, source)
  if (isReport(json)) return json
  const { error } = reportSchema.safeParse(json)
  const problems = error === undefined ? '' : `: ${problemsOf(error)}`
  throw new BadInput(`${source} is no whole report of this version of drydock${problems}.`)
}

const isReport = (json: unknown): json is Report => reportSchema.safeParse(json).success

function readJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadInput(`${source} is no JSON report: ${error instanceof Error ? error.message : error}`)
  }
}
