import { afterEach, expect, it, vi } from 'vitest'
import { onFirstSignal } from './stop-signal.ts'

afterEach(() => vi.restoreAllMocks())

/** Returns the caught signals and the exit, if these signals come this many milliseconds after the start. */
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
    throw new Error('It would have ended.')
  })
  const heard = vi.fn()
  onFirstSignal(['SIGINT', 'SIGTERM'], heard)
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

it('onFirstSignal handles the first signal and ignores the same signal passed on by a parent', () => {
  expect(sendSignals(['SIGINT', 5_000], ['SIGINT', 5_090])).toEqual({ heard: 1, ended: [] })
  expect(sendSignals(['SIGTERM', 5_000], ['SIGTERM', 5_090])).toEqual({ heard: 1, ended: [] })
})

it('onFirstSignal ends the process at a second signal: the same after a moment, or another at once', () => {
  expect(sendSignals(['SIGINT', 5_000], ['SIGINT', 5_200])).toEqual({ heard: 1, ended: [130] })
  expect(sendSignals(['SIGINT', 5_000], ['SIGINT', 7_000])).toEqual({ heard: 1, ended: [130] })
  expect(sendSignals(['SIGTERM', 5_000], ['SIGINT', 5_100])).toEqual({ heard: 1, ended: [130] })
})
