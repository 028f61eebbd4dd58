import { expect, test } from 'vitest'
import { parseExploreOption, replaceRandomSeed } from './shared-exploration.ts'

test.each([
  ['200-walks', { walks: 200 }],
  ['1-walk', { walks: 1 }],
  ['30s', { forMs: 30_000 }],
  ['5m', { forMs: 300_000 }],
  ['0-walks', undefined],
  ['walks', undefined],
  ['0s', undefined],
  ['30', undefined],
  ['1.5s', undefined],
])('parseExploreOption reads --explore %s', (text, extent) => {
  expect(parseExploreOption(text)).toEqual(extent)
})

test('replaceRandomSeed replaces the seed `random` by a number, with which the same random walks can be repeated', () => {
  const options = { baseUrl: 'http://127.0.0.1:4010' }
  expect(replaceRandomSeed({ ...options, exploreSeed: 7 })).toEqual({ ...options, exploreSeed: 7 })
  expect(replaceRandomSeed({ ...options, exploreSeed: 'random' }).exploreSeed).toEqual(expect.any(Number))
})
