import specification from '../../../fixtures/spec/statements.json' with { type: 'json' }
import { keysOf } from '../keys-of.ts'
import { type Section, sectionWords } from '../section.ts'

/** A statement of the specification as `fixtures/spec/statements.json` has it, by section and heading. */
interface WrittenStatement {
  /** The `StatementId` of the statement (`section.ts`). An id is never reused, even after its statement is removed. */
  readonly id: string
  /** One fact that the specification states and that a request can check, in this project's words. */
  readonly statement: string
  /** Why no rule can check the statement from outside the service. */
  readonly reason?: string
}

/** A statement of the specification, with its section and the heading above it. */
export interface Statement extends WrittenStatement {
  readonly section: Section
  readonly heading: string
}

const written: Readonly<Record<Section, Readonly<Record<string, readonly WrittenStatement[]>>>> =
  specification

/** All statements of the specification, by section and number. */
export const ledger: readonly Statement[] = keysOf(sectionWords).flatMap(listStatementsOf)

/** The ids of statements that were removed. They are never used again. */
export const retiredStatements: readonly string[] = []

/** Lists the statements of a section of the specification, by number. */
function listStatementsOf(section: Section): readonly Statement[] {
  const statements = Object.entries(written[section]).flatMap(([heading, underHeading]) =>
    underHeading.map((statement) => ({ ...statement, section, heading })),
  )
  return statements.sort((one, other) => numberOf(one) - numberOf(other))
}

function numberOf({ id }: WrittenStatement): number {
  return Number(id.slice(id.lastIndexOf('-') + 1))
}
