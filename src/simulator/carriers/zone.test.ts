import { describe, expect, it } from 'vitest'
import { address } from '../../../test/support/simulator/shipments.ts'
import { findRoute } from './route.ts'
import { findZone } from './zone.ts'

const chart = { names: ['1', '2', '3', '9'], maxMiles: [50, 150], remoteStates: ['AK', 'HI'] } as const
const route = findRoute(address('10001', 'NY'), address('19104', 'PA'))

describe('a zone', () => {
  it.each([
    [0, 0],
    [50, 0],
    [50.1, 1],
    [150, 1],
    [151, 2],
    [9_000, 2],
  ])('of %d miles is row %d', (miles, row) => {
    expect(findZone(chart, { ...route, miles })).toBe(row)
  })

  it('is the last one to or from a remote state, near or far', () => {
    expect(findZone(chart, { ...route, miles: 10, toState: 'AK' })).toBe(3)
    expect(findZone(chart, { ...route, miles: 10, fromState: 'HI' })).toBe(3)
    expect(findZone(chart, { ...route, miles: 10, fromState: 'HI', toState: 'AK' })).toBe(3)
  })

  it('goes by distance within one remote state', () => {
    expect(findZone(chart, { ...route, miles: 10, fromState: 'HI', toState: 'HI' })).toBe(0)
  })

  it('goes by distance outside the US, whatever the province is called', () => {
    expect(findZone(chart, { ...route, miles: 10, fromState: undefined, toState: undefined })).toBe(0)
  })
})

describe('a route', () => {
  it('is international across a border and domestic within any one country', () => {
    const toronto = address('M5H 2N2', 'ON', 'CA')
    expect(findRoute(address('10001', 'NY'), toronto).scope).toBe('international')
    expect(findRoute(toronto, address('V6B 1A1', 'BC', 'ca')).scope).toBe('domestic')
  })

  it('knows the state by the ZIP rather than by what the client wrote', () => {
    expect(findRoute(address('10001', 'New York'), address('96813', 'Hawaii'))).toMatchObject({
      fromState: 'NY',
      toState: 'HI',
    })
  })

  it('is measured anew for each pair of addresses', () => {
    const chicago = address('60601', 'IL')
    const fromNear = findRoute(address('53202', 'WI'), chicago)
    const fromFar = findRoute(address('90001', 'CA'), chicago)
    expect(fromNear.miles).toBeLessThan(150)
    expect(fromFar.miles).toBeGreaterThan(1_500)
  })
})
