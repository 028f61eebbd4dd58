import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDeadline } from './deadline.ts'

describe('a deadline for many requests', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const createStoppable = () => ({ stop: vi.fn<(reason: Error) => void>() })

  it('the deadlines of many requests stop each request after its own time limit, with one shared timer', () => {
    const deadline = openDeadline(1_000)
    const [first, second] = [createStoppable(), createStoppable()]
    deadline.startTimer(first)
    vi.advanceTimersByTime(600)
    deadline.startTimer(second)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(399)
    expect(first.stop).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(first.stop.mock.calls).toEqual([[new Error('no complete response within 1000 ms')]])
    expect(second.stop).not.toHaveBeenCalled()
    vi.advanceTimersByTime(600)
    expect(second.stop).toHaveBeenCalledTimes(1)
    expect(first.stop).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('the deadline of an ended request stops nothing, and a request that begins later is stopped at its own deadline', () => {
    const deadline = openDeadline(1_000)
    const [ended, later] = [createStoppable(), createStoppable()]
    deadline.startTimer(ended)
    deadline.stopTimer(ended)
    vi.advanceTimersByTime(5_000)
    deadline.startTimer(later)
    vi.advanceTimersByTime(1_000)
    expect(ended.stop).not.toHaveBeenCalled()
    expect(later.stop).toHaveBeenCalledTimes(1)
  })

  it('the deadlines of many requests stop all requests on stopAll, and keep no timer after close', () => {
    const deadline = openDeadline(1_000)
    const [first, second] = [createStoppable(), createStoppable()]
    deadline.startTimer(first)
    deadline.startTimer(second)
    const reason = new Error('enough')
    deadline.stopAll(reason)
    deadline.stopAll(reason)
    for (const { stop } of [first, second]) expect(stop.mock.calls).toEqual([[reason]])
    deadline.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('the deadline of a request may be later than the longest timer of Node', () => {
    const deadline = openDeadline(2 ** 31 + 5_000)
    const patient = createStoppable()
    deadline.startTimer(patient)
    vi.advanceTimersByTime(2 ** 31)
    expect(patient.stop).not.toHaveBeenCalled()
    vi.advanceTimersByTime(5_000)
    expect(patient.stop).toHaveBeenCalledTimes(1)
  })
})
