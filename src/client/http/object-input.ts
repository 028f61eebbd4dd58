import { OptionsError } from '../../options-error.ts'
import { suggestWord } from '../../simulator/requests/similar-words.ts'

/**
 * Returns the object that a caller passed to a library method. Throws OptionsError for any other value; its message
 * names the `method` and shows an `example` of its input.
 */
export function requireObject<Input>(value: Input, method: string, example: string): Input {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date))
    return value
  throw new OptionsError(`${method} takes an object such as ${example}, not ${describeValue(value)}.`)
}

/** An object with every field name of a type; the compiler refuses an object that lacks one. */
export type FieldsOf<Input> = { readonly [Name in keyof Input]-?: true }

/**
 * Returns the given options. Throws an OptionsError that names the `method` if the name of an option is not in
 * `fields`.
 */
export function checkFieldNames<Input extends object>(
  given: Input,
  method: string,
  fields: FieldsOf<Input>,
): Input {
  const known = Object.keys(fields)
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return given
  throw new OptionsError(
    `${method} takes no ${unknown}, only ${known.join(', ')}.${suggestWord(unknown, known)}`,
  )
}

/** Describes a value in a message, such as `"UPS"`, `a list` or `undefined`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Date) return 'a Date'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}
