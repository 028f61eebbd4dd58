import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TestTime } from '../../../test/support/simulator/time.ts'
import { createObjectCollection } from '../accounts/collection.ts'
import type { ClockRecord } from '../accounts/records/clock.ts'
import { SingleRecord } from '../accounts/single-record.ts'
import { Clock, systemTime } from './clock.ts'
import { SteadyTime } from './steady-time.ts'

const startMs = Date.UTC(2030, 0, 1)

function createClock(setting: Partial<ClockRecord> = {}) {
  const time = new TestTime(startMs)
  const cell = new SingleRecord<ClockRecord>(createObjectCollection('clock', () => undefined))
  cell.set({ mode: 'realtime', rate: 1, baseMs: startMs, baseRealMs: startMs, ...setting })
  const steady = new SteadyTime(time)
  return { time, cell, steady, clock: new Clock({ setting: cell, realTime: steady }) }
}

describe('a real-time clock', () => {
  it("a clock in real time runs as fast as the machine's clock, from its start time", () => {
    const { clock, time } = createClock({ baseMs: 0 })
    expect(clock.now()).toBe(0)
    time.pass(1234)
    expect(clock.now()).toBe(1234)
    expect(clock.computeRealMsUntil(2000)).toBe(766)
  })

  it('a clock that runs fast stops at the end of the year 9999', () => {
    const { clock, time } = createClock({ rate: 1_000_000 })
    time.pass(10 * 86_400_000)
    const endMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
    expect(clock.now()).toBe(endMs)
    expect(clock.computeRealMsUntil(endMs + 1)).toBeNull()
  })

  it("a clock never runs backwards when the machine's clock is set back", () => {
    const { clock, time } = createClock()
    time.pass(60_000)
    expect(clock.now()).toBe(startMs + 60_000)
    time.setClock(startMs - 3_600_000)
    expect(clock.now()).toBe(startMs + 60_000)
    time.pass(1_000)
    expect(clock.now()).toBe(startMs + 61_000)
  })

  it("if the machine's clock is set back, but not before the start of an account's clock, the account's clock keeps its time", () => {
    const { clock, time } = createClock()
    time.pass(60_000)
    const reachedMs = clock.now()
    time.setClock(startMs + 10_000)
    expect(clock.now()).toBe(reachedMs)
    time.pass(500)
    expect(clock.now()).toBe(reachedMs + 500)
  })

  it("a clock starts at its saved time if the machine's clock is behind that time", () => {
    const { clock, time, steady } = createClock({ baseRealMs: startMs + 5_000 })
    steady.continueFrom(startMs + 5_000)
    expect(clock.now()).toBe(startMs)
    time.pass(100)
    expect(clock.now()).toBe(startMs + 100)
  })

  it('reading the time of a clock changes nothing in the stored record of the clock', () => {
    const { clock, time, cell } = createClock()
    const kept = cell.get()
    for (const machineMs of [startMs + 60_000, startMs - 1, startMs + 10, startMs - 3_600_000]) {
      time.setClock(machineMs)
      clock.now()
      expect(cell.get()).toBe(kept)
    }
  })

  it('computeRealMsUntil returns zero for a past time', () => {
    expect(createClock().clock.computeRealMsUntil(startMs - 1)).toBe(0)
  })
})

describe('a frozen clock', () => {
  it('a frozen clock does not move', () => {
    const { clock, time } = createClock({ mode: 'frozen', baseMs: 77 })
    time.pass(1_000_000)
    expect(clock.now()).toBe(77)
    expect(clock.computeRealMsUntil(78)).toBeNull()
    expect(clock.computeRealMsUntil(77)).toBe(0)
  })

  it('a frozen clock that is set running continues from the time at which it was frozen', () => {
    const { clock, time } = createClock({ mode: 'frozen', baseMs: 77 })
    time.pass(500)
    clock.configure({ mode: 'realtime' })
    time.pass(10)
    expect(clock.now()).toBe(87)
  })
})

describe('a scaled clock', () => {
  it('a scaled clock advances by its rate for each real millisecond', () => {
    const { clock, time } = createClock({ baseMs: 0, rate: 3_600 })
    time.pass(1_000)
    expect(clock.now()).toBe(3_600_000)
    expect(clock.computeRealMsUntil(3_600_000 + 3_601)).toBe(2)
  })

  it('a scaled clock keeps its time when its rate is changed', () => {
    const { clock, time } = createClock({ baseMs: 0, rate: 10 })
    time.pass(100)
    clock.configure({ rate: 0.5 })
    expect([clock.now(), clock.mode, clock.rate]).toEqual([1_000, 'realtime', 0.5])
    time.pass(100)
    expect(clock.now()).toBe(1_050)
  })
})

describe('runAtOneInstant: work during which the clock does not move', () => {
  it('code inside runAtOneInstant always reads the same time, also in a nested call', () => {
    const { clock, time } = createClock({ rate: 1_000_000 })
    const seen = clock.runAtOneInstant(() => {
      const first = clock.now()
      time.pass(5)
      return [first, clock.runAtOneInstant(() => clock.now()), clock.now()]
    })
    expect(seen).toEqual([startMs, startMs, startMs])
    expect(clock.now()).toBe(startMs + 5_000_000)
  })

  it('the clock moves on after code inside runAtOneInstant has thrown an error', () => {
    const { clock, time } = createClock()
    const work = () =>
      clock.runAtOneInstant(() => {
        throw new Error('work')
      })
    expect(work).toThrow('work')
    time.pass(5)
    expect(clock.now()).toBe(startMs + 5)
  })
})

describe('a clock that is held during an advance', () => {
  it('each call of holdAt during an advance stores the new time of the clock and the real time', () => {
    const { clock, time, cell } = createClock({ baseMs: 0 })
    for (const stepMs of [1_000, 7_000]) {
      time.pass(3)
      clock.holdAt(stepMs)
      expect(cell.get()).toMatchObject({ baseMs: stepMs, baseRealMs: time.now() })
    }
  })

  it('a clock held during an advance never moves back, and runs on when it is released', () => {
    const { clock, time } = createClock({ baseMs: 0 })
    clock.holdAt(5_000)
    time.pass(100)
    expect(clock.now()).toBe(5_000)
    expect(clock.computeRealMsUntil(5_001)).toBeNull()
    clock.holdAt(4_000)
    expect(clock.now()).toBe(5_000)
    clock.release()
    time.pass(100)
    expect(clock.now()).toBe(5_100)
  })

  it('releasing a clock that is not held changes nothing', () => {
    const { clock, cell } = createClock({ baseMs: 1 })
    const before = cell.get()
    clock.release()
    expect(cell.get()).toBe(before)
  })

  it('a clock that is restored from its saved record continues at the saved time', () => {
    const { clock, time } = createClock({ baseMs: 0 })
    time.pass(9_999)
    clock.resumeFromSaved()
    expect(clock.now()).toBe(0)
    time.pass(1)
    expect(clock.now()).toBe(1)
  })
})

describe('the timers of the machine', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('a timer of more than 2^31 milliseconds fires at its time and not before', () => {
    const called = vi.fn()
    const set = vi.spyOn(globalThis, 'setTimeout')
    const delayMs = 2.5 * 2 ** 31
    systemTime.setTimer(called, delayMs)
    vi.advanceTimersByTime(delayMs - 1)
    expect(called).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(called).toHaveBeenCalledTimes(1)
    expect(set.mock.calls.every(([, pieceMs]) => Number(pieceMs) < 2 ** 31)).toBe(true)
    expect(set).toHaveBeenCalledTimes(3)
  })

  it('a cancelled timer never fires', () => {
    const called = vi.fn()
    const delayMs = 2.5 * 2 ** 31
    const callOffAtOnce = systemTime.setTimer(called, delayMs)
    const callOffLater = systemTime.setTimer(called, delayMs)
    callOffAtOnce()
    vi.advanceTimersByTime(2 ** 31 + 5)
    callOffLater()
    vi.advanceTimersByTime(delayMs)
    expect(called).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a timer with a past delay fires at once', () => {
    const called = vi.fn()
    systemTime.setTimer(called, -5)
    vi.advanceTimersByTime(0)
    expect(called).toHaveBeenCalledTimes(1)
  })
})
