import specification from '../../../fixtures/spec/statements.json' with { type: 'json' }
import { keysOf } from '../keys-of.ts'
import { type Section, sectionWords } from '../section.ts'

/** A statement of the specification in the form of `fixtures/spec/statements.json`, where statements are listed by section and heading. */
interface WrittenStatement {
  /** The id of a statement of the specification, a `StatementId`. An id is never used again, even after its statement is removed. */
  readonly id: string
  /** One fact from the specification, in the words of this project. */
  readonly statement: string
  /** Why no rule can check the statement of the specification from outside the service. */
  readonly reason?: string
}

/** A statement of the specification, with its section and its heading. */
export interface Statement extends WrittenStatement {
  readonly section: Section
  readonly heading: string
}

const statementsByHeading: Readonly<Record<Section, Readonly<Record<string, readonly WrittenStatement[]>>>> =
  specification

/** All statements of the specification, by section and number. */
export const ledger: readonly Statement[] = keysOf(sectionWords).flatMap(listStatementsOf)

/** The ids of statements of the specification that were removed. They are never used again. */
export const retiredStatements: readonly string[] = []

/** Lists the statements of a section of the specification, by number. */
function listStatementsOf(section: Section): readonly Statement[] {
  const statements = Object.entries(statementsByHeading[section]).flatMap(([heading, underHeading]) =>
    underHeading.map((statement) => ({ ...statement, section, heading })),
  )
  return statements.sort((one, other) => statementNumberOf(one) - statementNumberOf(other))
}

function statementNumberOf({ id }: WrittenStatement): number {
  return Number(id.slice(id.lastIndexOf('-') + 1))
}
