import { OptionsError } from '../../options-error.ts'

/**
 * Returns the object that a caller passed to a library method. Throws OptionsError for anything else: `what`
 * names the method, `such` is an example of its input.
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
