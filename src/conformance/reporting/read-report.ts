import { BadInput } from '../bad-input.ts'
import { problemsOf } from '../problems.ts'
import { type ReadReport, readSchema } from './report-schema.ts'

/** The report that a JSON text is. Throws BadInput that says what is wrong with it. */
export function readReport(text: string, source: string): ReadReport {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new BadInput(`${source} is no JSON report: ${error instanceof Error ? error.message : error}`)
  }
  const { data, error } = readSchema.safeParse(json)
  if (error === undefined) return data
  throw new BadInput(`${source} is no report of this suite: ${problemsOf(error)}.`)
}
