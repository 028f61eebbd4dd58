import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAdaptiveTimeout, type Wait } from './adaptive-timeout.ts'

describe('adaptive timeout', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const openTimeout = (signal = new AbortController().signal) =>
    createAdaptiveTimeout({
      firstMs: { event: 10_000, attempt: 10_000, log: 8_000 },
      maxMs: 30_000,
      signal,
      nowMs: () => Date.now(),
    })
  /** Resolves when a wait is over with its length, in milliseconds. */
  const waitUntilOver = async (wait: Wait): Promise<number> => {
    const startedMs = Date.now()
    while (!wait.over.aborted) await vi.advanceTimersByTimeAsync(50)
    return Date.now() - startedMs
  }

  it('an adaptive timeout is long for the first waits of a kind, and short after two waits without a delivery', async () => {
    const timeout = openTimeout()
    const [one, other] = [timeout.start('event', 'lbl_1'), timeout.start('event', 'lbl_2')]
    expect(await waitUntilOver(one)).toBe(10_000)
    expect([one.fail().note, other.fail().note]).toEqual([
      'No event came within 10s.',
      'No event came within 10s.',
    ])
    const later = timeout.start('event', 'lbl_3')
    expect(await waitUntilOver(later)).toBeLessThan(500)
    expect(later.fail().note).toBe(
      'No event came within 250ms; the wait was short, as 2 earlier events did not come within 10s.',
    )
    // A webhook event that never comes must not change the timeout for entries of the delivery log.
    expect(timeout.currentMs('log')).toBe(8_000)
  })

  it('an adaptive timeout ends all current waits when two full-length waits ended without a delivery', async () => {
    const timeout = openTimeout()
    const first = [timeout.start('event'), timeout.start('event')]
    await vi.advanceTimersByTimeAsync(3_000)
    const later = timeout.start('event')
    await vi.advanceTimersByTimeAsync(7_000)
    for (const wait of first) wait.fail()
    expect(await waitUntilOver(later)).toBe(0)
    expect(later.fail().waitedMs).toBe(7_000)
  })

  it('an adaptive timeout grows to five times the latest delay, for current waits too, up to the maximum', async () => {
    const timeout = openTimeout()
    const late = timeout.start('event')
    const waiting = timeout.start('event')
    await vi.advanceTimersByTimeAsync(4_000)
    late.succeed()
    expect(timeout.currentMs('event')).toBe(20_000)
    expect(await waitUntilOver(waiting)).toBe(16_000)
    const later = timeout.start('event')
    await vi.advanceTimersByTimeAsync(9_000)
    later.succeed()
    expect(timeout.currentMs('event')).toBe(30_000)
  })

  it('an adaptive timeout is longer after the arrival of a delivery than if no delivery has ever come', async () => {
    const timeout = openTimeout()
    timeout.start('event').succeed()
    // An event that comes quickly must not shorten later waits.
    expect(timeout.currentMs('event')).toBe(10_000)
    for (let count = 0; count < 2; count += 1) {
      const wait = timeout.start('event')
      await waitUntilOver(wait)
      wait.fail()
    }
    expect(timeout.currentMs('event')).toBe(2_500)
  })

  it('an adaptive timeout grows again when a delivery comes after the end of its wait', async () => {
    const timeout = openTimeout()
    const waits = ['lbl_1', 'lbl_2', 'lbl_3'].map((name) => timeout.start('event', name))
    await vi.advanceTimersByTimeAsync(10_000)
    for (const wait of waits) wait.fail()
    expect(timeout.currentMs('event')).toBe(250)
    await vi.advanceTimersByTimeAsync(2_000)
    timeout.recordArrival('lbl_3')
    expect(timeout.currentMs('event')).toBe(30_000)
  })

  it('an adaptive timeout ends all waits when the run is stopped', async () => {
    const stopper = new AbortController()
    const timeout = openTimeout(stopper.signal)
    const wait = timeout.start('event')
    stopper.abort()
    expect(wait.over.aborted).toBe(true)
    expect(await waitUntilOver(timeout.start('attempt'))).toBeLessThan(100)
  })
})
