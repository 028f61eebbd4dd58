import type { Command, CommandInput } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { commandTable } from './command-table.ts'
import { configOption, readConfigFile } from './config-file.ts'
import { readOption, readSettings } from './settings.ts'

/** A command and all it is given, ready to run. */
interface Prepared {
  readonly command: Command
  readonly given: CommandInput
}

/**
 * From words, environment and configuration file to a command that can run; undefined where the words ask for help or
 * the version, which has been printed then. Throws a UsageError or SetupError for whatever is wrong with them.
 */
export async function prepare(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Prepared | undefined> {
  const asked = await readCommandLine(words)
  if (asked === undefined) return undefined
  const { command, flags, rest } = asked
  const config = await readConfigFile({
    named: readOption(configOption, { flags, environment, config: undefined }),
    known: command.options,
    others: async () =>
      (await Promise.all(commandTable.map(({ load }) => load()))).flatMap(({ options }) => options),
  })
  return { command, given: readSettings({ command, flags, rest, environment, config }) }
}
