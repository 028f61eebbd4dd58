import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgress } from '../../../src/conformance/report/console-progress.ts'
import type { Rule } from '../../../src/conformance/rule.ts'
import { runSuite } from '../../../src/conformance/runner/run.ts'
import { createToyRule, openToyTarget, type ToyTarget, testKey } from './toy-target.ts'

/** Fakes the time, which passes only while a response is awaited. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
let open: ToyTarget | undefined
afterEach(async () => {
  vi.useRealTimers()
  await open?.close()
})

const count = 24
const rules: readonly Rule[] = Array.from({ length: count }, (_, index) =>
  createToyRule({ id: `A-${101 + index}` }),
)

/** Runs rules against a target whose responses take `answerMs`, and returns the progress that the run shows. */
const runAndReadProgress = async (answerMs: (answer: number) => number, isTTY: boolean): Promise<string> => {
  let answers = 0
  open = await openToyTarget(() => {
    vi.advanceTimersByTime(answerMs(++answers))
    return {}
  })
  let text = ''
  const progress = createProgress({ isTTY, columns: 200, write: (part) => (text += part) })
  const hears = { onResult: progress.showResult, onWait: progress.showWait, onSlow: progress.showSlowness }
  await runSuite({ baseUrl: open.url, key: testKey, control: 'off', concurrency: 1, ...hears }, rules)
  progress.end()
  return text
}

describe('a run on a target that takes two seconds for each response', () => {
  const told = /responses take about 2s; (\d+) rules left, about (\d+)s/

  it('the progress of a conformance run in a log says once how long the remaining rules will take', async () => {
    const lines = (await runAndReadProgress(() => 2_000, false)).split('\n').filter((line) => told.test(line))
    expect(lines).toHaveLength(1)
    const [, left, about] = told.exec(lines[0] ?? '') ?? []
    expect(Number(left)).toBeGreaterThan(10)
    expect(Number(left)).toBeLessThan(count)
    // The toy target answers the first requests of a run at once, so the estimate is between one and two seconds for each rule.
    expect(Number(about)).toBeGreaterThan(Number(left))
    expect(Number(about)).toBeLessThanOrEqual(Number(left) * 2)
  })

  it('the progress of a conformance run on a terminal shows the remaining time until the responses are fast again', async () => {
    const lines = (await runAndReadProgress((answer) => (answer < 16 ? 2_000 : 0), true)).split('\r\u001b[2K')
    const lefts = lines.map((line) => Number(told.exec(line)?.[1])).filter((left) => left > 0)
    expect(lefts.length).toBeGreaterThan(3)
    expect(lefts).toEqual([...lefts].sort((one, other) => other - one))
    expect(lines.slice(-2)).toEqual([`${count}/${count}  A-${100 + count}`, ''])
  })
})

it('the progress of a conformance run does not mention the speed of a fast target', async () => {
  expect(await runAndReadProgress(() => 10, false)).toBe('')
})
