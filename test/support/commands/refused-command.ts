import { prepare } from '../../../bin/conformance/preparing.ts'
import { failureOf } from '../../../bin/failure.ts'
import type { Command } from '../../../bin/parsing/command.ts'

/**
 * For tests: the status and the lines of a command that is refused, before it does anything or by whom it asks. It runs
 * here, as starting a process for each costs more than all else; that a process says the same is for a few others to show.
 */
export async function refusedCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ReturnType<typeof failureOf>> {
  let command: Command | undefined
  try {
    const prepared = await prepare(words, env)
    command = prepared?.command
    const status = await prepared?.command.run(prepared.given)
    throw new Error(`It was not refused, and ended with ${status}.`)
  } catch (error) {
    return failureOf(error, { words, command })
  }
}
