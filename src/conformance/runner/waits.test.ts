import { describe, expect, it } from 'vitest'
import type { RunWait } from './run-wait.ts'
import { openSlots } from './slots.ts'
import type { Forecast } from './waits.ts'
import { openWaits } from './waits.ts'

/** Waits that are told and then end with the run, since nobody here has the time. */
function open(left: Partial<Forecast>) {
  const told: RunWait[] = []
  const stopper = new AbortController()
  let nowMs = 0
  const waits = openWaits({
    slots: openSlots(1),
    signal: stopper.signal,
    tell: (wait) => told.push(wait),
    nowMs: () => nowMs,
  })
  waits.expect(() => ({
    rules: 3,
    requests: 0,
    crowd: 0,
    longest: 0,
    pacedMs: 0,
    timeMs: 0,
    afterwardsMs: 0,
    ...left,
  }))
  return {
    waits,
    abouts: () => told.map(({ aboutMs }) => aboutMs),
    at: (ms: number) => {
      nowMs = ms
    },
    end: () => stopper.abort(),
  }
}

describe('how long a run that waits takes about', () => {
  it('is the longest of what is waited for side by side', () => {
    const { waits, abouts } = open({ pacedMs: 50_000, timeMs: 70_000 })
    waits.say('the limit', 60_000)
    waits.say('the limit', 90_000)
    expect(abouts()).toEqual([70_000, 90_000])
  })

  it('goes by who waits already, and shrinks with time', async () => {
    const { waits, abouts, at, end } = open({})
    const passing = waits.pass('time to pass (A-001)', 300_000)
    at(100_000)
    waits.say('the limit', 60_000)
    at(290_000)
    waits.say('the limit', 60_000)
    expect(abouts()).toEqual([300_000, 200_000, 60_000])
    end()
    await expect(passing).rejects.toThrow()
  })

  it('has what can only begin when all else is done on top', () => {
    const { waits, abouts } = open({ pacedMs: 50_000, afterwardsMs: 129_000 })
    waits.say('the limit', 40_000)
    expect(abouts()).toEqual([179_000])
  })

  it('is at least what the longest rule, all that are at work, and all connections take for what they ask', () => {
    const about = (left: Partial<Forecast>) =>
      open({ rules: 40, ...left }).waits.answering({ answerMs: 2_000, rulesRunning: 10 }).aboutMs
    expect(about({ requests: 100, longest: 5 })).toBe(20_000)
    expect(about({ requests: 100, longest: 30 })).toBe(60_000)
    expect(about({ requests: 2, rules: 2, longest: 1 })).toBe(2_000)
    expect(about({ requests: 60, longest: 5, crowd: 96 * 50 - 60 })).toBe(100_000)
    expect(about({ requests: 100, pacedMs: 50_000 })).toBe(50_000)
  })

  it('is told of no wait that nobody notices', () => {
    const { waits, abouts } = open({ pacedMs: 50_000 })
    waits.say('the limit', 999)
    expect(abouts()).toEqual([])
  })
})
