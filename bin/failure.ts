import { DrydockError } from '../src/client/http/drydock-error.ts'
import { UnreachableError } from '../src/client/http/unreachable-error.ts'
import type { Command } from './parsing/command.ts'
import { describeUsage } from './parsing/command-line.ts'
import { describeRefusal } from './parsing/refusal.ts'
import { UsageError } from './parsing/usage-error.ts'
import { SetupError } from './setup-error.ts'

/** The exit status of a failed command (command line, Exit status), and its lines on stderr. */
interface Failure {
  readonly status: number
  readonly lines: readonly string[]
}

/**
 * Returns the exit status and the lines on stderr for an error of a command. `words` were typed; `command` is the command
 * that they name, if there is one.
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
  // Any other error is a defect of Drydock, so the message contains the stack trace.
  return {
    status: 1,
    lines: (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n'),
  }
}
