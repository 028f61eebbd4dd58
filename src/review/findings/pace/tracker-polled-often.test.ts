import { describe, expect, it } from 'vitest'
import { openReviewHistory, type ReviewHistory } from '../../../../test/support/review-history.ts'
import { trackerPolledOften } from './tracker-polled-often.ts'

/** Reads a tracker as many times as given; `between` runs after each read. */
function poll(
  times: number,
  between: (history: ReviewHistory, time: number) => void = () => undefined,
): ReviewHistory {
  const history = openReviewHistory(trackerPolledOften)
  for (let time = 0; time < times; time += 1) {
    history.exchange({ operation: 'getTracker', resource: 'trk_1', response: { status: 'in_transit' } })
    between(history, time)
  }
  return history
}

const minuteMs = 60_000

describe('TRACKER-POLLED-OFTEN', () => {
  it('the review reports every tenth read of a tracker with the same response', () => {
    const history = poll(20, (polled) => polled.wait(minuteMs))
    expect([history.count, history.requests.length]).toEqual([2, 20])
  })

  it('the review does not report several workers with one key that each read a tracker five times', () => {
    const history = openReviewHistory(trackerPolledOften)
    const response = { status: 'in_transit' }
    for (let time = 0; time < 20; time += 1)
      history.exchange({ operation: 'getTracker', response, connection: [time % 4, 5] })
    expect(history.count).toBe(0)
  })

  it('the review does not report processes that each read a tracker once', () => {
    const history = openReviewHistory(trackerPolledOften)
    for (let process = 1; process <= 20; process += 1)
      history.exchange({
        operation: 'getTracker',
        response: { status: 'in_transit' },
        connection: [process, 1],
      })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that reads a tracker only nine times', () => {
    expect(poll(9).count).toBe(0)
  })

  it('the review does not report a client that reads a tracker every half hour', () => {
    expect(poll(30, (history) => history.wait(30 * minuteMs)).count).toBe(0)
  })

  it('the review does not report reads of a tracker that are half an hour apart in real time, while the clock of the account is frozen', () => {
    expect(poll(30, (history) => history.waitFrozen(30 * minuteMs)).count).toBe(0)
  })

  it('the review does not report reads of a tracker if the clock is moved or the account changed between them', () => {
    expect(poll(30, (history, time) => time % 5 === 0 && history.moveClock(4 * 60 * minuteMs)).count).toBe(0)
    expect(poll(30, (history, time) => time % 5 === 0 && history.changeSettings()).count).toBe(0)
  })

  it('the review does not report reads of a tracker if the client registers the tracker again before each read', () => {
    const register = (history: ReviewHistory) =>
      void history.exchange({ operation: 'registerTracker', response: { id: 'trk_1' } })
    expect(poll(30, register).count).toBe(0)
    const registerBeside = (history: ReviewHistory, time: number) =>
      void history.exchange({
        operation: 'registerTracker',
        response: { id: 'trk_1' },
        connection: [0, time + 1],
      })
    expect(poll(30, registerBeside).count).toBe(0)
    const other = (history: ReviewHistory) =>
      void history.exchange({ operation: 'registerTracker', response: { id: 'trk_2' } })
    expect(poll(10, other).count).toBe(1)
  })

  it('the review does not report a client that reads many trackers once each', () => {
    const history = openReviewHistory(trackerPolledOften)
    for (let number = 0; number < 30; number += 1)
      history.exchange({ operation: 'getTracker', resource: `trk_${number}`, response: {} })
    expect(history.count).toBe(0)
  })

  it('the review does not report reads of a tracker whose response changes within ten reads', () => {
    const history = openReviewHistory(trackerPolledOften)
    for (let number = 0; number < 18; number += 1)
      history.exchange({ operation: 'getTracker', response: { events: Math.floor(number / 9) } })
    expect(history.count).toBe(0)
  })
})
