import { expect, test } from 'vitest'
import type { Address } from '../specification/model.ts'
import { isMilitary, isPoBox, isResidential, isRuralRoute, isUnitedStates } from './kind.ts'
import { normaliseAddress } from './normalise.ts'

function createAddress(parts: Partial<Address> = {}): Address {
  return {
    name: 'Ada Lovelace',
    street1: '417 Montgomery St',
    city: 'San Francisco',
    state: 'CA',
    zip: '94104',
    country: 'US',
    ...parts,
  }
}

test('the country code alone decides whether an address is in the United States', () => {
  for (const country of ['US', 'us', ' Us ']) expect(isUnitedStates({ country })).toBe(true)
  for (const country of ['', 'USA', 'United States', 'PR', 'CA'])
    expect(isUnitedStates({ country })).toBe(false)
})

test.each([
  'PO Box 123',
  'P.O. Box 123',
  'p o box 9',
  'POB 7',
  'Post Office Box #3',
  'Box 12',
  'General Delivery',
])('the street %s is a post office box and no rural route', (street1) => {
  expect(isPoBox(createAddress({ street1 }))).toBe(true)
  expect(isRuralRoute(createAddress({ street1 }))).toBe(false)
})

test.each(['RR 2 Box 18', 'Rural Route 2', 'R.R. 2 Box 18', 'HC 68 Box 23A', 'Star Route 5', 'RFD 1'])(
  'the street %s is a rural route and no post office box',
  (street1) => {
    expect(isRuralRoute(createAddress({ street1 }))).toBe(true)
    expect(isPoBox(createAddress({ street1 }))).toBe(false)
  },
)

test.each([
  '417 Montgomery St',
  '12 Box Elder Rd',
  'Box Canyon Rd',
  '5 Rural Route',
  '1 PO Box Way',
  'Boxwood 4',
  '',
])('the street %j is neither a post office box nor a rural route', (street1) => {
  expect(isPoBox(createAddress({ street1 }))).toBe(false)
  expect(isRuralRoute(createAddress({ street1 }))).toBe(false)
})

test('a post office box in street2 counts like one in street1', () => {
  for (const street2 of ['PO Box 9', 'P.O. Box 9', 'General Delivery'])
    expect(isPoBox(createAddress({ street2 }))).toBe(true)
  expect(isPoBox(createAddress({ street2: 'Postfach 12', country: 'CH' }))).toBe(true)
  expect(isPoBox(createAddress({ street1: 'RR 2 Box 18', street2: 'PO Box 9' }))).toBe(true)
  expect(isRuralRoute(createAddress({ street2: 'RR 2 Box 18' }))).toBe(true)
  expect(isPoBox(createAddress({ street2: 'Box Elder Room' }))).toBe(false)
})

test('a post office box is recognised by the words that its country uses for such a box', () => {
  for (const street1 of ['Postfach 1234', 'PO Box 77', 'Apartado Postal 5', 'BP 12'])
    expect(isPoBox(createAddress({ street1, country: 'CH' }))).toBe(true)
  expect(isPoBox(createAddress({ street1: 'Postfach 1234' }))).toBe(false)
  expect(isPoBox(createAddress({ street1: 'General Delivery', country: 'CH' }))).toBe(false)
})

test('the states AA, AE and AP are military regions in the United States, but not in other countries', () => {
  for (const state of ['AA', 'ae', ' AP ', 'Armed Forces Pacific'])
    expect(isMilitary(createAddress({ state }))).toBe(true)
  expect(isMilitary(createAddress({ state: 'AK' }))).toBe(false)
  expect(isMilitary(createAddress({ state: 'AE', country: 'DE' }))).toBe(false)
})

test.each<[string, Partial<Address>]>([
  ['a house', {}],
  ['an apartment', { street1: '417 Montgomery St Apt 4' }],
  ['an apartment in the second line', { street2: 'Apartment 4' }],
  ['an apartment in a building on a plaza', { street1: '5 Rose Plaza Bldg 2 Apt 4' }],
  ['a trailer lot', { street1: '9 Shady Ln Lot 7' }],
  ['a rural route', { street1: 'RR 2 Box 18' }],
  ['a military unit', { street1: 'Unit 2050 Box 4190', city: 'APO', state: 'AP', zip: '96278' }],
  ['a barracks', { street1: 'CMR 830 Bldg 5', city: 'APO', state: 'AE', zip: '09012' }],
  ['a house without a name', { street1: '12 Elm St' }],
  ['a house outside the United States', { street1: 'Hauptstr. 5', country: 'DE' }],
  ['a company that is blank', { company: '  ' }],
  ['a name that only contains a business word', { name: 'Vincent Banks' }],
])('the address of %s is residential, as the client sent it and as the carrier prints it', (_, parts) => {
  expect(isResidential(createAddress(parts))).toBe(true)
  expect(isResidential(normaliseAddress(createAddress(parts)))).toBe(true)
})

test.each<[string, Partial<Address>]>([
  ['a company', { company: 'Analytical Engines' }],
  ['a company in an apartment', { company: 'Analytical Engines', street1: '417 Montgomery St Apt 4' }],
  ['a business by its form', { name: 'Analytical Engines, Inc.' }],
  ['a business by its form, in an apartment', { name: 'Engines LLC', street1: '417 Montgomery St Apt 4' }],
  [
    'a business outside the United States by its form',
    { name: 'Rechenwerk GmbH', street1: 'Hauptstr. 5', country: 'DE' },
  ],
  ['a post office box', { street1: 'PO Box 12' }],
  ['a suite', { street1: '417 Montgomery St Suite 400' }],
  ['a suite in the second line', { street2: 'Ste. 400' }],
  ['a floor', { street1: '417 Montgomery St 5th Floor' }],
  ['a plaza', { street1: 'One Market Plaza' }],
  ['a building', { street1: '1 Campus Dr Building C' }],
  ['a department', { street2: 'Dept. 12' }],
])('the address of %s is commercial, as the client sent it and as the carrier prints it', (_, parts) => {
  expect(isResidential(createAddress(parts))).toBe(false)
  expect(isResidential(normaliseAddress(createAddress(parts)))).toBe(false)
})
