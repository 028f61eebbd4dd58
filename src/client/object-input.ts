import { OptionsError } from '../options-error.ts'

/**
 * What was given to a method of the library that takes an object. Throws OptionsError for anything else: `what` is the
 * method, `such` an example of what it takes.
 */
export function objectInput<Input>(given: Input, what: string, such: string): Input {
  if (typeof given === 'object' && given !== null && !Array.isArray(given) && !(given instanceof Date))
    return given
  throw new OptionsError(`${what} takes an object such as ${such}, not ${shown(given)}.`)
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Date) return 'a Date'
  return typeof value === 'function' ? 'a function' : String(value)
}
