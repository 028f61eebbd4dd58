import { expect, test } from 'vitest'
import { locateAddress } from './locate.ts'

test('a US address is located at the centre of its ZIP region', () => {
  expect(locateAddress({ zip: '94107-1234', country: 'us' })).toMatchObject({
    latitude: 37.77,
    longitude: -122.42,
  })
  expect(locateAddress({ zip: ' 94107 ', country: ' US ' })).toEqual(
    locateAddress({ zip: '94107', country: 'US' }),
  )
})

test('an address outside the United States is located at the freight city of its country, whatever its postal code', () => {
  expect(locateAddress({ zip: '94107', country: 'DE' })).toMatchObject({ latitude: 50.11, longitude: 8.68 })
  expect(locateAddress({ zip: '', country: 'jp' })).toMatchObject({ latitude: 35.68, longitude: 139.69 })
})

test.each(['00000', '', 'nonsense'])(
  'a US address with the unknown ZIP %j is located in the middle of the country',
  (zip) => {
    expect(locateAddress({ zip, country: 'US' })).toEqual({ latitude: 39.83, longitude: -98.58 })
  },
)

test.each(['XX', '', 'USA'])(
  'an address in the unknown country %j is located at latitude 0 and longitude 0',
  (country) => {
    expect(locateAddress({ zip: '94107', country })).toEqual({ latitude: 0, longitude: 0 })
  },
)
