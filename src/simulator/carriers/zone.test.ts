import { describe, expect, it } from 'vitest'
import { createHouseAddress } from '../../../test/support/simulator/shipments.ts'
import { findRoute } from './route.ts'
import { findPriceZone } from './zone.ts'

const chart = { names: ['1', '2', '3', '9'], maxMiles: [50, 150], remoteStates: ['AK', 'HI'] } as const
const route = findRoute(createHouseAddress('10001', 'NY'), createHouseAddress('19104', 'PA'))

describe('the zone of a route', () => {
  it.each([
    [0, 0],
    [50, 0],
    [50.1, 1],
    [150, 1],
    [151, 2],
    [9_000, 2],
  ])('a distance of %d miles belongs to the price zone with the index %d', (miles, row) => {
    expect(findPriceZone(chart, { ...route, miles })).toBe(row)
  })

  it('the price zone from the mainland to a remote state is always the last zone', () => {
    expect(findPriceZone(chart, { ...route, miles: 10, toState: 'AK' })).toBe(3)
    expect(findPriceZone(chart, { ...route, miles: 10, fromState: 'HI' })).toBe(3)
    expect(findPriceZone(chart, { ...route, miles: 10, fromState: 'HI', toState: 'AK' })).toBe(3)
  })

  it('the price zone within one remote state depends on the distance', () => {
    expect(findPriceZone(chart, { ...route, miles: 10, fromState: 'HI', toState: 'HI' })).toBe(0)
  })

  it('the price zone of a route outside the United States depends on the distance, not on the province', () => {
    expect(findPriceZone(chart, { ...route, miles: 10, fromState: undefined, toState: undefined })).toBe(0)
  })
})

describe('a route', () => {
  it('a route is international if it crosses a border, and domestic within any one country', () => {
    const toronto = createHouseAddress('M5H 2N2', 'ON', 'CA')
    expect(findRoute(createHouseAddress('10001', 'NY'), toronto).scope).toBe('international')
    expect(findRoute(toronto, createHouseAddress('V6B 1A1', 'BC', 'ca')).scope).toBe('domestic')
  })

  it('the price zone of a route depends on the state to which the ZIP belongs, not on the field state', () => {
    expect(
      findRoute(createHouseAddress('10001', 'New York'), createHouseAddress('96813', 'Hawaii')),
    ).toMatchObject({
      fromState: 'NY',
      toState: 'HI',
    })
  })

  it('the distance of a route is measured for each pair of addresses separately', () => {
    const chicago = createHouseAddress('60601', 'IL')
    const fromNear = findRoute(createHouseAddress('53202', 'WI'), chicago)
    const fromFar = findRoute(createHouseAddress('90001', 'CA'), chicago)
    expect(fromNear.miles).toBeLessThan(150)
    expect(fromFar.miles).toBeGreaterThan(1_500)
  })
})
