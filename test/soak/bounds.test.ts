import { expect, it } from 'vitest'
import { computeSlopePerMinute, findSoakProblems, type Sample } from './bounds.ts'

/** Returns samples of thirty minutes that are within all bounds. Each test case changes one figure. */
function createSamples(change: (atMinutes: number) => Partial<Sample> = () => ({})): Sample[] {
  return Array.from({ length: 31 }, (_, atMinutes) => ({
    atMinutes,
    memoryMiB: 120 + (atMinutes % 2),
    heldMiB: 40 + (atMinutes % 2),
    descriptors: 30,
    fileMiB: 5,
    responses: 1_000,
    ...change(atMinutes),
  }))
}

const findProblemsIn = (all: Sample[]) => findSoakProblems(all, all.at(-1) ?? Object(undefined))

it('the soak test reports no problem in a process whose memory and data file stay the same', () => {
  expect(findProblemsIn(createSamples())).toEqual([])
  expect(computeSlopePerMinute(createSamples(), ({ memoryMiB }) => memoryMiB)).toBeCloseTo(0, 1)
})

it.each([
  [
    'memory that grows all the time',
    (at: number) => ({ memoryMiB: 90 + 2 * at }),
    /grows by 2\.00 MiB a minute/,
  ],
  ['more memory than allowed', () => ({ memoryMiB: 300 }), /rose to 300 MiB/],
  ['objects that are never released', (at: number) => ({ heldMiB: 40 + at / 2 }), /held grows by 0\.50 MiB/],
  ['more memory in use than allowed', () => ({ heldMiB: 90 }), /90 MiB were held after a collection/],
  ['file descriptors that stay open', (at: number) => ({ descriptors: 30 + at }), /60 descriptors are open/],
  ['a data file that is never compacted', (at: number) => ({ fileMiB: 3 * at }), /grew to 90 MiB/],
])('the soak test reports %s', (_, change, wanted) => {
  expect(findProblemsIn(createSamples(change))).toEqual([expect.stringMatching(wanted)])
})
