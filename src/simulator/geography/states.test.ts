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

test('the full name of a US state is found in any letter case and gives the code of the state', () => {
  expect(findStateByName('california')?.code).toBe('CA')
  expect(findStateByName('NORTH DAKOTA')?.code).toBe('ND')
  expect(findStateByName('Calif')).toBeUndefined()
})

test.each(['', 'XX', 'UK', 'California', 'C', 'CAL', 'ıl', 'constructor', '__proto__'])(
  'the text %j is no state code',
  (code) => {
    expect(findState(code)).toBeUndefined()
  },
)

test('the table of states has 50 states, the District of Columbia, 8 territories and 3 military regions', () => {
  expect(table).toHaveLength(50 + 1 + 8 + 3)
  expect(new Set(table.map(({ code }) => code)).size).toBe(table.length)
  expect(new Set(table.map(({ name }) => name)).size).toBe(table.length)
})
