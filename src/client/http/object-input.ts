import { OptionsError } from '../../options-error.ts'
import { suggestWord } from '../../simulator/requests/similar-words.ts'

/**
 * Returns the object that a caller passed to a library method. Throws OptionsError for anything else: `what`
 * names the method, `such` is an example of its input.
 */
export function objectInput<Input>(given: Input, what: string, such: string): Input {
  if (typeof given === 'object' && given !== null && !Array.isArray(given) && !(given instanceof Date))
    return given
  throw new OptionsError(`${what} takes an object such as ${such}, not ${describeInput(given)}.`)
}

/** The names of all fields of an object; the compiler refuses a missing one. */
export type FieldsOf<Input> = { readonly [Name in keyof Input]-?: true }

/** Returns an object of options. Throws OptionsError for a name that is none of these: `what` names the method that takes them. */
export function checkFields<Input extends object>(
  given: Input,
  what: string,
  fields: FieldsOf<Input>,
): Input {
  const known = Object.keys(fields)
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return given
  throw new OptionsError(
    `${what} takes no ${unknown}, only ${known.join(', ')}.${suggestWord(unknown, known)}`,
  )
}

function describeInput(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Date) return 'a Date'
  return typeof value === 'function' ? 'a function' : String(value)
}
