import { suggestWord } from '../../src/simulator/requests/similar-words.ts'
import { configOption } from '../files/config-file.ts'
import type { GivenTexts } from '../files/settings.ts'
import type { Command, CommandEntry } from './command.ts'
import { findGroupName, listNameWords } from './command-group.ts'
import { commandTable } from './command-table.ts'
import type { Option } from './option.ts'
import type { ParsedCommand } from './parsed-command.ts'
import type { ParsedWords } from './parser.ts'
import { readSimpleLine } from './simple-line.ts'
import { UsageError } from './usage-error.ts'

/**
 * Parses a command line; returns undefined after printing help or the version. Loads only the module of the command.
 * Throws a UsageError for unknown commands and options.
 */
export async function readCommandLine(words: readonly string[]): Promise<ParsedCommand | undefined> {
  return (await readSimpleLine(words)) ?? readWithYargs(words)
}

/** Parses a command line like `readCommandLine`, but always with yargs. */
export async function readWithYargs(words: readonly string[]): Promise<ParsedCommand | undefined> {
  const { createParser } = await import('./parser.ts')
  let asked: ParsedCommand | undefined
  try {
    const parser = await createParser(words, (command, parsed) => {
      asked = { command, flags: collectTexts(command, { words, parsed }), rest: toTexts(parsed['--'] ?? []) }
    })
    await parser.parseAsync()
  } catch (error) {
    const isRefusal = error instanceof UsageError || (error instanceof Error && error.name === 'YError')
    throw isRefusal ? new UsageError(await rewordYargsMessage(error.message, words)) : error
  }
  return asked
}

/** Returns the usage of the command that the words name, of its group, or of drydock. */
export function describeUsage(words: readonly string[]): string {
  const entry = findCommandEntry(words)
  if (entry !== undefined) {
    return `Usage: drydock ${entry.line}\nSee drydock ${listNameWords(entry.line).join(' ')} --help.`
  }
  const [first] = words
  const isGroup = first !== undefined && commandTable.some(({ line }) => findGroupName(line) === first)
  const group = isGroup ? `drydock ${first}` : 'drydock'
  return `Usage: ${group} COMMAND\nSee ${group} --help.`
}

/** Returns the command that the words name; undefined if they name none. */
export function findCommandEntry(words: readonly string[]): CommandEntry | undefined {
  const [first, second] = words.filter((word) => !word.startsWith('-'))
  return (
    commandTable.find(({ line }) => `${line} `.startsWith(`${first} ${second} `)) ??
    commandTable.find(({ line }) => `${line} `.startsWith(`${first} `) && findGroupName(line) === undefined)
  )
}

/** Rewords a message of yargs so that it names options and commands as they were typed. */
async function rewordYargsMessage(message: string, words: readonly string[]): Promise<string> {
  const [, count] = /^Not enough non-option arguments: got (\d+)/.exec(message) ?? []
  if (count !== undefined) {
    const [next = '', ...others] = listMissingArguments(words, Number(count))
    // yargs reads a word with one dash as several one-letter options.
    const negative = words.find((word) => /^-\d/.test(word))
    if (negative !== undefined) return `${next} must not begin with a dash, and ${negative} does.`
    return `${[next, ...others].join(' and ')} must be given.`
  }
  const [option] = words.find((word) => word.startsWith('--'))?.split('=') ?? []
  if (message === 'Name a command.' && option !== undefined)
    return `There is no option ${option} without a command.${suggestWord(option, ['--help', '--version'])}`
  const [, lacking] = /^Not enough arguments following: (.*)/.exec(message) ?? []
  if (lacking !== undefined) return `--${lacking} needs a value.`
  const [, unknown] = /^Unknown arguments?: (.*)/.exec(message) ?? []
  if (unknown === undefined) return message
  const names = unknown.split(', ')
  const [name = ''] = names
  const isOption = (name: string) =>
    words.some((word) => word.startsWith('-') && word.replace(/^-+/, '').split('=')[0] === name)
  const entry = findCommandEntry(words)
  const first = words.find((word) => names.includes(word) && !isOption(word))
  if (entry?.line.includes('-- COMMAND') && first !== undefined)
    return `Write -- before the command: drydock exec -- ${words.slice(words.indexOf(first)).join(' ')}`
  if (entry === undefined && first !== undefined)
    return `There is no command ${first}.${suggestWord(first, listSuggestableWords(words))}`
  if (isOption(name)) {
    const options = (await entry?.load())?.options ?? []
    const known = options.map((option) => `--${option.name}`)
    const typed = `${name.length === 1 ? '-' : '--'}${name}`
    return `There is no option ${typed}.${suggestWord(typed, known)}`
  }
  if (entry === undefined)
    return `There is no command ${name}.${suggestWord(name, listSuggestableWords(words))}`
  const command = listNameWords(entry.line).join(' ')
  const lists = name === 'list' && /^(List|Show) /.test(entry.does) ? ` drydock ${command} lists them.` : ''
  return `${name} is one argument too many.${lists}`
}

/**
 * Returns the words that a message may suggest for a misspelt first word. If the first word is a group such as `fault`,
 * returns suggestions for the second word.
 */
function listSuggestableWords([first]: readonly string[]): readonly string[] {
  const inGroup = commandTable
    .filter(({ line }) => findGroupName(line) === first)
    .map(({ line }) => listNameWords(line)[1])
  const all = inGroup.length > 0 ? inGroup : commandTable.map(({ line }) => listNameWords(line)[0])
  return [...new Set(all)].filter((word) => word !== undefined)
}

/** Returns the names of the missing arguments of a command. */
function listMissingArguments(words: readonly string[], givenCount: number): readonly string[] {
  const line = findCommandEntry(words)?.line.split(' ') ?? []
  return line.filter((word) => /^[A-Z]/.test(word)).slice(givenCount)
}

function collectTexts(
  command: Command,
  given: { readonly words: readonly string[]; readonly parsed: ParsedWords },
): GivenTexts {
  const options = [...(command.arguments ?? []), ...command.options, configOption]
  const texts = options.map((option): [string, readonly string[]] => [
    option.name,
    collectOptionTexts(option, given),
  ])
  return new Map(texts.filter(([, values]) => values.length > 0))
}

function collectOptionTexts(
  { name, kind }: Option<unknown>,
  { words, parsed }: { readonly words: readonly string[]; readonly parsed: ParsedWords },
): readonly string[] {
  // yargs would read `--quiet=false` as true, so the value of a flag is read from the words.
  const assigned = kind === 'flag' ? words.findLast((word) => word.startsWith(`--${name}=`)) : undefined
  if (assigned !== undefined) return [assigned.slice(name.length + 3)]
  const texts = toTexts(parsed[name] ?? [])
  // yargs reads the argument `-` as an empty text.
  return kind === 'argument' && !words.includes('') ? texts.map((text) => text || '-') : texts
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)]
}
