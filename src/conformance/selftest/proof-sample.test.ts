import { describe, expect, it } from 'vitest'
import type { CaseKind, ProofCase } from './proof-case.ts'
import { drawSample, inSeededOrder } from './proof-sample.ts'

const some = (kind: CaseKind, count: number): readonly ProofCase[] =>
  Array.from({ length: count }, (_, index) => ({ kind, name: `${kind}:${index}` }))

const cases = [
  ...some('good', 1),
  ...some('mutant', 20),
  ...some('hollow', 13),
  ...some('variation', 5),
  ...some('partial', 2),
]
const namesOf = (list: readonly ProofCase[]): readonly string[] => list.map(({ name }) => name)

describe('a sample', () => {
  it.each([
    [4, 0],
    [7, 20_000],
  ])('of one in %i has every case in its turn, with that many seeds from %i on', (oneIn, first) => {
    const seen = Array.from({ length: oneIn }, (_, at) =>
      namesOf(drawSample(cases, { seed: first + at, oneIn })),
    )
    expect([...new Set(seen.flat())].sort()).toEqual([...namesOf(cases)].sort())
    for (const names of seen) {
      expect(names.filter((name) => name.startsWith('mutant')).length).toBeLessThanOrEqual(
        Math.ceil(20 / oneIn),
      )
    }
  })

  it('has one in six hollow targets, and something of each kind that only the proof has, whatever the seed', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const names = namesOf(drawSample(cases, { seed, oneIn: 16 }))
      expect(names.filter((name) => name.startsWith('hollow'))).toHaveLength(seed % 6 === 0 ? 3 : 2)
      for (const kind of ['mutant', 'variation', 'partial']) {
        expect(names.some((name) => name.startsWith(kind))).toBe(true)
      }
    }
  })

  it('is the same for the same seed', () => {
    const draw = (seed: number) => namesOf(drawSample(cases, { seed, oneIn: 4 }))
    expect(draw(3)).toEqual(draw(7))
    expect(draw(3)).not.toEqual(draw(4))
  })
})

describe('the order', () => {
  it('holds everything once, what takes long first, and is another for another seed', () => {
    const order = namesOf(inSeededOrder(cases, 1))
    expect([...order].sort()).toEqual([...namesOf(cases)].sort())
    expect(order[0]).toMatch(/^variation/)
    expect(order.at(-1)).toMatch(/^mutant/)
    expect(namesOf(inSeededOrder(cases, 1))).toEqual(order)
    expect(namesOf(inSeededOrder(cases, 2))).not.toEqual(order)
  })
})
