import { findCountry } from '../geography/countries.ts'
import { findState, findStateByName, type State } from '../geography/states.ts'
import { cleanLine } from './line.ts'

/** Returns the US state that a client wrote as a code (CA, ca, D.C.) or as a name. */
export function readState(text: string): State | undefined {
  const state = cleanLine(text)
  return findState(state) ?? findStateByName(state)
}

/** Returns the two-letter code of a state; for an unknown state, the text in capitals. */
export function toStateCode(text: string): string {
  return readState(text)?.code ?? toCapitals(text)
}

/**
 * Returns the code of the country. A text that is no country code stays as it is: in upper case it could become a
 * country code.
 */
export function toCountryCode(text: string): string {
  const code = text.trim()
  return findCountry(code)?.code ?? code
}

/** Returns a ZIP of nine digits as 12345-6789, and any other text in capitals. */
export function formatZip(text: string): string {
  const zip = text.trim()
  const parts = /^(\d{5})[ -]{0,3}(\d{4})$/.exec(zip)
  return parts === null ? toCapitals(zip) : `${parts[1]}-${parts[2]}`
}

/** Returns the text trimmed and in upper case, independent of the machine's language. */
export function toCapitals(text: string): string {
  return text.trim().toUpperCase()
}
