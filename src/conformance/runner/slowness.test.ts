import { expect, it } from 'vitest'
import type { RunSlowness } from './run-wait.ts'
import { openSlots } from './slots.ts'
import { openSlowness } from './slowness.ts'
import { openWaits } from './waits.ts'

/** What is told of 12 rules of 60 requests, one of them of 25, where answers take so long, one each second. */
function hear(...answers: readonly number[]) {
  const told: (RunSlowness | undefined)[] = []
  const waited: number[] = []
  let nowMs = 0
  const waits = openWaits({
    slots: openSlots(1),
    signal: new AbortController().signal,
    nowMs: () => nowMs,
    tell: ({ aboutMs }) => waited.push(aboutMs),
  })
  waits.expect(() => ({
    ...{ rules: 12, requests: 60, longest: 4, crowd: 0 },
    ...{ pacedMs: 0, timeMs: 0, afterwardsMs: 0 },
  }))
  const slowness = openSlowness({
    waits,
    rulesRunning: () => 6,
    tell: (slow) => told.push(slow),
    nowMs: () => nowMs,
  })
  for (const answerMs of answers) {
    slowness.record(answerMs)
    nowMs += 600
  }
  waits.say('an event that is due', 5_000)
  return { told, waited }
}

const of = (count: number, answerMs: number): readonly number[] =>
  Array.from({ length: count }, () => answerMs)

it('a run says nothing of answers that come in less than a second, nor of the first few', () => {
  expect(hear(...of(50, 900))).toEqual({ told: [], waited: [5_000] })
  expect(hear(...of(7, 2_000)).told).toEqual([])
})

it('of slower ones it says what is left because of them, each second at most, also while it waits for something else', () => {
  const { told, waited } = hear(...of(10, 2_000))
  expect(told).toEqual([
    { answerMs: 2_000, rulesLeft: 12, aboutMs: 20_000 },
    { answerMs: 2_000, rulesLeft: 12, aboutMs: 20_000 },
  ])
  expect(waited).toEqual([20_000])
})

it('it says once that they are fast again', () => {
  const { told, waited } = hear(...of(8, 2_000), ...of(40, 10))
  expect(told.at(-1)).toBeUndefined()
  expect(told.filter((each) => each === undefined)).toHaveLength(1)
  expect(waited).toEqual([5_000])
})
