import type { Reader } from '../files/reader.ts'
import { BadValue } from './bad-value.ts'

/** An option of a command, which a flag, an environment variable or a configuration field sets; or an argument. */
export interface Option<Value> {
  /** The name of the flag without its dashes, or the name of the argument in the command's line. */
  readonly name: string
  readonly describe: string
  readonly kind: 'argument' | 'flag' | 'single' | 'list'
  /** The name of the field in the control protocol. */
  readonly field: string
  /** The name in a configuration file. */
  readonly setting: string
  /** The JSON types that a configuration file may use. */
  readonly json: Reader<unknown>['json']
  /** The values that a shell offers; nothing if left out. */
  readonly completes?: Reader<unknown>['completes']
  /** Whether messages must not show the value. */
  readonly isSecret: boolean
  /** Whether an environment variable that is set but empty counts. */
  readonly countsEmpty?: boolean
  /** The default that help shows, if there is one. */
  readonly shownDefault: string | undefined
  /** The environment variables that may set the option; the first one that is set wins. */
  readonly variables: readonly string[]
  /** Returns the value of all texts that were given for the option; there may be none. Throws a BadValue. */
  read(texts: readonly string[]): Value
}

interface OptionDefinition {
  readonly name: string
  readonly describe: string
  /** The name of the field in the control protocol, if it is not the option's name with underscores. */
  readonly field?: string
  /** The name in the environment and in a configuration file, if the option's name means something else there. */
  readonly setting?: string
  /** A further environment variable that may set the option. */
  readonly variable?: string
}

interface ValueOptionDefinition<Value> extends OptionDefinition {
  readonly reader: Reader<Value>
}

/** Defines an option with one value; it is undefined if the option is not set. */
export function defineOption<Value>(words: ValueOptionDefinition<Value>): Option<Value | undefined> {
  return defineSingleValue(words, { otherwise: undefined, shownDefault: undefined })
}

/** Defines an option with one value and a default. */
export function defineOptionWithDefault<Value>(
  words: ValueOptionDefinition<Value> & { readonly otherwise: string },
): Option<Value> {
  return defineSingleValue(words, {
    otherwise: words.reader.read(words.otherwise),
    shownDefault: words.otherwise,
  })
}

/** Defines an argument that a command requires. */
export function defineArgument<Value>(words: ValueOptionDefinition<Value>): Option<Value> {
  return {
    ...buildArgumentFields(words),
    ...copyCompletion(words.reader),
    read: ([text]) => words.reader.read(text ?? ''),
  }
}

/** Defines an argument of a command that may be left out. */
export function defineOptionalArgument<Value>(
  words: ValueOptionDefinition<Value>,
): Option<Value | undefined> {
  return {
    ...buildArgumentFields(words),
    ...copyCompletion(words.reader),
    read: ([text]) => (text === undefined ? undefined : words.reader.read(text)),
  }
}

/** Defines an argument that takes all remaining words. */
export function defineRestArguments<Value>(words: ValueOptionDefinition<Value>): Option<readonly Value[]> {
  return {
    ...buildArgumentFields(words),
    ...copyCompletion(words.reader),
    read: (texts) => texts.map((text) => words.reader.read(text)),
  }
}

/** Defines an option without a value. */
export function defineFlag(words: OptionDefinition): Option<boolean> {
  return {
    ...buildOptionFields(words),
    kind: 'flag',
    json: ['boolean'],
    read: ([text]) => text !== undefined && readFlag(text),
  }
}

/** Defines an option that may be repeated, or have several values with commas between them. */
export function defineListOption<Value>(words: ValueOptionDefinition<Value>): Option<readonly Value[]> {
  return {
    ...buildOptionFields(words),
    ...copyCompletion(words.reader),
    kind: 'list',
    json: words.reader.json,
    read: (texts) => {
      const values = texts
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter((text) => text !== '')
      // A list without values, such as from an empty variable, is probably a mistake.
      if (texts.length > 0 && values.length === 0) throw new BadValue('must not be empty')
      return values.map((text) => words.reader.read(text))
    },
  }
}

/** Defines a secret option that may be repeated. Each text is one value, because a secret may contain commas. */
export function defineSecretListOption<Value>(words: ValueOptionDefinition<Value>): Option<readonly Value[]> {
  return {
    ...buildOptionFields(words),
    ...copyCompletion(words.reader),
    kind: 'list',
    json: words.reader.json,
    isSecret: true,
    read: (texts) => texts.map((text) => words.reader.read(text)),
  }
}

/** Returns the name of an option or argument for messages, such as `--port` or `URL`. */
export function formatOptionName({ name, kind }: Option<unknown>): string {
  return kind === 'argument' ? name : `--${name}`
}

function defineSingleValue<Value, Otherwise>(
  words: ValueOptionDefinition<Value>,
  unset: { readonly otherwise: Otherwise; readonly shownDefault: string | undefined },
): Option<Value | Otherwise> {
  const { reader } = words
  return {
    ...buildOptionFields(words),
    ...copyCompletion(reader),
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

function copyCompletion({ completes }: Reader<unknown>): Pick<Option<unknown>, 'completes'> {
  return completes === undefined ? {} : { completes }
}

function buildOptionFields({
  name,
  describe,
  variable,
  field = toFieldName(name),
  setting = name,
}: OptionDefinition) {
  const own = `DRYDOCK_${setting.replaceAll('-', '_').toUpperCase()}`
  const variables = variable === undefined ? [own] : [own, variable]
  return { name, describe, field, setting, variables, isSecret: false, shownDefault: undefined }
}

/**
 * Returns the fields of an `Option` that all arguments share. Only the command line can set an argument, not the
 * environment or a file.
 */
function buildArgumentFields({ name, describe, field = toFieldName(name) }: OptionDefinition) {
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

function toFieldName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_')
}

function readFlag(text: string): boolean {
  const word = text.toLowerCase()
  if (['true', '1', 'on', 'yes'].includes(word)) return true
  if (['false', '0', 'off', 'no'].includes(word)) return false
  throw new BadValue(`must be true or false, not "${text}"`)
}
