import { afterEach, expect, it, vi } from 'vitest'
import { catchFirstSignal } from './stop-signal.ts'

afterEach(() => vi.restoreAllMocks())

/** Sends each signal after a number of milliseconds; returns how often `onSignal` was called, and the exit statuses. */
function sendSignals(...coming: readonly (readonly ['SIGINT' | 'SIGTERM', number])[]) {
  vi.restoreAllMocks()
  const listeners = new Map<string, () => void>()
  vi.spyOn(process, 'on').mockImplementation((name, listener) => {
    listeners.set(String(name), () => Reflect.apply(listener, process, [name]))
    return process
  })
  const ended: unknown[] = []
  vi.spyOn(process, 'exit').mockImplementation((status) => {
    ended.push(status)
    throw new Error('The process would have ended.')
  })
  const heard = vi.fn()
  catchFirstSignal(['SIGINT', 'SIGTERM'], heard)
  for (const [name, atMs] of coming) {
    vi.spyOn(performance, 'now').mockReturnValue(atMs)
    try {
      listeners.get(name)?.()
    } catch {
      break
    }
  }
  return { heard: heard.mock.calls.length, ended }
}

it('catchFirstSignal handles the first signal and ignores a copy of it from a parent process', () => {
  expect(sendSignals(['SIGINT', 5_000], ['SIGINT', 5_090])).toEqual({ heard: 1, ended: [] })
  expect(sendSignals(['SIGTERM', 5_000], ['SIGTERM', 5_090])).toEqual({ heard: 1, ended: [] })
})

it('catchFirstSignal ends the process at the same signal after 100 ms, or at another signal at once', () => {
  expect(sendSignals(['SIGINT', 5_000], ['SIGINT', 5_200])).toEqual({ heard: 1, ended: [130] })
  expect(sendSignals(['SIGINT', 5_000], ['SIGINT', 7_000])).toEqual({ heard: 1, ended: [130] })
  expect(sendSignals(['SIGTERM', 5_000], ['SIGINT', 5_100])).toEqual({ heard: 1, ended: [130] })
})
