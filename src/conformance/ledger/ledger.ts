import specification from '../../../fixtures/spec/statements.json' with { type: 'json' }
import { keysOf } from '../keys-of.ts'
import { type Section, sectionWords } from '../section.ts'

/** A statement as `fixtures/spec/statements.json` has it, by section and heading. */
interface WrittenStatement {
  /** A `StatementId` (`section.ts`). It is never given to another statement, even after this one is removed. */
  readonly id: string
  /** One thing that the specification states and that can be true or false on the wire, in this project's words. */
  readonly statement: string
  /** Why no rule can judge it from outside. */
  readonly reason?: string
}

/** A statement of the specification, with the section and the heading of the page that it stands under. */
export interface Statement extends WrittenStatement {
  readonly section: Section
  readonly heading: string
}

const written: Readonly<Record<Section, Readonly<Record<string, readonly WrittenStatement[]>>>> =
  specification

/** All statements of the specification, by section and number. */
export const ledger: readonly Statement[] = keysOf(sectionWords).flatMap(statementsIn)

/** The ids of statements that were removed, which are never given to others. */
export const retiredStatements: readonly string[] = []

/** Lists the statements of a section, by number. */
function statementsIn(section: Section): readonly Statement[] {
  const statements = Object.entries(written[section]).flatMap(([heading, underHeading]) =>
    underHeading.map((statement) => ({ ...statement, section, heading })),
  )
  return statements.sort((one, other) => numberOf(one) - numberOf(other))
}

function numberOf({ id }: WrittenStatement): number {
  return Number(id.slice(id.lastIndexOf('-') + 1))
}
