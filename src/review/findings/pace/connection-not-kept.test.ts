import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { connectionNotKept } from './connection-not-kept.ts'

const close = ['Connection', 'close']

/** Sends 20 requests, each on the connection with its number and so many ms after the response before. */
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
  it('reports twenty requests that each close their connection', () => {
    const history = sendTwenty({ requestHeaders: close })
    expect([history.count, history.requests.length]).toEqual([1, 20])
  })

  it('spares a client that keeps its connections', () => {
    expect(sendTwenty({ requestHeaders: ['Connection', 'keep-alive'] }).count).toBe(0)
    expect(sendTwenty({ requestHeaders: close, connection: [1, 7] }).count).toBe(0)
  })

  it('spares a command that is started for each request', () => {
    expect(sendTwenty({ requestHeaders: close }, undefined, 3).count).toBe(0)
  })

  it('spares requests at the same time, which need connections of their own', () => {
    expect(sendTwenty({ requestHeaders: close, startMs: 10, endMs: 60 }).count).toBe(0)
  })

  it('spares a client that closes its connection now and then', () => {
    const keep = (history: ReviewHistory): void => void history.exchange()
    expect(sendTwenty({ requestHeaders: close }, keep).count).toBe(0)
  })
})
