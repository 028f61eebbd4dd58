import { configOption } from './config-file.ts'
import { findNamedCommand } from './named-command.ts'
import type { Option } from './option.ts'
import type { ParsedCommand } from './parsed-command.ts'
import type { Texts } from './settings.ts'

/**
 * Reads command lines that have only one meaning: a command without arguments, then its options, spelled in full,
 * each with a value that begins with a letter, a digit, a dot or a slash. Undefined for all others, right or
 * wrong; yargs reads those. Loading yargs takes a fifth of the time in which `drydock serve` starts.
 */
export async function readSimpleLine(words: readonly string[]): Promise<ParsedCommand | undefined> {
  const named = findNamedCommand(words)
  if (named === undefined) return undefined
  const command = await named.entry.load()
  if (command.arguments !== undefined) return undefined
  const flags = readFlags(named.words, [...command.options, configOption])
  return flags && { command, flags, rest: [] }
}

function readFlags(words: readonly string[], options: readonly Option<unknown>[]): Texts | undefined {
  const flags = new Map<string, readonly string[]>()
  for (let at = 0; at < words.length; at += 1) {
    const [, name, assigned] = /^--([a-z-]+)(?:=(.*))?$/s.exec(words[at] ?? '') ?? []
    const option = options.find((known) => known.name === name)
    if (option === undefined) return undefined
    const next = words[at + 1]
    const given = flags.get(option.name)
    if (option.kind === 'flag') {
      const standsAlone = assigned === undefined && (next === undefined || next.startsWith('--'))
      if (!standsAlone || given !== undefined) return undefined
      flags.set(option.name, ['true'])
      continue
    }
    const value = assigned ?? next
    if (value === undefined || !/^[a-z\d./]/i.test(value)) return undefined
    flags.set(option.name, [...(given ?? []), value])
    if (assigned === undefined) at += 1
  }
  return flags
}
