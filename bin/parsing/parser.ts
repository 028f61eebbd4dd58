import yargs, { type Argv } from 'yargs'
import manifest from '../../package.json' with { type: 'json' }
import { configOption } from '../files/config-file.ts'
import { formatColumns } from '../printing/columns.ts'
import { urlOption } from '../remote.ts'
import type { Command, CommandEntry } from './command.ts'
import { findGroupName, listNameWords } from './command-group.ts'
import { commandTable } from './command-table.ts'
import { findNamedCommand, type NamedCommand } from './named-command.ts'
import type { Option } from './option.ts'
import { UsageError } from './usage-error.ts'

/** The values that yargs has parsed, by option name; the words after `--` have the name `--`. */
export type ParsedWords = Readonly<Record<string, unknown>>

type OnCommand = (command: Command, parsed: ParsedWords) => void

/**
 * Returns a yargs parser for the words of a command line. It loads only the module of the named command and calls
 * `onCommand` with the command.
 */
export async function createParser(words: readonly string[], onCommand: OnCommand): Promise<Argv> {
  const named = findNamedCommand(words)
  return named === undefined ? createOverviewParser(words, onCommand) : createCommandParser(named, onCommand)
}

/**
 * Returns a parser for words that begin with a command. Only this command is registered with yargs, as its default
 * command, because yargs prepares a help page for every registered command at each start.
 */
async function createCommandParser({ entry, words }: NamedCommand, onCommand: OnCommand): Promise<Argv> {
  const command = await entry.load()
  const syntax = toYargsSyntax(
    ['$0', ...entry.line.split(' ').slice(listNameWords(entry.line).length)].join(' '),
  )
  return configureParser(yargs([...words]))
    .usage(renderUsage(entry))
    .command(
      syntax,
      false,
      (inner) => declareOptions(inner, command),
      (parsed) => onCommand(command, parsed),
    )
}

/** Returns a parser that knows every command. It is for command lines that do not begin with a full command name. */
function createOverviewParser(words: readonly string[], onCommand: OnCommand): Argv {
  const parser = configureParser(yargs([...words]))
    .usage(renderOverview())
    .demandCommand(1, 'Name a command.')
  for (const entry of commandTable.filter(({ line }) => findGroupName(line) === undefined)) {
    registerCommand(parser, { entry, line: entry.line, onCommand })
  }
  for (const group of new Set(commandTable.flatMap(({ line }) => findGroupName(line) ?? []))) {
    // A group has no description for yargs, because the overview lists the commands of the group.
    parser.command(group, false, (inner) => {
      const entries = commandTable.filter(({ line }) => findGroupName(line) === group)
      const names = entries.map(({ line }) => listNameWords(line)[1]).join(', ')
      inner.usage(`drydock ${group} COMMAND`).demandCommand(1, `Name a command of ${group}: ${names}.`)
      for (const entry of entries) {
        registerCommand(inner, { entry, line: entry.line.slice(group.length + 1), onCommand })
      }
      return inner
    })
  }
  return parser
}

function configureParser(parser: Argv): Argv {
  return parser
    .scriptName('drydock')
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'populate--': true,
    })
    .detectLocale(false)
    .updateStrings({ 'Positionals:': 'Arguments:' })
    .exitProcess(false)
    .version(manifest.version)
    .strict()
    .wrap(Math.min(110, process.stdout.columns ?? 110))
    .fail((message, error) => {
      throw error ?? new UsageError(message)
    })
}

/** Returns the help text that lists all commands. */
function renderOverview(): string {
  return [
    'An offline simulator of a multi-carrier shipping API',
    '',
    'Commands:',
    ...formatColumns(commandTable.map(({ line, does }) => [`drydock ${line}`, does])),
    '',
    'Every option can also come from DRYDOCK_<OPTION> in the environment or from drydock.config.json.',
    'See drydock COMMAND --help for what a command takes.',
    '',
    'Once drydock serve runs, a browser finds',
    ...formatColumns([
      ['  the dashboard', `${urlOption.shownDefault}/dashboard`],
      ['  the reference', `${urlOption.shownDefault}/docs`],
    ]),
  ].join('\n')
}

function registerCommand(
  parser: Argv,
  options: {
    readonly entry: CommandEntry
    /**
     * The words of the command without its group: `add TARGET MODE` for `fault add TARGET MODE`. The group is already
     * registered.
     */
    readonly line: string
    readonly onCommand: OnCommand
  },
): void {
  const { entry, line, onCommand } = options
  let command: Command | undefined
  const buildCommandParser = async (inner: Argv): Promise<Argv> => {
    command = await entry.load()
    return declareOptions(inner.usage(renderUsage(entry)), command)
  }
  const reportCommand = (parsed: ParsedWords): void => {
    if (command !== undefined) onCommand(command, parsed)
  }
  // A command outside a group has no description for yargs, because the overview lists the command.
  if (line === entry.line) parser.command(toYargsSyntax(line), false, buildCommandParser, reportCommand)
  else parser.command(toYargsSyntax(line), entry.does, buildCommandParser, reportCommand)
}

/** Converts a line such as `clock advance SPAN` to the syntax of yargs. Capitals stay, so that URL and --url differ. */
function toYargsSyntax(line: string): string {
  const [words = ''] = line.split(' --')
  return words
    .split(' ')
    .map((word) => (/^[A-Z]/.test(word) ? `<${word}>` : word))
    .join(' ')
}

function renderUsage({ line, does }: CommandEntry): string {
  return `drydock ${line}\n\n${does}.`
}

function declareOptions(parser: Argv, command: Command): Argv {
  for (const { name, describe } of command.arguments ?? []) {
    parser.positional(name, { describe, type: 'string' })
  }
  for (const option of [...command.options, configOption]) parser.option(option.name, toYargsOption(option))
  // The examples are part of the epilogue, because yargs would break their long lines, which people copy.
  const examples = command.examples.map((example) => `  ${example.line}\n      ${example.does}`)
  return parser.epilogue(`Examples:\n${examples.join('\n')}`)
}

function toYargsOption({ name, setting, kind, describe, shownDefault }: Option<unknown>) {
  return {
    describe: setting === name ? describe : `${describe} [${setting} in environment and file]`,
    ...(shownDefault !== undefined && { defaultDescription: shownDefault }),
    ...(kind === 'flag' && { type: 'boolean' as const }),
    ...(kind === 'single' && { type: 'string' as const, requiresArg: true }),
    ...(kind === 'list' && { type: 'array' as const, string: true, requiresArg: true }),
  }
}
