import type * as z from 'zod'
import { BadInput } from '../bad-input.ts'
import { plainWords, problemsOf } from '../schema-problems.ts'
import type { Report } from './report.ts'
import { type ReadReport, readSchema, reportSchema } from './report-schema.ts'

/** Reads the fields of a JSON report that every version has. Throws BadInput that says what is wrong. */
export function readReport(text: string, source: string): ReadReport {
  const { data, error } = readSchema.safeParse(readJson(text, source), plainWords)
  if (error === undefined) return data
  throw new BadInput(`${source} is no report of this suite: ${firstProblems(error)}. ${makeAnew}`)
}

/** Reads a whole JSON report, which must be of this version. Throws BadInput that says what is wrong. */
export function readWholeReport(text: string, source: string): Report {
  const json = readJson(text, source)
  if (isReport(json)) return json
  const { error } = reportSchema.safeParse(json, plainWords)
  const problems = error === undefined ? '' : `: ${firstProblems(error)}`
  throw new BadInput(`${source} is no whole report of this version of drydock${problems}. ${makeAnew}`)
}

const makeAnew = 'Write it with --report json=FILE, by this version, and change nothing in it.'

const isReport = (json: unknown): json is Report => reportSchema.safeParse(json).success

/** The first issues only, as another kind of file lacks every field. */
function firstProblems({ issues }: z.ZodError): string {
  const rest = issues.length - shownProblems
  const more = rest > 0 ? `; and ${rest} more` : ''
  return `${problemsOf({ issues: issues.slice(0, shownProblems) })}${more}`
}

const shownProblems = 3

function readJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const reason = /^\s*[[{]/.test(text)
      ? 'it is damaged, or ends too early'
      : text.trim() === ''
        ? 'it is empty'
        : 'it is of another format'
    throw new BadInput(`${source} is no JSON report: ${reason}. ${makeAnew}`)
  }
}
