import { type CommandEntry, commandTable } from './command-table.ts'

/** The command that the words begin with, and the words after its name. */
export interface NamedCommand {
  readonly entry: CommandEntry
  readonly words: readonly string[]
}

/** Undefined if the words do not begin with a full command name. */
export function findNamedCommand(words: readonly string[]): NamedCommand | undefined {
  for (const entry of commandTable) {
    const named = nameOf(entry.line)
    if (named.every((word, index) => words[index] === word)) {
      return { entry, words: words.slice(named.length) }
    }
  }
  return undefined
}

/** Returns the words of a line that name the command: all before the first argument or option. */
export function nameOf(line: string): readonly string[] {
  const words = line.split(' ')
  const end = words.findIndex((word) => /^(--|\[|[A-Z])/.test(word))
  return end === -1 ? words : words.slice(0, end)
}
