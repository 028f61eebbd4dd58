import { keysOf } from '../keys-of.ts'
import { sectionWords } from '../section.ts'
import { type Statement, statementsIn } from './statement.ts'

/** All statements of the specification, by section and number. */
export const ledger: readonly Statement[] = keysOf(sectionWords).flatMap(statementsIn)

/** The ids of statements that were removed, which are never given to others. */
export const retiredStatements: readonly string[] = []
