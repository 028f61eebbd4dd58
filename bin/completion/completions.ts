import type { Completes as ReaderCompletes } from '../files/reader.ts'
import type { Command, CommandEntry } from '../parsing/command.ts'
import { findGroupName, listNameWords } from '../parsing/command-group.ts'
import type { Option } from '../parsing/option.ts'

/** The values that a shell offers: words, files or both; null for none. */
export type Completes = ReaderCompletes | null

/** A command with the values that a shell offers for its options and arguments. */
export interface CompletedCommand {
  /** The words to type: `fault add`. */
  readonly name: string
  readonly does: string
  /** The values that a shell offers for each argument, in order. */
  readonly arguments: readonly Completes[]
  readonly options: readonly CompletedOption[]
}

/** An option with the values that a shell offers for it. */
export interface CompletedOption {
  readonly name: string
  readonly describe: string
  readonly takesValue: boolean
  readonly completes: Completes
}

/** Everything that a completion script offers. */
export interface Completions {
  /** The commands with one word, and the first words of commands with two. */
  readonly first: readonly string[]
  /** The second words of commands, by their first word. */
  readonly second: ReadonlyMap<string, readonly string[]>
  readonly commands: readonly CompletedCommand[]
}

/**
 * Returns the options, with their dashes, that take a value in every command. An option that is a flag in some command
 * is left out.
 */
export function listOptionsWithValue({ commands }: Completions): readonly string[] {
  const options = commands.flatMap((command) => command.options)
  const flags = new Set(options.filter(({ takesValue }) => !takesValue).map(({ name }) => name))
  return [...new Set(options.map(({ name }) => name))]
    .filter((name) => !flags.has(name))
    .map((name) => `--${name}`)
}

/** Loads every command of the table, and returns its completions. */
export async function readCompletions(
  table: readonly CommandEntry[],
  common: readonly Option<unknown>[],
): Promise<Completions> {
  const second = new Map<string, readonly string[]>()
  for (const { line } of table) {
    const group = findGroupName(line)
    if (group !== undefined) second.set(group, [...(second.get(group) ?? []), listNameWords(line)[1] ?? ''])
  }
  const commands = await Promise.all(
    table.map(async (entry) => describeCommand(entry, await entry.load(), common)),
  )
  return { first: [...new Set(table.map(({ line }) => listNameWords(line)[0] ?? ''))], second, commands }
}

function describeCommand(
  { line, does }: CommandEntry,
  command: Command,
  common: readonly Option<unknown>[],
): CompletedCommand {
  const options = [...command.options, ...common].map(({ name, describe, kind, completes }) => ({
    name,
    describe,
    takesValue: kind !== 'flag',
    completes: completes ?? null,
  }))
  const help = { name: 'help', describe: 'show help', takesValue: false, completes: null }
  return {
    name: listNameWords(line).join(' '),
    does,
    arguments: (command.arguments ?? []).map(({ completes }) => completes ?? null),
    options: [...options, help],
  }
}
