import table from '../../../fixtures/geography/countries.json' with { type: 'json' }
import stateRequired from '../../../fixtures/geography/state-required.json' with { type: 'json' }

/**
 * A country of ISO 3166-1: alpha-2 code, English name, and the coordinates in degrees of its main freight city or
 * centre.
 */
export interface Country {
  readonly code: string
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

const byCode = new Map<string, Country>(table.map((country) => [country.code, country]))

/**
 * Returns the country with this alpha-2 code, in any letter case. Names and alpha-3 codes are not accepted.
 */
export function findCountry(code: string): Country | undefined {
  // Only plain letters are accepted: in upper case, a single ligature character, such as that of f and i, becomes two
  // plain letters.
  return /^[a-z]{2}$/i.test(code) ? byCode.get(code.toUpperCase()) : undefined
}

/** Whether an address in this country is incomplete without its state (choices 17). */
export function hasStates(countryCode: string): boolean {
  const code = findCountry(countryCode.trim())?.code
  return code !== undefined && stateRequired.countries.includes(code)
}
