import { describe, expect, it } from 'vitest'
import { openReviewHistory, type ReviewHistory } from '../../../../test/support/review-history.ts'
import { batchPolledInALoop } from './batch-polled-in-a-loop.ts'

/** Reads a batch as many times as given; `between` runs after each read. */
function poll(
  times: number,
  {
    between = () => undefined,
    percentage = 40,
  }: { between?: (history: ReviewHistory) => void; percentage?: number } = {},
): ReviewHistory {
  const history = openReviewHistory(batchPolledInALoop)
  const response = { estimated_completion_percentage: percentage }
  for (let time = 0; time < times; time += 1) {
    history.exchange({ operation: 'getBatch', resource: 'bat_1', response })
    between(history)
  }
  return history
}

describe('BATCH-POLLED-IN-A-LOOP', () => {
  it('the review reports twenty reads of a batch without pauses', () => {
    const history = poll(20)
    expect([history.count, history.requests.length]).toEqual([1, 20])
  })

  it('the review reports twenty reads of a batch with short pauses while the clock of the account is frozen', () => {
    expect(poll(20, { between: (history) => history.waitFrozen(20) }).count).toBe(1)
  })

  it('the review does not report nineteen reads of a batch', () => {
    expect(poll(19).count).toBe(0)
  })

  it('the review does not report a client that waits a tenth of a second between reads of a batch', () => {
    expect(poll(60, { between: (history) => history.wait(100) }).count).toBe(0)
  })

  it('the review does not report reads of a batch with pauses that are short only in real time, because the clock is fast', () => {
    const wait = (history: ReviewHistory): void => {
      history.wait(300)
      history.waitFrozen(-280)
    }
    expect(poll(60, { between: wait }).count).toBe(0)
  })

  it('the review does not report reads of a batch if the clock is moved between them', () => {
    expect(poll(60, { between: (history) => history.moveClock(1_000) }).count).toBe(0)
  })

  it('the review does not report reads of a batch if the account is changed between them', () => {
    expect(poll(60, { between: (history) => history.changeSettings() }).count).toBe(0)
  })

  it('the review does not report reads of one batch that come on many connections', () => {
    const history = openReviewHistory(batchPolledInALoop)
    for (let time = 0; time < 60; time += 1)
      history.exchange({ operation: 'getBatch', resource: 'bat_1', connection: [time % 12, 5] })
    expect(history.count).toBe(0)
  })

  it('the review does not report processes that each read a batch once', () => {
    const history = openReviewHistory(batchPolledInALoop)
    for (let process = 1; process <= 60; process += 1)
      history.exchange({ operation: 'getBatch', resource: 'bat_1', connection: [process, 1] })
    expect(history.count).toBe(0)
  })

  it('the review does not report reads of a completed batch', () => {
    expect(poll(60, { percentage: 100 }).count).toBe(0)
  })

  it('the review does not report many batches, each read once', () => {
    const history = openReviewHistory(batchPolledInALoop)
    for (let number = 0; number < 60; number += 1)
      history.exchange({ operation: 'getBatch', resource: `bat_${number}` })
    expect(history.count).toBe(0)
  })
})
