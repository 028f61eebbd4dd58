import { expect, it } from 'vitest'
import { judgeSoak, type Sample, slopePerMinute } from './judge.ts'

/** Thirty minutes of samples within all bounds. Each case changes one of them. */
function samples(change: (atMinutes: number) => Partial<Sample> = () => ({})): Sample[] {
  return Array.from({ length: 31 }, (_, atMinutes) => ({
    atMinutes,
    memoryMiB: 120 + (atMinutes % 2),
    heldMiB: 40 + (atMinutes % 2),
    descriptors: 30,
    fileMiB: 5,
    answered: 1_000,
    ...change(atMinutes),
  }))
}

const judged = (all: Sample[]) => judgeSoak(all, all.at(-1) ?? Object(undefined))

it('finds nothing in a process that stays the same', () => {
  expect(judged(samples())).toEqual([])
  expect(slopePerMinute(samples(), ({ memoryMiB }) => memoryMiB)).toBeCloseTo(0, 1)
})

it.each([
  [
    'memory that grows and grows',
    (at: number) => ({ memoryMiB: 90 + 2 * at }),
    /grows by 2\.00 MiB a minute/,
  ],
  ['more memory than it may have', () => ({ memoryMiB: 300 }), /rose to 300 MiB/],
  ['objects that are never let go', (at: number) => ({ heldMiB: 40 + at / 2 }), /held grows by 0\.50 MiB/],
  ['more held than it may', () => ({ heldMiB: 90 }), /90 MiB were held after a collection/],
  ['descriptors that stay open', (at: number) => ({ descriptors: 30 + at }), /60 descriptors are open/],
  ['a file that is never written anew', (at: number) => ({ fileMiB: 3 * at }), /grew to 90 MiB/],
])('finds %s', (_, change, wanted) => {
  expect(judged(samples(change))).toEqual([expect.stringMatching(wanted)])
})
