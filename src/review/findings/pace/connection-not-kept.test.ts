import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { connectionNotKept } from './connection-not-kept.ts'

const close = ['Connection', 'close']

/** Sends 20 requests, each on a new connection and `pauseMs` after the response to the request before. */
function sendTwenty(
  changes: ExchangeChanges,
  between: (history: ReviewHistory) => void = () => undefined,
  pauseMs = 1,
): ReviewHistory {
  const history = openReviewHistory(connectionNotKept)
  for (let number = 1; number <= 20; number += 1) {
    const startMs = 1_000 + number * (pauseMs + 1)
    history.exchange({ connection: [number, 1], startMs, endMs: startMs + 1, ...changes })
    between(history)
  }
  return history
}

describe('CONNECTION-NOT-KEPT', () => {
  it('the review reports twenty requests that each close their connection', () => {
    const history = sendTwenty({ requestHeaders: close })
    expect([history.count, history.requests.length]).toEqual([1, 20])
  })

  it('the review does not report twenty requests that keep their connections open', () => {
    expect(sendTwenty({ requestHeaders: ['Connection', 'keep-alive'] }).count).toBe(0)
    expect(sendTwenty({ requestHeaders: close, connection: [1, 7] }).count).toBe(0)
  })

  it('the review does not report new connections with longer pauses, as of a command that is started for each request', () => {
    expect(sendTwenty({ requestHeaders: close }, undefined, 3).count).toBe(0)
  })

  it('the review does not report new connections of requests that are under way at the same time', () => {
    expect(sendTwenty({ requestHeaders: close, startMs: 10, endMs: 60 }).count).toBe(0)
  })

  it('the review does not report a client that closes only some of its connections', () => {
    const keep = (history: ReviewHistory): void => void history.exchange()
    expect(sendTwenty({ requestHeaders: close }, keep).count).toBe(0)
  })
})
