import { expect, test } from 'vitest'
import type { Address } from '../specification/model.ts'
import { hasHouseNumber } from './house-number.ts'

function createStreetAddress(street1: string, parts: Partial<Address> = {}): Address {
  return { street1, city: 'San Francisco', state: 'CA', zip: '94104', country: 'US', ...parts }
}

test.each([
  '417 Montgomery St',
  '221B Baker Street',
  '10-12 High St',
  '123 1/2 Elm St',
  '100 Highway 50',
  '12 5th Avenue',
  'One Market Plaza',
  'Main Street 5',
  'Calle San Francisco 150',
  'N6W23001 Bluemound Rd',
  'Apt 4, 100 Main St',
  'PO Box 12',
  'General Delivery',
  'RR 2 Box 18',
  'Rural Route 2',
  'HC 68 Box 23',
])('the street %s has a number of a house or box', (line) => {
  expect(hasHouseNumber(createStreetAddress(line))).toBe(true)
})

test.each([
  'Main Street',
  '5th Avenue',
  'West 42nd Street',
  'Main St Apt 4',
  'Main St #4',
  'Main St Suite 400',
  'Apt 4, Main St',
  'Highway 50',
  'State Route 9',
  'Box Elder Road',
  'One',
  'Market Plaza One',
  '',
  '🏠',
])('the street %j has no house number', (line) => {
  expect(hasHouseNumber(createStreetAddress(line))).toBe(false)
})

test('only a military address may lack a house number', () => {
  const military = { city: 'FPO', state: 'AP', zip: '96601' }
  for (const line of ['Unit 2050', 'PSC 802', 'CMR 830', 'USS Carl Vinson'])
    expect(hasHouseNumber(createStreetAddress(line, military))).toBe(true)
  expect(hasHouseNumber(createStreetAddress('Main Street', military))).toBe(false)
  expect(hasHouseNumber(createStreetAddress('Unit 2050'))).toBe(false)
  expect(hasHouseNumber(createStreetAddress('USS Carl Vinson'))).toBe(false)
})
