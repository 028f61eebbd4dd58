import { expect, test } from 'vitest'
import type { Address } from '../specification/model.ts'
import { normaliseAddress } from './normalise.ts'

const sent: Address = {
  name: ' Ada  Lovelace, Jr. ',
  company: 'Analytical Engines, Inc.',
  street1: '417 north montgomery street',
  street2: 'suite # 400',
  city: 'san  francisco',
  state: 'california',
  zip: '941041234',
  country: 'us',
  phone: ' +1 (415) 555-0100 ',
  email: ' Ada@Example.com ',
}

test('normalising a US address gives the form that the carrier prints', () => {
  expect(normaliseAddress(sent)).toEqual({
    name: 'ADA LOVELACE JR',
    company: 'Analytical Engines, Inc.',
    street1: '417 N MONTGOMERY ST',
    street2: 'STE 400',
    city: 'SAN FRANCISCO',
    state: 'CA',
    zip: '94104-1234',
    country: 'US',
    phone: ' +1 (415) 555-0100 ',
    email: ' Ada@Example.com ',
  })
})

test('normalising a foreign address trims and capitalises it, but keeps company, phone number and email address as sent', () => {
  expect(
    normaliseAddress({
      ...sent,
      street1: ' 12 North Street, Apartment 4 ',
      zip: ' sw1a 1aa ',
      country: ' gb ',
    }),
  ).toEqual({
    name: 'ADA  LOVELACE, JR.',
    company: 'Analytical Engines, Inc.',
    street1: '12 NORTH STREET, APARTMENT 4',
    street2: 'SUITE # 400',
    city: 'SAN  FRANCISCO',
    state: 'CALIFORNIA',
    zip: 'SW1A 1AA',
    country: 'GB',
    phone: ' +1 (415) 555-0100 ',
    email: ' Ada@Example.com ',
  })
})

test('normalising an address keeps letters of other scripts', () => {
  const japanese = { street1: '丸の内1丁目9-1', city: '東京都千代田区', state: '', zip: '100-0005' }
  expect(normaliseAddress({ ...japanese, country: 'JP' })).toEqual({ ...japanese, country: 'JP' })
  expect(normaliseAddress({ ...sent, name: 'مريم Ñandú', country: 'US' }).name).toBe('مريم ÑANDÚ')
})

test('normalising an address adds no field that the client did not send', () => {
  const { street1, city, state, zip, country } = sent
  expect(Object.keys(normaliseAddress({ street1, city, state, zip, country })).sort()).toEqual([
    'city',
    'country',
    'state',
    'street1',
    'zip',
  ])
})

test.each([
  ['D.C.', 'DC'],
  ['n.y.', 'NY'],
  ['  North   Dakota ', 'ND'],
  ['armed forces europe', 'AE'],
  ['Atlantis', 'ATLANTIS'],
])('normalising an address changes the state %j to %j', (state, printed) => {
  expect(normaliseAddress({ ...sent, state }).state).toBe(printed)
})

test.each([
  ['94104', '94104'],
  [' 94104 - 1234 ', '94104-1234'],
  ['94104 1234', '94104-1234'],
  ['9410', '9410'],
  ['94104-12', '94104-12'],
  ['k1a 0b1', 'K1A 0B1'],
])('normalising an address changes the ZIP %j to %j', (zip, printed) => {
  expect(normaliseAddress({ ...sent, zip }).zip).toBe(printed)
})

test.each([
  ["Coeur d'Alene", 'COEUR D ALENE'],
  ["O'Fallon", 'O FALLON'],
  ["Lee's Summit", 'LEES SUMMIT'],
  ['St. Louis', 'ST LOUIS'],
  ['Winston-Salem', 'WINSTON-SALEM'],
])('normalising an address changes the city %j to %j', (city, printed) => {
  expect(normaliseAddress({ ...sent, city }).city).toBe(printed)
})

test('normalising an address does not change a field that has only punctuation', () => {
  expect(normaliseAddress({ ...sent, name: '...', street1: '!?', city: '*' })).toMatchObject({
    name: '...',
    street1: '!?',
    city: '*',
  })
})
