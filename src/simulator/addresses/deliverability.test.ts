import { expect, test } from 'vitest'
import type { Address } from '../specification/model.ts'
import { explainUndeliverable } from './deliverability.ts'

function createAddress(parts: Partial<Address> = {}): Address {
  return {
    street1: '417 Montgomery St',
    city: 'San Francisco',
    state: 'CA',
    zip: '94104',
    country: 'US',
    ...parts,
  }
}

test.each<[string, Partial<Address>]>([
  ['the code of its state', {}],
  ['the code of its state in lower case', { state: 'ca', country: 'us' }],
  ['the name of its state', { state: 'California' }],
  ['a ZIP+4', { zip: '94104-1234' }],
  ['blanks around its fields', { state: ' CA ', zip: ' 94104 ', country: ' US ' }],
  ['the District of Columbia', { state: 'DC', zip: '20500' }],
  ['Puerto Rico', { state: 'PR', zip: '00907' }],
  ['a state of the armed forces', { state: 'AE', zip: '09012' }],
  ['a ZIP that is in another state than most of its prefix', { state: 'NY', zip: '06390' }],
])('a US address with %s is deliverable', (_, parts) => {
  expect(explainUndeliverable(createAddress(parts))).toBeUndefined()
})

test.each<[string, Partial<Address>, string]>([
  ['an unknown state', { state: 'XX' }, 'There is no US state or territory "XX".'],
  ['no state', { state: '' }, 'There is no US state or territory "".'],
  ['a short ZIP', { zip: '9410' }, '"9410" is no ZIP code: it takes five digits, or nine as 12345-6789.'],
  [
    'half a ZIP+4 extension',
    { zip: '94104-12' },
    '"94104-12" is no ZIP code: it takes five digits, or nine as 12345-6789.',
  ],
  [
    'a ZIP of letters',
    { zip: 'k1a 0b1' },
    '"K1A 0B1" is no ZIP code: it takes five digits, or nine as 12345-6789.',
  ],
  ['no ZIP', { zip: ' ' }, '"" is no ZIP code: it takes five digits, or nine as 12345-6789.'],
  ['an unassigned ZIP', { zip: '00001' }, 'No post office has the ZIP code 00001.'],
  ['a ZIP of another state', { zip: '10001' }, 'The ZIP code 10001 lies in NY, not in CA.'],
  [
    'a ZIP that is in another state than most of its prefix',
    { state: 'CT', zip: '06390' },
    'The ZIP code 06390 lies in NY, not in CT.',
  ],
])('a US address with %s is not deliverable, and the reason names the wrong part', (_, parts, reason) => {
  expect(explainUndeliverable(createAddress(parts))).toBe(reason)
})

test('an address outside the United States is deliverable if its country code exists', () => {
  for (const country of ['DE', 'gb', ' JP ', 'PR'])
    expect(explainUndeliverable(createAddress({ country, state: 'XX', zip: '' }))).toBeUndefined()
})

test.each(['', 'XX', 'usa', 'United States', 'DEU', 'ß'])('the text %j is no ISO country code', (country) => {
  expect(explainUndeliverable(createAddress({ country }))).toBe(
    `There is no country with the code "${country}".`,
  )
})
