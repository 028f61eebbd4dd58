import { DrydockError } from '../src/client/drydock-error.ts'
import { UnreachableError } from '../src/client/unreachable-error.ts'
import type { Command } from './command.ts'
import { usageOf } from './command-line.ts'
import { showRefusal } from './refusal.ts'
import { SetupError } from './setup-error.ts'
import { UsageError } from './usage-error.ts'

/** What a command that failed leaves: a status (command line, Exit status), and lines on stderr. */
interface Failure {
  readonly status: number
  readonly lines: readonly string[]
}

/** `words` are those typed, and `command` the one they ask for, where it got so far. */
export function failureOf(
  error: unknown,
  typed: { readonly words: readonly string[]; readonly command?: Command | undefined },
): Failure {
  if (error instanceof UsageError)
    return { status: 2, lines: [error.message, ...usageOf(typed.words).split('\n')] }
  if (error instanceof SetupError) return { status: 2, lines: error.message.split('\n') }
  if (error instanceof UnreachableError) return { status: 3, lines: [error.message] }
  if (error instanceof DrydockError) return { status: 1, lines: showRefusal(error, typed) }
  // Not foreseen, so whoever reads it needs to know where it came from.
  return {
    status: 1,
    lines: (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n'),
  }
}
