import { expect, test } from 'vitest'
import type { Address } from '../specification/model.ts'
import { suggestAddresses } from './suggestions.ts'

const sent: Address = {
  name: 'Ada Lovelace',
  street1: 'Market Street',
  city: 'San Francisco',
  state: 'California',
  zip: '94103',
  country: 'us',
}

test('an ambiguous address gets as suggestions three houses of its street, or the address as the carrier prints it', () => {
  const suggestions = suggestAddresses(sent)
  expect(suggestions).toHaveLength(3)
  expect(new Set(suggestions.map(({ street1 }) => street1)).size).toBe(3)
  for (const suggestion of suggestions) {
    expect(suggestion.street1).toMatch(/^\d{3} MARKET ST$/)
    expect(suggestion).toEqual({
      name: 'ADA LOVELACE',
      street1: suggestion.street1,
      city: 'SAN FRANCISCO',
      state: 'CA',
      zip: '94103',
      country: 'US',
    })
  }
})

test('the same ambiguous address always gets the same suggestions', () => {
  const suggestions = suggestAddresses(sent)
  expect(suggestAddresses({ ...sent })).toEqual(suggestions)
  expect(suggestAddresses({ ...sent, street1: ' market  st ' })).toEqual(suggestions)
  const [first] = suggestions
  for (const other of [{ street1: 'Mission Street' }, { zip: '94105' }, { city: 'Daly City' }])
    expect(suggestAddresses({ ...sent, ...other })[0]?.street1.slice(0, 3)).not.toBe(
      first?.street1.slice(0, 3),
    )
})

test('a suggested address has the house number before or after the street, as its country writes it', () => {
  const [german] = suggestAddresses({ ...sent, street1: 'Hauptstr.', country: 'DE' })
  const [french] = suggestAddresses({ ...sent, street1: 'Rue de Rivoli', country: 'FR' })
  expect(german?.street1).toMatch(/^HAUPTSTR\. \d{3}$/)
  expect(french?.street1).toMatch(/^\d{3} RUE DE RIVOLI$/)
})

test('an address with a blank street gets suggestions in a street with a common name', () => {
  for (const { street1 } of suggestAddresses({ ...sent, street1: '  ' }))
    expect(street1).toMatch(/^\d{3} MAIN ST$/)
})
