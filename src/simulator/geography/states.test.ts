import { expect, test } from 'vitest'
import table from '../../../fixtures/geography/states.json' with { type: 'json' }
import { findState, findStateByName } from './states.ts'

test.each([
  ['CA', 'California'],
  ['ca', 'California'],
  ['Dc', 'District of Columbia'],
  ['PR', 'Puerto Rico'],
  ['GU', 'Guam'],
  ['AE', 'Armed Forces Europe'],
])('the state code %s stands for %s', (code, name) => {
  expect(findState(code)).toEqual({ code: code.toUpperCase(), name })
})

test('a full state name gives its code in any letter case', () => {
  expect(findStateByName('california')?.code).toBe('CA')
  expect(findStateByName('NORTH DAKOTA')?.code).toBe('ND')
  expect(findStateByName('Calif')).toBeUndefined()
})

test.each(['', 'XX', 'UK', 'California', 'C', 'CAL', 'ıl', 'constructor', '__proto__'])(
  '%j is no state code',
  (code) => {
    expect(findState(code)).toBeUndefined()
  },
)

test('the table has fifty states, the District, eight territories and associated states, and three military regions', () => {
  expect(table).toHaveLength(50 + 1 + 8 + 3)
  expect(new Set(table.map(({ code }) => code)).size).toBe(table.length)
  expect(new Set(table.map(({ name }) => name)).size).toBe(table.length)
})
