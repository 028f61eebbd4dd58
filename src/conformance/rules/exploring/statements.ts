import type { Statement } from '../../ledger/statement.ts'

/** Walks judge what other topics state: nothing is said here alone. */
export const statements: readonly Statement[] = []
