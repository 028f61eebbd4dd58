import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resultWith } from '../reporters/report-builder.ts'
import { openProgress } from './console-progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What is written while two rules end, and a while after. */
const show = (stream: { readonly isTTY: boolean; readonly columns?: number }, elapsesMs = 0): string => {
  let text = ''
  const progress = openProgress({ ...stream, write: (part) => (text += part) })
  progress.show(resultWith({ id: 'RATE-001', status: 'passed' }), { done: 1, total: 3 })
  progress.show(resultWith({ id: 'RATE-002', status: 'failed' }), { done: 2, total: 3 })
  vi.advanceTimersByTime(elapsesMs)
  progress.end()
  vi.advanceTimersByTime(60_000)
  return text
}

describe('progress', () => {
  it.each([40, 0, undefined])(
    'is one line on a terminal of %s columns, written over and taken away',
    (columns) => {
      const stream = columns === undefined ? { isTTY: true } : { isTTY: true, columns }
      expect(show(stream, 60_000)).toBe(
        '\r\u001b[2K1/3  RATE-001\r\u001b[2K2/3  1 failed  RATE-002\r\u001b[2K',
      )
    },
  )

  it('fits a narrow terminal', () => {
    expect(show({ isTTY: true, columns: 10 })).toContain('\r\u001b[2K1/3  RATE\r')
  })

  it('is a line every fifteen seconds where no terminal is, and none of a short run', () => {
    expect(show({ isTTY: false }, 14_999)).toBe('')
    expect(show({ isTTY: false }, 31_000)).toBe('2/3 rules, 1 failed\n2/3 rules, 1 failed\n')
  })
})
