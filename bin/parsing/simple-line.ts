import { configOption } from '../files/config-file.ts'
import type { GivenTexts } from '../files/settings.ts'
import { listNameWords } from './command-group.ts'
import { findNamedCommand } from './named-command.ts'
import type { Option } from './option.ts'
import type { ParsedCommand } from './parsed-command.ts'

/**
 * Parses a simple command line without yargs, whose loading takes a fifth of the start time of `drydock serve`. A line is
 * simple if options are spelled in full, and every argument and value begins with a letter, a digit, a dot or a slash.
 * Returns undefined for any other line, valid or not; yargs then parses it.
 */
export async function readSimpleLine(words: readonly string[]): Promise<ParsedCommand | undefined> {
  const named = findNamedCommand(words)
  if (named === undefined) return undefined
  const command = await named.entry.load()
  const read = splitWords(named.words, [...command.options, configOption])
  if (read === undefined) return undefined
  const given = readArguments(read.given, named.entry.line, command.arguments ?? [])
  return given && { command, flags: new Map([...given, ...read.flags]), rest: [] }
}

interface SplitWords {
  /** The words that are neither an option nor its value, in order. */
  readonly given: readonly string[]
  readonly flags: GivenTexts
}

/** Matches a word whose first character has no special meaning for yargs. */
const simpleWord = /^[a-z\d./]/i

function splitWords(words: readonly string[], options: readonly Option<unknown>[]): SplitWords | undefined {
  const given: string[] = []
  const flags = new Map<string, readonly string[]>()
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (simpleWord.test(word)) {
      given.push(word)
      continue
    }
    const [, name, assigned] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? []
    const option = options.find((known) => known.name === name)
    if (option === undefined) return undefined
    const next = words[at + 1]
    const known = flags.get(option.name)
    if (option.kind === 'flag') {
      const standsAlone = assigned === undefined && (next === undefined || next.startsWith('--'))
      if (!standsAlone || known !== undefined) return undefined
      flags.set(option.name, ['true'])
      continue
    }
    const value = assigned ?? next
    if (value === undefined || !simpleWord.test(value)) return undefined
    flags.set(option.name, [...(known ?? []), value])
    if (assigned === undefined) at += 1
  }
  return { given, flags }
}

/** Returns the text of each argument; undefined if there are too few or too many words. */
function readArguments(
  words: readonly string[],
  line: string,
  known: readonly Option<unknown>[],
): GivenTexts | undefined {
  const [own = ''] = line.split(' -- ')
  const places = own.split(' ').slice(listNameWords(line).length)
  const needed = places.filter((place) => /^[A-Z]/.test(place)).length
  const single = places.filter((place) => /^\[?[A-Z]/.test(place) && !place.endsWith('..]')).length
  if (words.length < needed || words.length > single) return undefined
  return new Map(known.slice(0, words.length).map(({ name }, at) => [name, [words[at] ?? '']]))
}
