import { configOption, readConfigFile } from '../files/config-file.ts'
import { describeMisspeltVariables } from '../files/misspelt-variables.ts'
import { readOption, readSettings } from '../files/settings.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { readCommandLine } from '../parsing/command-line.ts'
import { commandTable } from '../parsing/command-table.ts'
import type { Option } from '../parsing/option.ts'
import { printProblem } from '../printing/output.ts'

/** A command, and the values of its options and arguments. */
interface PreparedCommand {
  readonly command: Command
  readonly given: CommandInput
}

/**
 * Returns the command that the words name, with its options from the words, the environment and the configuration file;
 * undefined after printing help or the version. Throws a UsageError or SetupError for invalid input.
 */
export async function prepareCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<PreparedCommand | undefined> {
  const asked = await readCommandLine(words)
  if (asked === undefined) return undefined
  const { command, flags, rest } = asked
  const known = command.options
  const warnings = await describeMisspeltVariables({
    environment,
    known: [...known, configOption],
    others: loadAllOptions,
  })
  for (const warning of warnings) printProblem(warning)
  const config = await readConfigFile({
    named: readOption(configOption, { flags, environment, config: undefined }),
    known,
    others: loadAllOptions,
  })
  return { command, given: readSettings({ command, flags, rest, environment, config }) }
}

async function loadAllOptions(): Promise<readonly Option<unknown>[]> {
  return (await Promise.all(commandTable.map(({ load }) => load()))).flatMap(({ options }) => options)
}
