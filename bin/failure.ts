import { DrydockError } from '../src/client/drydock-error.ts'
import { UnreachableError } from '../src/client/unreachable-error.ts'
import { SetupError } from './setup-error.ts'
import { UsageError } from './usage-error.ts'

/** What a command that failed leaves: a status (contract, section 2), and lines on stderr. */
interface Failure {
  readonly status: number
  readonly lines: readonly string[]
}

/** `usage` is what a person who has used the command wrongly should see. */
export function explain(error: unknown, usage: string): Failure {
  if (error instanceof UsageError) return { status: 2, lines: [error.message, usage] }
  if (error instanceof SetupError) return { status: 2, lines: [error.message] }
  if (error instanceof UnreachableError) return { status: 3, lines: [error.message] }
  if (error instanceof DrydockError) {
    return {
      status: 1,
      lines: [`${error.code}: ${error.message}`, error.suggestion].filter((line) => line !== ''),
    }
  }
  // Not foreseen, so whoever reads it needs to know where it came from.
  return { status: 1, lines: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
}
