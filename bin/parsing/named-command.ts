import type { CommandEntry } from './command.ts'
import { listNameWords } from './command-group.ts'
import { commandTable } from './command-table.ts'

/** The command that a command line names, and the words after its name. */
export interface NamedCommand {
  readonly entry: CommandEntry
  readonly words: readonly string[]
}

/** Returns the command whose full name the words begin with; undefined if there is none. */
export function findNamedCommand(words: readonly string[]): NamedCommand | undefined {
  for (const entry of commandTable) {
    const named = listNameWords(entry.line)
    if (named.every((word, index) => words[index] === word)) {
      return { entry, words: words.slice(named.length) }
    }
  }
  return undefined
}
