import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPatience, type Wait } from './adaptive-timeout.ts'

describe('the patience of a run', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const open = (signal = new AbortController().signal) =>
    openPatience({
      firstMs: { event: 10_000, attempt: 10_000, log: 8_000 },
      mostMs: 30_000,
      signal,
      nowMs: () => Date.now(),
    })
  /** Lets a wait go on for as long as it may; gives how long that was. */
  const sitOut = async (wait: Wait): Promise<number> => {
    const startedMs = Date.now()
    while (!wait.over.aborted) await vi.advanceTimersByTimeAsync(50)
    return Date.now() - startedMs
  }

  it('is long for what is due for the first time, and short once the first waits came to nothing', async () => {
    const patience = open()
    const [one, other] = [patience.begin('event', 'lbl_1'), patience.begin('event', 'lbl_2')]
    expect(await sitOut(one)).toBe(10_000)
    expect([one.timedOut().told, other.timedOut().told]).toEqual([
      'No event came within 10s.',
      'No event came within 10s.',
    ])
    const later = patience.begin('event', 'lbl_3')
    expect(await sitOut(later)).toBeLessThan(500)
    expect(later.timedOut().told).toBe(
      'No event came within 250ms; the run waits no longer, since 2 events before were waited for in vain, each for 10s.',
    )
    // One thing that never comes says nothing of another.
    expect(patience.withinMs('log')).toBe(8_000)
  })

  it('ends for those who still wait once it has come out that nothing comes', async () => {
    const patience = open()
    const first = [patience.begin('event'), patience.begin('event')]
    await vi.advanceTimersByTimeAsync(3_000)
    const later = patience.begin('event')
    await vi.advanceTimersByTimeAsync(7_000)
    for (const wait of first) wait.timedOut()
    expect(await sitOut(later)).toBe(0)
    expect(later.timedOut().waitedMs).toBe(7_000)
  })

  it('is longer for all that is late, by a generous multiple, and never without end', async () => {
    const patience = open()
    const late = patience.begin('event')
    const waiting = patience.begin('event')
    await vi.advanceTimersByTimeAsync(4_000)
    late.came()
    expect(patience.withinMs('event')).toBe(20_000)
    expect(await sitOut(waiting)).toBe(16_000)
    const later = patience.begin('event')
    await vi.advanceTimersByTimeAsync(9_000)
    later.came()
    expect(patience.withinMs('event')).toBe(30_000)
  })

  it('is never as short for what has come before as for what never came', async () => {
    const patience = open()
    patience.begin('event').came()
    // That it came at once teaches nobody to wait less.
    expect(patience.withinMs('event')).toBe(10_000)
    for (let count = 0; count < 2; count += 1) {
      const wait = patience.begin('event')
      await sitOut(wait)
      wait.timedOut()
    }
    expect(patience.withinMs('event')).toBe(2_500)
  })

  it('comes back where something comes that nobody waited for any more', async () => {
    const patience = open()
    const waits = ['lbl_1', 'lbl_2', 'lbl_3'].map((name) => patience.begin('event', name))
    await vi.advanceTimersByTimeAsync(10_000)
    for (const wait of waits) wait.timedOut()
    expect(patience.withinMs('event')).toBe(250)
    await vi.advanceTimersByTimeAsync(2_000)
    patience.came('lbl_3')
    expect(patience.withinMs('event')).toBe(30_000)
  })

  it('is none once the run is stopped', async () => {
    const stopper = new AbortController()
    const patience = open(stopper.signal)
    const wait = patience.begin('event')
    stopper.abort()
    expect(wait.over.aborted).toBe(true)
    expect(await sitOut(patience.begin('attempt'))).toBeLessThan(100)
  })
})
