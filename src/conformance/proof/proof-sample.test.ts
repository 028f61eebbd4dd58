import { describe, expect, it } from 'vitest'
import type { CaseKind, ProofCase } from './proof-case.ts'
import { parseCaseIds } from './proof-case.ts'
import { drawSample, joinVariations, shuffleCases } from './proof-sample.ts'
import { variations } from './variations/variations.ts'

const createCases = (kind: CaseKind, count: number): readonly ProofCase[] =>
  Array.from({ length: count }, (_, index) => ({ kind, name: `${kind}:${index}` }))

const cases = [
  ...createCases('good', 1),
  ...createCases('mutant', 20),
  ...createCases('hollow', 13),
  ...createCases('variation', 5),
  ...createCases('partial', 2),
]
const namesOf = (list: readonly ProofCase[]): readonly string[] => list.map(({ name }) => name)

describe('a random sample of proof cases', () => {
  it.each([
    [4, 0],
    [7, 20_000],
  ])(
    '%i random samples of self-test cases with consecutive seeds from %i together contain every case',
    (oneIn, first) => {
      const seen = Array.from({ length: oneIn }, (_, at) =>
        namesOf(drawSample(cases, { seed: first + at, oneIn })),
      )
      expect([...new Set(seen.flat())].sort()).toEqual([...namesOf(cases)].sort())
      for (const names of seen) {
        expect(names.filter((name) => name.startsWith('mutant')).length).toBeLessThanOrEqual(
          Math.ceil(20 / oneIn),
        )
      }
    },
  )

  it('every random sample of the self-test has at least one in six stub targets, and mutants, variations and partial control protocols', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const names = namesOf(drawSample(cases, { seed, oneIn: 16 }))
      expect(names.filter((name) => name.startsWith('hollow'))).toHaveLength(seed % 6 === 0 ? 3 : 2)
      for (const kind of ['mutant', 'variation', 'partial']) {
        expect(names.some((name) => name.startsWith(kind))).toBe(true)
      }
    }
  })

  it('drawSample draws one in four cases: the same for the seeds 3 and 7, and others for the seed 4', () => {
    const draw = (seed: number) => namesOf(drawSample(cases, { seed, oneIn: 4 }))
    expect(draw(3)).toEqual(draw(7))
    expect(draw(3)).not.toEqual(draw(4))
  })
})

describe('the order of proof cases', () => {
  it('the self-test runs slow cases first, in an order that differs by seed', () => {
    const order = namesOf(shuffleCases(cases, 1))
    expect([...order].sort()).toEqual([...namesOf(cases)].sort())
    expect(order[0]).toMatch(/^variation/)
    expect(order.at(-1)).toMatch(/^mutant/)
    expect(namesOf(shuffleCases(cases, 1))).toEqual(order)
    expect(namesOf(shuffleCases(cases, 2))).not.toEqual(order)
  })
})

describe('variations that share a proof case', () => {
  const all = variations.map(({ id }): ProofCase => ({ kind: 'variation', name: `variation:${id}` }))
  const join = (seed: number) => joinVariations([...createCases('mutant', 3), ...all], { seed, together: 8 })

  it('joinVariations joins at most eight variations to one self-test case, and no variation that has a profile', () => {
    const names = namesOf(join(1))
    expect(names.filter((name) => name.startsWith('mutant'))).toHaveLength(3)
    const sets = names.filter((name) => name.startsWith('variation')).map(parseCaseIds)
    expect(sets.flat().sort()).toEqual(variations.map(({ id }) => id).sort())
    expect(Math.max(...sets.map(({ length }) => length))).toBe(8)
    expect(sets.find((set) => set.includes('higher-limits'))).toEqual(['higher-limits'])
    expect(sets.length).toBeLessThan(variations.length / 5)
  })

  it.each([1, 2, 3, 4, 5])(
    'joinVariations puts variations that are neighbours in the catalogue into different self-test cases; seed %i',
    (seed) => {
      const sets = namesOf(join(seed)).map(parseCaseIds)
      const joined = variations.filter(({ profile }) => profile === undefined).map(({ id }) => id)
      // These variations are neighbours in the catalogue. Each case may get at most one of them.
      const first = joined.slice(0, Math.floor(joined.length / 8))
      for (const set of sets) expect(set.filter((id) => first.includes(id)).length).toBeLessThan(2)
    },
  )

  it('joinVariations joins the same variations for the same seed, and different ones for another seed', () => {
    expect(namesOf(join(1))).toEqual(namesOf(join(1)))
    expect(namesOf(join(1))).not.toEqual(namesOf(join(2)))
  })
})
