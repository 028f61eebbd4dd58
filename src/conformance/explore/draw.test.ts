import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeededDraw } from './draw.ts'

test('a random draw depends only on its seed and purpose, and another purpose gives another value', () => {
  const draws = Array.from({ length: 2_000 }, (_, index) =>
    createSeededDraw('seed', 1).fraction('step', index),
  )
  expect(draws).toEqual(draws.map((_, index) => createSeededDraw('seed', 1).fraction('step', index)))
  expect(new Set(draws).size).toBe(draws.length)
})

test('the random draws of every seed are spread evenly from 0 to 1', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const draw = createSeededDraw(seed)
      const counts = Array.from({ length: 10 }, () => 0)
      for (let at = 0; at < 2_000; at += 1) {
        const bin = Math.floor(draw.fraction('even', at) * 10)
        counts[bin] = (counts[bin] ?? 0) + 1
      }
      expect(Math.min(...counts)).toBeGreaterThan(120)
      expect(Math.max(...counts)).toBeLessThan(290)
    }),
    { numRuns: 50 },
  )
})

test('pickWeighted never picks an item of weight 0, and returns undefined if all items have weight 0', () => {
  const draw = createSeededDraw('weights')
  for (let at = 0; at < 200; at += 1) {
    expect(draw.pickWeighted(['never', 'always', 'no more'], (each) => (each === 'always' ? 3 : 0), at)).toBe(
      'always',
    )
  }
  expect(draw.pickWeighted(['never'], () => 0)).toBeUndefined()
})
