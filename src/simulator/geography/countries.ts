import table from '../../../fixtures/geography/countries.json' with { type: 'json' }

/** A country of ISO 3166-1: alpha-2 code, English name, and the point, in degrees, of its main freight city or centre. */
export interface Country {
  readonly code: string
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

const byCode = new Map<string, Country>(table.map((country) => [country.code, country]))

/** The country of an alpha-2 code, in any letter case; names and alpha-3 codes are not taken. */
export function findCountry(code: string): Country | undefined {
  // Upper-casing turns a ligature such as the one of f and i into two plain letters: only plain ones make a code.
  return /^[a-z]{2}$/i.test(code) ? byCode.get(code.toUpperCase()) : undefined
}
