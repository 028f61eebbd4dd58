import { expect, test } from 'vitest'
import states from '../../../fixtures/geography/states.json' with { type: 'json' }
import regions from '../../../fixtures/geography/zip-regions.json' with { type: 'json' }
import { computeMiles } from './distance.ts'
import { findZipRegion } from './zip-regions.ts'

const prefixes = regions.centres.flatMap((centre) => centre.prefixes.split(' '))
const strays = regions.strays.flatMap((stray) => stray.zips.split(' '))
const places = [...regions.centres, ...regions.strays]

test.each([
  ['02139', 'MA', 'Boston'],
  ['04101', 'ME', 'Portland'],
  ['10001', 'NY', 'New York'],
  ['15222', 'PA', 'Pittsburgh'],
  ['20001', 'DC', 'Washington'],
  ['20500', 'DC', 'Washington'],
  ['22202', 'VA', 'Arlington'],
  ['30303', 'GA', 'Atlanta'],
  ['33131', 'FL', 'Miami'],
  ['37203', 'TN', 'Nashville'],
  ['48226', 'MI', 'Detroit'],
  ['55401', 'MN', 'Minneapolis'],
  ['57701', 'SD', 'Rapid City'],
  ['59715', 'MT', 'Butte'],
  ['60601', 'IL', 'Chicago'],
  ['64106', 'MO', 'Kansas City'],
  ['66101', 'KS', 'Kansas City'],
  ['70112', 'LA', 'New Orleans'],
  ['73301', 'TX', 'Austin'],
  ['77002', 'TX', 'Houston'],
  ['80202', 'CO', 'Denver'],
  ['83001', 'WY', 'Jackson'],
  ['85122', 'AZ', 'Casa Grande'],
  ['87501', 'NM', 'Santa Fe'],
  ['88510', 'TX', 'El Paso'],
  ['89101', 'NV', 'Las Vegas'],
  ['94107-1234', 'CA', 'San Francisco'],
  ['98101', 'WA', 'Seattle'],
  ['99501', 'AK', 'Anchorage'],
  ['96813', 'HI', 'Honolulu'],
  ['00907', 'PR', 'San Juan'],
  ['00802', 'VI', 'Charlotte Amalie'],
  ['96910', 'GU', 'Barrigada'],
  ['09012', 'AE', 'APO'],
  ['34002', 'AA', 'APO'],
  ['96205', 'AP', 'APO'],
])('the ZIP %s belongs to %s and to the region of %s', (zip, state, city) => {
  expect(findZipRegion(zip)).toMatchObject({ zip3: zip.slice(0, 3), state, city })
})

test.each([
  ['06390', 'NY', 'Fishers Island'],
  ['83414', 'WY', 'Alta'],
  ['96799', 'AS', 'Pago Pago'],
  ['96950', 'MP', 'Saipan'],
  ['96940', 'PW', 'Koror'],
  ['96941', 'FM', 'Pohnpei'],
  ['96960', 'MH', 'Majuro'],
])('the ZIP %s belongs to %s, unlike other ZIPs with its first three digits', (zip, state, city) => {
  const prefixState = findZipRegion(`${zip.slice(0, 3)}01`)?.state
  expect(findZipRegion(zip)).toMatchObject({ state, city })
  expect(findZipRegion(`${zip}-0001`)).toEqual(findZipRegion(zip))
  expect(prefixState).toBeDefined()
  expect(prefixState).not.toBe(state)
})

test.each([
  '00000',
  '00101',
  '00499',
  '09901',
  '21301',
  '26901',
  '34301',
  '35301',
  '41901',
  '51701',
  '62101',
  '69401',
])('the unassigned ZIP prefix %s has no region', (zip) => {
  expect(findZipRegion(zip)).toBeUndefined()
})

test.each([
  '',
  '9410',
  '941071',
  '94107-',
  '94107-12',
  '94107-12345',
  '94107--1234',
  'ABCDE',
  ' 94107',
  '94107\n',
  '９４１０７',
  '941O7',
])('the text %j is no ZIP', (zip) => {
  expect(findZipRegion(zip)).toBeUndefined()
})

test('a nine-digit ZIP may have a hyphen, a blank or nothing between its parts', () => {
  const region = findZipRegion('94107')
  expect(region).toBeDefined()
  for (const zip of ['94107-1234', '94107 1234', '941071234']) expect(findZipRegion(zip)).toEqual(region)
})

test('the ZIP table has each three-digit prefix once, and each full ZIP in the table begins with one of these prefixes', () => {
  expect(new Set(prefixes).size).toBe(prefixes.length)
  expect(new Set(strays).size).toBe(strays.length)
  expect(prefixes.length).toBeGreaterThan(900)
  for (const prefix of prefixes) expect(prefix).toMatch(/^\d{3}$/)
  for (const zip of strays) expect(prefixes).toContain(zip.slice(0, 3))
})

test('the states of the ZIP table are exactly the states of the table of states', () => {
  expect(new Set(places.map((place) => place.state))).toEqual(new Set(states.map((state) => state.code)))
})

test('every place of the ZIP table is within the United States or a territory, to two decimals', () => {
  for (const { latitude, longitude } of places) {
    expect(latitude).toBe(Number(latitude.toFixed(2)))
    expect(longitude).toBe(Number(longitude.toFixed(2)))
    expect(latitude).toBeGreaterThan(-15)
    expect(latitude).toBeLessThan(65)
    expect(longitude > 130 || (longitude > -171 && longitude < -64)).toBe(true)
  }
})

test('every place of the ZIP table in a mainland state has another place of the table within 270 miles', () => {
  const alone = new Set(['AK', 'HI', 'GU', 'VI', 'PR', 'DC', 'RI', 'AA', 'AE', 'AP'])
  for (const place of regions.centres.filter(({ state }) => !alone.has(state))) {
    const others = regions.centres.filter((other) => other !== place && other.state === place.state)
    expect(Math.min(...others.map((other) => computeMiles(place, other))), place.city).toBeLessThan(270)
  }
})

test.each([
  ['94107', '10001', 2566],
  ['90012', '98101', 960],
  ['60601', '33131', 1188],
  ['77002', '80202', 879],
  ['99501', '96813', 2781],
  ['00907', '33131', 1038],
])('the distance from ZIP %s to ZIP %s is the distance between their cities', (from, to, miles) => {
  const [a, b] = [findZipRegion(from), findZipRegion(to)]
  expect(a && b && Math.abs(computeMiles(a, b) - miles)).toBeLessThan(miles * 0.01)
})
