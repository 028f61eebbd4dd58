import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRuleResult } from '../../../test/support/conformance/report-builder.ts'
import { createProgress } from './console-progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns the progress text of a run in which two rules end and then some time passes. */
const renderProgress = (
  stream: { readonly isTTY: boolean; readonly columns?: number },
  elapsesMs = 0,
): string => {
  let text = ''
  const progress = createProgress({ ...stream, write: (part) => (text += part) })
  progress.showResult(createRuleResult({ id: 'RATE-001', status: 'passed' }), { done: 1, total: 3 })
  progress.showResult(createRuleResult({ id: 'RATE-002', status: 'failed' }), { done: 2, total: 3 })
  vi.advanceTimersByTime(elapsesMs)
  progress.end()
  vi.advanceTimersByTime(60_000)
  return text
}

describe('the progress of a run', () => {
  it.each([40, 0, undefined])(
    'the progress of a conformance run is one line on a terminal of %s columns, and is removed at the end',
    (columns) => {
      const stream = columns === undefined ? { isTTY: true } : { isTTY: true, columns }
      expect(renderProgress(stream, 60_000)).toBe(
        '\r\u001b[2K1/3  RATE-001\r\u001b[2K2/3  1 failed  RATE-002\r\u001b[2K',
      )
    },
  )

  const limit = { what: 'the limit of POST /v1/batches (10 a minute)', rulesLeft: 31 }

  it('the progress of a conformance run on a terminal counts down the time of a wait', () => {
    let text = ''
    const progress = createProgress({ isTTY: true, columns: 100, write: (part) => (text += part) })
    progress.showResult(createRuleResult({ id: 'RATE-001', status: 'passed' }), { done: 1, total: 3 })
    progress.showWait({ ...limit, waitMs: 43_000, aboutMs: 120_000 })
    // This wait is shorter than the current one, so the progress line does not show it.
    progress.showWait({ what: 'less', rulesLeft: 31, waitMs: 2_000, aboutMs: 2_000 })
    vi.advanceTimersByTime(1_000)
    const lines = text.split('\r\u001b[2K')
    expect(lines.slice(1)).toEqual([
      '1/3  RATE-001',
      `1/3  waiting 43s of about 2m for ${limit.what}`,
      `1/3  waiting 43s of about 2m for ${limit.what}`,
      `1/3  waiting 42s of about 1m 59s for ${limit.what}`,
    ])
    vi.advanceTimersByTime(60_000)
    expect(text.endsWith('\r\u001b[2K1/3  RATE-001')).toBe(true)
    progress.end()
  })

  it('without a terminal, the progress of a conformance run reports a wait at once and then at intervals', () => {
    let text = ''
    const progress = createProgress({ isTTY: false, write: (part) => (text += part) })
    progress.showWait({ ...limit, waitMs: 43_000, aboutMs: 120_000 })
    progress.showWait({ ...limit, waitMs: 42_999, aboutMs: 120_000 })
    vi.advanceTimersByTime(15_000)
    progress.end()
    expect(text).toBe(
      `waiting 43s for ${limit.what}; 31 rules left, about 2m\nwaiting 28s for ${limit.what}; 31 rules left, about 1m 45s\n`,
    )
  })

  const slow = { answerMs: 1_960, rulesLeft: 300, aboutMs: 100_000 }

  it('on a terminal, the progress of a conformance run says why the run is slow, as long as the target is slow', () => {
    let text = ''
    const progress = createProgress({ isTTY: true, columns: 100, write: (part) => (text += part) })
    progress.showResult(createRuleResult({ id: 'RATE-001', status: 'passed' }), { done: 1, total: 3 })
    progress.showSlowness(slow)
    progress.showWait({ ...limit, waitMs: 43_000, aboutMs: 120_000 })
    vi.advanceTimersByTime(43_000)
    progress.showSlowness(undefined)
    progress.end()
    const lines = text.split('\r\u001b[2K')
    const told = '1/3  responses take about 2s; 300 rules left, about 1m 40s'
    expect(lines.slice(1, 4)).toEqual(['1/3  RATE-001', told, expect.stringContaining('waiting 43s')])
    expect(lines.slice(-3)).toEqual([told, '1/3  RATE-001', ''])
  })

  it('without a terminal, the progress of a conformance run says at once and then at intervals why a run is slow', () => {
    let text = ''
    const progress = createProgress({ isTTY: false, write: (part) => (text += part) })
    progress.showSlowness(slow)
    progress.showSlowness({ ...slow, rulesLeft: 299 })
    progress.showResult(createRuleResult({ id: 'RATE-001', status: 'passed' }), { done: 1, total: 300 })
    vi.advanceTimersByTime(15_000)
    progress.end()
    expect(text).toBe(
      'responses take about 2s; 300 rules left, about 1m 40s\n1/300 rules: responses take about 2s; 299 rules left, about 1m 40s\n',
    )
  })

  it('the progress line of a conformance run is cut to fit into a narrow terminal', () => {
    expect(renderProgress({ isTTY: true, columns: 10 })).toContain('\r\u001b[2K1/3  RATE\r')
  })

  it('the progress of a conformance run without a terminal is a line every fifteen seconds, and no line in a short run', () => {
    expect(renderProgress({ isTTY: false }, 14_999)).toBe('')
    expect(renderProgress({ isTTY: false }, 31_000)).toBe('2/3 rules, 1 failed\n2/3 rules, 1 failed\n')
  })
})
