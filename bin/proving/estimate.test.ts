import { expect, it } from 'vitest'
import { estimateTimeLeftMs } from './estimate.ts'

const createMutantCase = (id: string, durationMs = 0) => ({
  ...{ kind: 'mutant' as const, name: `mutant:${id}` },
  ...{ proved: true, wrong: 0, lines: [], durationMs },
})

it('the time estimate of the self-test uses the mean duration of each kind of case and the number of parallel cases', () => {
  const ended = [createMutantCase('a', 100), createMutantCase('b', 300)]
  const left = [createMutantCase('c'), createMutantCase('d'), createMutantCase('e')]
  expect(estimateTimeLeftMs(left, { ended, atATime: 2 })).toBe(300)
  expect(estimateTimeLeftMs([], { ended, atATime: 2 })).toBe(0)
})

it('the time estimate of the self-test guesses the duration of a kind of case of which none has finished', () => {
  const left = [{ kind: 'variation' as const, name: 'variation:a' }]
  expect(estimateTimeLeftMs(left, { ended: [createMutantCase('a', 100)], atATime: 1 })).toBeGreaterThan(1_000)
})
