import type { RuleId, Section } from '../rule.ts'

/** The id that a statement is cited by. It is never given to another statement, even after this one is removed. */
export type StatementId = `${(typeof sectionWords)[Section]}-${number}`

/** The word that the ids of a section's statements begin with, by section. */
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
} as const satisfies Record<Section, string>

/** One thing that the specification states and that can be true or false on the wire, in this project's words. */
export type Statement = Fact & {
  readonly section: Section
  /** The heading of the section's page that the statement stands under. */
  readonly heading: string
}

/** A statement as it is written in a topic, beneath its heading. */
export type Fact = JudgedFact | UnjudgedFact

interface FactParts {
  readonly id: StatementId
  readonly statement: string
}

interface JudgedFact extends FactParts {
  /** The rules that judge it, wholly or in part. */
  readonly rules: readonly [RuleId, ...RuleId[]]
}

interface UnjudgedFact extends FactParts {
  /** Why it cannot be judged from outside. */
  readonly reason: string
}

/** The statements of a section, from the facts under each of its headings. */
export function inSection(
  section: Section,
  headings: Readonly<Record<string, readonly Fact[]>>,
): readonly Statement[] {
  return Object.entries(headings).flatMap(([heading, facts]) =>
    facts.map((fact) => ({ ...fact, section, heading })),
  )
}
