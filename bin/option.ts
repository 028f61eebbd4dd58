import { BadValue } from './bad-value.ts'
import type { Reader } from './reader.ts'

/** Something a person can set: by flag, environment or configuration file, or in its place on the command line. */
export interface Option<Value> {
  /** As the flag spells it, without the dashes; an argument, as its command's line has it. */
  readonly name: string
  readonly describe: string
  readonly kind: 'argument' | 'flag' | 'single' | 'list'
  /** What the control protocol calls it. */
  readonly field: string
  /** What a configuration file calls it. */
  readonly setting: string
  /** What a configuration file may give it as. */
  readonly json: Reader<unknown>['json']
  /** Whether no message may show what it was given. */
  readonly isSecret: boolean
  /** As help shows it, where there is one. */
  readonly shownDefault: string | undefined
  /** Environment variables that may set it, the first that is there winning. */
  readonly variables: readonly string[]
  /** The value from all texts it was given, none if it was not. Throws BadValue. */
  read(texts: readonly string[]): Value
}

interface OptionWords {
  readonly name: string
  readonly describe: string
  /** What the control protocol calls it, where that is not the name with underscores. */
  readonly field?: string
  /** What the environment and a configuration file call it, where its name there is another command's. */
  readonly setting?: string
  /** A further environment variable that may set it. */
  readonly variable?: string
}

interface ValueWords<Value> extends OptionWords {
  readonly reader: Reader<Value>
}

/** An option with one value, undefined where it is not set. */
export function option<Value>(words: ValueWords<Value>): Option<Value | undefined> {
  return single(words, { otherwise: undefined, shownDefault: undefined })
}

/** An option with one value, and the one it has where it is not set. */
export function optionWithDefault<Value>(
  words: ValueWords<Value> & { readonly otherwise: string },
): Option<Value> {
  return single(words, { otherwise: words.reader.read(words.otherwise), shownDefault: words.otherwise })
}

/** What must stand in its place on the command line. */
export function argument<Value>(words: ValueWords<Value>): Option<Value> {
  return { ...inPlace(words), read: ([text]) => words.reader.read(text ?? '') }
}

/** What may stand in its place on the command line. */
export function optionalArgument<Value>(words: ValueWords<Value>): Option<Value | undefined> {
  return {
    ...inPlace(words),
    read: ([text]) => (text === undefined ? undefined : words.reader.read(text)),
  }
}

/** All that stands behind the other arguments on the command line. */
export function furtherArguments<Value>(words: ValueWords<Value>): Option<readonly Value[]> {
  return { ...inPlace(words), read: (texts) => texts.map((text) => words.reader.read(text)) }
}

/** An option that is there or not. */
export function flag(words: OptionWords): Option<boolean> {
  return {
    ...named(words),
    kind: 'flag',
    json: ['boolean'],
    read: ([text]) => text !== undefined && readFlag(text),
  }
}

/** An option that may be given many times; commas part its values, too. */
export function list<Value>(words: ValueWords<Value>): Option<readonly Value[]> {
  return {
    ...named(words),
    kind: 'list',
    json: words.reader.json,
    read: (texts) => {
      const values = texts
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter((text) => text !== '')
      // Whoever gives an empty list meant something else than no list.
      if (texts.length > 0 && values.length === 0) throw new BadValue('must not be empty')
      return values.map((text) => words.reader.read(text))
    },
  }
}

/** How it is given on a command line, as messages name it. */
export function placeOf({ name, kind }: Option<unknown>): string {
  return kind === 'argument' ? name : `--${name}`
}

function single<Value, Otherwise>(
  words: ValueWords<Value>,
  unset: { readonly otherwise: Otherwise; readonly shownDefault: string | undefined },
): Option<Value | Otherwise> {
  const { reader } = words
  return {
    ...named(words),
    kind: 'single',
    json: reader.json,
    isSecret: reader.isSecret === true,
    shownDefault: unset.shownDefault,
    read: ([text, another]) => {
      if (another !== undefined) throw new BadValue('can be given only once')
      return text === undefined ? unset.otherwise : reader.read(text)
    },
  }
}

function named({ name, describe, variable, field = fieldOf(name), setting = name }: OptionWords) {
  const own = `DRYDOCK_${setting.replaceAll('-', '_').toUpperCase()}`
  const variables = variable === undefined ? [own] : [own, variable]
  return { name, describe, field, setting, variables, isSecret: false, shownDefault: undefined }
}

/** Only the command line gives an argument, never the environment or a file. */
function inPlace({ name, describe, field = fieldOf(name) }: OptionWords) {
  return {
    name,
    describe,
    field,
    setting: name,
    kind: 'argument',
    json: [],
    variables: [],
    isSecret: false,
    shownDefault: undefined,
  } as const
}

function fieldOf(name: string): string {
  return name.toLowerCase().replaceAll('-', '_')
}

function readFlag(text: string): boolean {
  const word = text.toLowerCase()
  if (['true', '1', 'on', 'yes'].includes(word)) return true
  if (['false', '0', 'off', 'no'].includes(word)) return false
  throw new BadValue(`must be true or false, not "${text}"`)
}
