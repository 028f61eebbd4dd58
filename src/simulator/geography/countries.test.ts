import { expect, test } from 'vitest'
import table from '../../../fixtures/geography/countries.json' with { type: 'json' }
import { findCountry } from './countries.ts'
import { computeMiles } from './distance.ts'

test.each([
  ['US', 'United States'],
  ['gb', 'United Kingdom'],
  ['De', 'Germany'],
  ['JP', 'Japan'],
  ['CI', "Côte d'Ivoire"],
])('the country code %s stands for %s', (code, name) => {
  expect(findCountry(code)).toMatchObject({ code: code.toUpperCase(), name })
})

test.each(['', 'XX', 'UK', 'EU', 'USA', 'United States', 'ﬁ', 'İT', ' US', 'constructor', '__proto__'])(
  'the text %j is no country code',
  (code) => {
    expect(findCountry(code)).toBeUndefined()
  },
)

test('the table of countries has all 249 ISO codes, each once, with a name and a place', () => {
  expect(table).toHaveLength(249)
  expect(new Set(table.map(({ code }) => code)).size).toBe(249)
  expect(new Set(table.map(({ name }) => name)).size).toBe(249)
  for (const { code, latitude, longitude } of table) {
    expect(code).toMatch(/^[A-Z]{2}$/)
    expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
    expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
  }
})

test.each([
  ['GB', 'FR', 213],
  ['DE', 'PL', 556],
  ['CA', 'MX', 2010],
  ['JP', 'AU', 4850],
  ['BR', 'ZA', 4630],
  ['IN', 'SG', 2430],
])(
  'the distance from country %s to country %s is the distance between their main freight cities',
  (from, to, miles) => {
    const [a, b] = [findCountry(from), findCountry(to)]
    expect(a && b && Math.abs(computeMiles(a, b) - miles)).toBeLessThan(miles * 0.02)
  },
)
