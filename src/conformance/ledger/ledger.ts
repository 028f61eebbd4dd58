import { topics } from '../catalogue.ts'
import { type Statement, type StatementId, sectionWords } from './statement.ts'

const words: readonly string[] = Object.values(sectionWords)

/** All statements of the specification that can be true or false on the wire, by section and number. */
export const ledger: readonly Statement[] = topics
  .flatMap(({ statements }) => statements)
  .sort((a, b) => rankOf(a) - rankOf(b) || numberOf(a) - numberOf(b))

/** The ids of statements that were removed, which are never given to others. */
export const retiredStatements: readonly StatementId[] = []

function rankOf({ section }: Statement): number {
  return words.indexOf(sectionWords[section])
}

function numberOf({ id }: Statement): number {
  return Number(id.slice(id.lastIndexOf('-') + 1))
}
