import type { Reader } from '../files/reader.ts'
import { BadValue } from './bad-value.ts'

/** An input of a command: a flag, an environment variable or a configuration field; or an argument. */
export interface Option<Value> {
  /** The name of the flag without its dashes; an argument's name in its command's line. */
  readonly name: string
  readonly describe: string
  readonly kind: 'argument' | 'flag' | 'single' | 'list'
  /** Its name in the control protocol. */
  readonly field: string
  /** Its name in a configuration file. */
  readonly setting: string
  /** The JSON types that a configuration file may use. */
  readonly json: Reader<unknown>['json']
  /** The values that a shell completes; nothing if left out. */
  readonly completes?: Reader<unknown>['completes']
  /** Whether messages must not show its value. */
  readonly isSecret: boolean
  /** Whether an environment variable that is set but empty counts. */
  readonly countsEmpty?: boolean
  /** The default in help, if there is one. */
  readonly shownDefault: string | undefined
  /** Environment variables that may set it; the first one present wins. */
  readonly variables: readonly string[]
  /** Reads the value from all texts given for it; there may be none. Throws BadValue. */
  read(texts: readonly string[]): Value
}

interface OptionWords {
  readonly name: string
  readonly describe: string
  /** Its name in the control protocol, if not the name with underscores. */
  readonly field?: string
  /** Its name in the environment and in a configuration file, if its own name means something else there. */
  readonly setting?: string
  /** A further environment variable for it. */
  readonly variable?: string
}

interface ValueWords<Value> extends OptionWords {
  readonly reader: Reader<Value>
}

/** Defines an option with one value; undefined if not set. */
export function option<Value>(words: ValueWords<Value>): Option<Value | undefined> {
  return singleText(words, { otherwise: undefined, shownDefault: undefined })
}

/** Defines an option with one value and a default. */
export function optionWithDefault<Value>(
  words: ValueWords<Value> & { readonly otherwise: string },
): Option<Value> {
  return singleText(words, { otherwise: words.reader.read(words.otherwise), shownDefault: words.otherwise })
}

/** Defines a required argument. */
export function argument<Value>(words: ValueWords<Value>): Option<Value> {
  return {
    ...placedArgument(words),
    ...completionOf(words.reader),
    read: ([text]) => words.reader.read(text ?? ''),
  }
}

/** Defines an optional argument. */
export function optionalArgument<Value>(words: ValueWords<Value>): Option<Value | undefined> {
  return {
    ...placedArgument(words),
    ...completionOf(words.reader),
    read: ([text]) => (text === undefined ? undefined : words.reader.read(text)),
  }
}

/** Defines an argument that takes all remaining words. */
export function restArguments<Value>(words: ValueWords<Value>): Option<readonly Value[]> {
  return {
    ...placedArgument(words),
    ...completionOf(words.reader),
    read: (texts) => texts.map((text) => words.reader.read(text)),
  }
}

/** Defines an option without a value. */
export function flag(words: OptionWords): Option<boolean> {
  return {
    ...namedOption(words),
    kind: 'flag',
    json: ['boolean'],
    read: ([text]) => text !== undefined && readFlag(text),
  }
}

/** Defines an option that may be repeated; commas separate values, too. */
export function list<Value>(words: ValueWords<Value>): Option<readonly Value[]> {
  return {
    ...namedOption(words),
    ...completionOf(words.reader),
    kind: 'list',
    json: words.reader.json,
    read: (texts) => {
      const values = texts
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter((text) => text !== '')
      // An empty list is more likely a mistake than no list.
      if (texts.length > 0 && values.length === 0) throw new BadValue('must not be empty')
      return values.map((text) => words.reader.read(text))
    },
  }
}

/** Defines a secret option that may be repeated; each text is one value, with its commas. */
export function secretList<Value>(words: ValueWords<Value>): Option<readonly Value[]> {
  return {
    ...namedOption(words),
    ...completionOf(words.reader),
    kind: 'list',
    json: words.reader.json,
    isSecret: true,
    read: (texts) => texts.map((text) => words.reader.read(text)),
  }
}

/** Returns the name of an option or argument in messages. */
export function formatOptionName({ name, kind }: Option<unknown>): string {
  return kind === 'argument' ? name : `--${name}`
}

function singleText<Value, Otherwise>(
  words: ValueWords<Value>,
  unset: { readonly otherwise: Otherwise; readonly shownDefault: string | undefined },
): Option<Value | Otherwise> {
  const { reader } = words
  return {
    ...namedOption(words),
    ...completionOf(reader),
    kind: 'single',
    json: reader.json,
    isSecret: reader.isSecret === true,
    countsEmpty: reader.countsEmpty === true,
    shownDefault: unset.shownDefault,
    read: ([text, another]) => {
      if (another !== undefined) throw new BadValue('can be given only once')
      return text === undefined ? unset.otherwise : reader.read(text)
    },
  }
}

function completionOf({ completes }: Reader<unknown>): Pick<Option<unknown>, 'completes'> {
  return completes === undefined ? {} : { completes }
}

function namedOption({ name, describe, variable, field = fieldOf(name), setting = name }: OptionWords) {
  const own = `DRYDOCK_${setting.replaceAll('-', '_').toUpperCase()}`
  const variables = variable === undefined ? [own] : [own, variable]
  return { name, describe, field, setting, variables, isSecret: false, shownDefault: undefined }
}

/** Arguments come from the command line only, never from the environment or a file. */
function placedArgument({ name, describe, field = fieldOf(name) }: OptionWords) {
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
