import type { Statement } from './statement.ts'

/** Everything that the specification states and that could be true or false on the wire. */
export const ledger: readonly Statement[] = []
