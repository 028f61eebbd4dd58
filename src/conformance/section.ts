import { keysOf } from './keys-of.ts'

/** The sections of the specification, each with the first word of the ids of its statements. */
export const sectionWords = {
  Conventions: 'CONVENTIONS',
  'What the service does': 'SERVICE',
  'Resources and their fields': 'RESOURCES',
  'States and transitions': 'STATES',
  Endpoints: 'ENDPOINTS',
  Authentication: 'AUTHENTICATION',
  Events: 'EVENTS',
  Errors: 'ERRORS',
  Limits: 'LIMITS',
  Versioning: 'VERSIONING',
} as const

/** The heading of a section of the specification. */
export type Section = keyof typeof sectionWords

/** The id of a statement of the specification. */
export type StatementId = `${(typeof sectionWords)[Section]}-${number}`

const sections = new Map<string, Section>(
  keysOf(sectionWords).map((section) => [sectionWords[section], section]),
)

/** Returns the section of the specification that a statement belongs to, by the first word of its id. */
export function sectionOf(statement: StatementId): Section {
  const section = sections.get(statement.slice(0, statement.lastIndexOf('-')))
  if (section === undefined) throw new Error(`${statement} is in no section.`)
  return section
}

/** The ids of the statements of the specification that a rule checks: at least one. */
export type Judged = readonly [StatementId, ...StatementId[]]

/** Creates a list of statement ids from their first word and their numbers, for a rule that checks too many statements to list by id. */
export function listStatements<Word extends (typeof sectionWords)[Section]>(
  numbers: Readonly<Record<Word, readonly number[]>>,
): Judged {
  const [first, ...others] = keysOf(numbers).flatMap((word) =>
    numbers[word].map((number): StatementId => `${word}-${number}`),
  )
  if (first === undefined) throw new Error('A rule must check at least one statement.')
  return [first, ...others]
}
