import { describe, expect, it } from 'vitest'
import { openReviewHistory, type ReviewHistory } from '../../../../test/support/review-history.ts'
import { batchPolledInALoop } from './batch-polled-in-a-loop.ts'

/** Reads a batch; `between` runs after each read. */
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
  it('reports twenty reads without pauses', () => {
    const history = poll(20)
    expect([history.count, history.requests.length]).toEqual([1, 20])
  })

  it('reports them also while the clock of the account is frozen', () => {
    expect(poll(20, { between: (history) => history.waitFrozen(20) }).count).toBe(1)
  })

  it('spares nineteen reads', () => {
    expect(poll(19).count).toBe(0)
  })

  it('spares a client that waits a tenth of a second', () => {
    expect(poll(60, { between: (history) => history.wait(100) }).count).toBe(0)
  })

  it('spares a client whose account has a fast clock', () => {
    const wait = (history: ReviewHistory): void => {
      history.wait(300)
      history.waitFrozen(-280)
    }
    expect(poll(60, { between: wait }).count).toBe(0)
  })

  it('spares a test that moves the clock between reads', () => {
    expect(poll(60, { between: (history) => history.moveClock(1_000) }).count).toBe(0)
  })

  it('spares a test that changes the account between reads', () => {
    expect(poll(60, { between: (history) => history.changeSettings() }).count).toBe(0)
  })

  it('spares many dashboards with one key, each of which reads now and then', () => {
    const history = openReviewHistory(batchPolledInALoop)
    for (let time = 0; time < 60; time += 1)
      history.exchange({ operation: 'getBatch', resource: 'bat_1', connection: [time % 12, 5] })
    expect(history.count).toBe(0)
  })

  it('spares processes that read once each, one after the other', () => {
    const history = openReviewHistory(batchPolledInALoop)
    for (let process = 1; process <= 60; process += 1)
      history.exchange({ operation: 'getBatch', resource: 'bat_1', connection: [process, 1] })
    expect(history.count).toBe(0)
  })

  it('spares reads of a completed batch', () => {
    expect(poll(60, { percentage: 100 }).count).toBe(0)
  })

  it('spares many batches, each read once', () => {
    const history = openReviewHistory(batchPolledInALoop)
    for (let number = 0; number < 60; number += 1)
      history.exchange({ operation: 'getBatch', resource: `bat_${number}` })
    expect(history.count).toBe(0)
  })
})
