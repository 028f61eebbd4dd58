import { BadInput } from './bad-input.ts'
import { type ReadReport, reportSchema } from './report-schema.ts'

/** The report that a JSON text is. Throws BadInput that says what is wrong with it. */
export function readReport(text: string, source: string): ReadReport {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new BadInput(`${source} is no JSON report: ${error instanceof Error ? error.message : error}`)
  }
  const result = reportSchema.safeParse(json)
  if (result.success) return result.data
  const [first] = result.error.issues
  throw new BadInput(
    `${source} is no report of this suite: ${first?.path.join('.') || 'all of it'}: ${first?.message}.`,
  )
}
