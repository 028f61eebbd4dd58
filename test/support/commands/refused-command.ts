import { prepareCommand } from '../../../bin/conformance/preparing.ts'
import { describeFailure } from '../../../bin/failure.ts'
import type { Command } from '../../../bin/parsing/command.ts'

/**
 * For tests: returns the status and the output lines of a command that is refused. The command runs in this process,
 * because starting a process takes longer than the test. A few other tests prove that a process gives the same output.
 */
export async function runRefusedCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ReturnType<typeof describeFailure>> {
  let command: Command | undefined
  try {
    const prepared = await prepareCommand(words, env)
    command = prepared?.command
    const status = await prepared?.command.run(prepared.given)
    throw new Error(`The command was not refused, and ended with ${status}.`)
  } catch (error) {
    return describeFailure(error, { words, command })
  }
}
