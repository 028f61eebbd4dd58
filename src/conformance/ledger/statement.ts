import type { RuleId, Section } from '../rule.ts'

/** What a statement is cited by. Never given to another statement, also once this one is gone. */
export type StatementId = `${(typeof sectionWords)[Section]}-${number}`

/** The word that the ids of a section's statements begin with. */
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

/** One thing that the specification says and that can be true or false on the wire, in this project's words. */
export type Statement = Fact & {
  readonly section: Section
  /** What of its section it is about: a heading of the section's page. */
  readonly heading: string
}

/** A statement as it is written, beneath its heading. */
export type Fact = JudgedFact | UnjudgedFact

interface FactParts {
  readonly id: StatementId
  readonly statement: string
}

interface JudgedFact extends FactParts {
  /** Each judges it, or a part of it. */
  readonly rules: readonly [RuleId, ...RuleId[]]
}

interface UnjudgedFact extends FactParts {
  /** Why nothing that can be seen from outside shows whether it holds. */
  readonly reason: string
}

/** The statements of a section, by what they are about. */
export function inSection(
  section: Section,
  headings: Readonly<Record<string, readonly Fact[]>>,
): readonly Statement[] {
  return Object.entries(headings).flatMap(([heading, facts]) =>
    facts.map((fact) => ({ ...fact, section, heading })),
  )
}
