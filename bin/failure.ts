import { DrydockError } from '../src/client/http/drydock-error.ts'
import { UnreachableError } from '../src/client/http/unreachable-error.ts'
import type { Command } from './parsing/command.ts'
import { describeUsage } from './parsing/command-line.ts'
import { describeRefusal } from './parsing/refusal.ts'
import { UsageError } from './parsing/usage-error.ts'
import { SetupError } from './setup-error.ts'

/** The end of a failed command: its status (command line, Exit status), and lines on stderr. */
interface Failure {
  readonly status: number
  readonly lines: readonly string[]
}

/**
 * Returns the status and lines for an error. `words` are those typed; `command` is the one they name, if it
 * was found.
 */
export function describeFailure(
  error: unknown,
  typed: { readonly words: readonly string[]; readonly command?: Command | undefined },
): Failure {
  if (error instanceof UsageError)
    return { status: 2, lines: [error.message, ...describeUsage(typed.words).split('\n')] }
  if (error instanceof SetupError) return { status: 2, lines: error.message.split('\n') }
  if (error instanceof UnreachableError) return { status: 3, lines: [error.message] }
  if (error instanceof DrydockError)
    return { status: typed.command?.refusalStatus ?? 1, lines: describeRefusal(error, typed) }
  // The error is unexpected, so the stack is shown.
  return {
    status: 1,
    lines: (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n'),
  }
}
