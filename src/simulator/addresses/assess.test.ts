import { expect, test } from 'vitest'
import type { Address } from '../specification/model.ts'
import { assessAddress } from './assess.ts'

function createUsAddress(
  street1: string,
  place: readonly [city: string, state: string, zip: string],
): Address {
  const [city, state, zip] = place
  return { street1, city, state, zip, country: 'US' }
}

test.each<[string, Address, Partial<Address> & { residential: boolean }]>([
  [
    'Boston',
    createUsAddress('1 Cambridge Street', ['Boston', 'MA', '02114']),
    { street1: '1 CAMBRIDGE ST', residential: true },
  ],
  [
    'New York',
    createUsAddress('350 Fifth Avenue, Suite 3200', ['New York', 'NY', '10118']),
    { street1: '350 FIFTH AVE STE 3200', residential: false },
  ],
  [
    'Washington',
    createUsAddress('1600 Pennsylvania Avenue, N.W.', ['Washington', 'DC', '20500']),
    { street1: '1600 PENNSYLVANIA AVE NW', residential: true },
  ],
  [
    'Atlanta',
    createUsAddress('225 Baker Street Northwest', ['Atlanta', 'GA', '30313']),
    { street1: '225 BAKER ST NW', residential: true },
  ],
  [
    'Miami',
    createUsAddress('1111 Lincoln Road', ['Miami Beach', 'FL', '33139']),
    { street1: '1111 LINCOLN RD', residential: true },
  ],
  [
    'Chicago',
    createUsAddress('233 South Wacker Drive', ['Chicago', 'IL', '60606']),
    { street1: '233 S WACKER DR', residential: true },
  ],
  [
    'Minneapolis',
    createUsAddress('600 1st Avenue North', ['Minneapolis', 'MN', '55403']),
    { street1: '600 1ST AVE N', residential: true },
  ],
  [
    'Dallas',
    createUsAddress('411 Elm Street Floor 6', ['Dallas', 'TX', '75202']),
    { street1: '411 ELM ST FL 6', residential: false },
  ],
  [
    'Denver',
    createUsAddress('1701 Wynkoop Street', ['Denver', 'CO', '80202']),
    { street1: '1701 WYNKOOP ST', residential: true },
  ],
  [
    'Phoenix',
    createUsAddress('401 East Jefferson Street', ['Phoenix', 'AZ', '85004']),
    { street1: '401 E JEFFERSON ST', residential: true },
  ],
  [
    'San Francisco',
    createUsAddress('One Ferry Building', ['San Francisco', 'CA', '94111']),
    { street1: 'ONE FERRY BUILDING', residential: false },
  ],
  [
    'Seattle',
    createUsAddress('400 Broad Street', ['Seattle', 'WA', '98109']),
    { street1: '400 BROAD ST', residential: true },
  ],
  [
    'Anchorage',
    createUsAddress('P.O. Box 196650', ['Anchorage', 'AK', '99519']),
    { street1: 'PO BOX 196650', residential: false },
  ],
  [
    'Honolulu',
    createUsAddress('364 South King Street', ['Honolulu', 'HI', '96813']),
    { street1: '364 S KING ST', residential: true },
  ],
  [
    'San Juan',
    createUsAddress('100 Calle San Francisco', ['San Juan', 'PR', '00901']),
    { street1: '100 CALLE SAN FRANCISCO', residential: true },
  ],
  [
    'an army post office',
    createUsAddress('PSC 802 Box 74', ['APO', 'AE', '09499']),
    { street1: 'PSC 802 BOX 74', residential: true },
  ],
])('a real US address in %s is deliverable', (_, address, { street1, residential }) => {
  expect(assessAddress(address)).toEqual({
    kind: 'deliverable',
    residential,
    address: { ...address, street1, city: address.city.toUpperCase() },
  })
})

test.each<[string, Address]>([
  ['Ottawa', { street1: '111 WELLINGTON ST', city: 'OTTAWA', state: 'ON', zip: 'K1A 0A9', country: 'CA' }],
  ['London', { street1: '221B BAKER STREET', city: 'LONDON', state: '', zip: 'NW1 6XE', country: 'GB' }],
  ['Tokyo', { street1: '丸の内1丁目9-1', city: '千代田区', state: '東京都', zip: '100-0005', country: 'JP' }],
])('a real foreign address in %s is deliverable and stays unchanged', (_, address) => {
  expect(assessAddress(address)).toEqual({ kind: 'deliverable', residential: true, address })
})

test('an address whose street has no number is ambiguous if it is in the United States, and deliverable elsewhere', () => {
  const street = createUsAddress('Main Street', ['San Francisco', 'CA', '94107'])
  const assessment = assessAddress(street)
  expect(assessment).toMatchObject({ kind: 'ambiguous' })
  expect(Object.keys(assessment).sort()).toEqual(['kind', 'suggestions'])
  for (const country of ['DE', 'GB', 'CA', 'JP'])
    expect(assessAddress({ ...street, country })).toMatchObject({ kind: 'deliverable' })
})

test('an undeliverable address is never assessed as ambiguous', () => {
  expect(assessAddress(createUsAddress('Main Street', ['San Francisco', 'CA', '10001']))).toEqual({
    kind: 'undeliverable',
    reason: 'The ZIP code 10001 lies in NY, not in CA.',
  })
})
