import { describe, expect, it } from 'vitest'
import { houseAt } from '../../../test/support/simulator/shipments.ts'
import { findRoute } from './route.ts'
import { findZone } from './zone.ts'

const chart = { names: ['1', '2', '3', '9'], maxMiles: [50, 150], remoteStates: ['AK', 'HI'] } as const
const route = findRoute(houseAt('10001', 'NY'), houseAt('19104', 'PA'))

describe('a zone', () => {
  it.each([
    [0, 0],
    [50, 0],
    [50.1, 1],
    [150, 1],
    [151, 2],
    [9_000, 2],
  ])('a distance of %d miles is zone row %d', (miles, row) => {
    expect(findZone(chart, { ...route, miles })).toBe(row)
  })

  it('a remote state is always in the last zone from outside', () => {
    expect(findZone(chart, { ...route, miles: 10, toState: 'AK' })).toBe(3)
    expect(findZone(chart, { ...route, miles: 10, fromState: 'HI' })).toBe(3)
    expect(findZone(chart, { ...route, miles: 10, fromState: 'HI', toState: 'AK' })).toBe(3)
  })

  it('a route within one remote state is in the zone of its distance', () => {
    expect(findZone(chart, { ...route, miles: 10, fromState: 'HI', toState: 'HI' })).toBe(0)
  })

  it('a route abroad is in the zone of its distance, whatever the province', () => {
    expect(findZone(chart, { ...route, miles: 10, fromState: undefined, toState: undefined })).toBe(0)
  })
})

describe('a route', () => {
  it('a route is international across a border and domestic within any one country', () => {
    const toronto = houseAt('M5H 2N2', 'ON', 'CA')
    expect(findRoute(houseAt('10001', 'NY'), toronto).scope).toBe('international')
    expect(findRoute(toronto, houseAt('V6B 1A1', 'BC', 'ca')).scope).toBe('domestic')
  })

  it('a route takes the state from the ZIP, not from the written state', () => {
    expect(findRoute(houseAt('10001', 'New York'), houseAt('96813', 'Hawaii'))).toMatchObject({
      fromState: 'NY',
      toState: 'HI',
    })
  })

  it('each pair of addresses is measured for itself', () => {
    const chicago = houseAt('60601', 'IL')
    const fromNear = findRoute(houseAt('53202', 'WI'), chicago)
    const fromFar = findRoute(houseAt('90001', 'CA'), chicago)
    expect(fromNear.miles).toBeLessThan(150)
    expect(fromFar.miles).toBeGreaterThan(1_500)
  })
})
