import { describe, expect, it } from 'vitest'
import { openReviewHistory, type ReviewHistory } from '../../../../test/support/review-history.ts'
import { labelReadAfterPurchase } from './label-read-after-purchase.ts'

/** Buys the label `labelId`, and then reads the label `read`, which is the bought label by default. */
function buyAndRead(history: ReviewHistory, labelId: string, read = labelId): void {
  history.exchange({ operation: 'buyLabel', response: { id: labelId } })
  history.exchange({ operation: 'getLabel', resource: read })
}

/** Buys three labels and reads each at once; calls `between` after each purchase. Returns the number of occurrences. */
function buyThree(between: (history: ReviewHistory) => void): number {
  const history = openReviewHistory(labelReadAfterPurchase)
  for (const id of ['lbl_1', 'lbl_2', 'lbl_3']) {
    history.exchange({ operation: 'buyLabel', response: { id } })
    between(history)
    history.exchange({ operation: 'getLabel', resource: id })
  }
  return history.count
}

describe('LABEL-READ-AFTER-PURCHASE', () => {
  it('the review reports the third label in a row that the client reads right after its purchase', () => {
    const history = openReviewHistory(labelReadAfterPurchase)
    for (const id of ['lbl_1', 'lbl_2', 'lbl_3']) {
      history.exchange()
      buyAndRead(history, id)
    }
    expect([history.count, history.requests]).toEqual([1, ['req_8', 'req_9']])
  })

  it('the review does not report a client that reads only two labels after their purchases', () => {
    const history = openReviewHistory(labelReadAfterPurchase)
    buyAndRead(history, 'lbl_1')
    buyAndRead(history, 'lbl_2')
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that reads another label than the one it bought', () => {
    const history = openReviewHistory(labelReadAfterPurchase)
    for (const id of ['lbl_1', 'lbl_2', 'lbl_3']) buyAndRead(history, id, 'lbl_0')
    expect(history.count).toBe(0)
  })

  it('the review does not report a label that is read a second after its purchase, or after a change of the account', () => {
    expect(buyThree((history) => history.wait(1_000))).toBe(0)
    expect(buyThree((history) => history.moveClock(60_000))).toBe(0)
    expect(buyThree((history) => history.changeSettings())).toBe(0)
    expect(buyThree((history) => void history.exchange({ operation: 'voidLabel' }))).toBe(0)
    const voidWithOther = (history: ReviewHistory) =>
      void history.exchange({ operation: 'voidLabel', key: history.otherKey() })
    expect(buyThree(voidWithOther)).toBe(0)
  })

  it('the review does not report a client that reads only every second label after its purchase', () => {
    const history = openReviewHistory(labelReadAfterPurchase)
    for (let number = 0; number < 4; number += 1) {
      buyAndRead(history, `lbl_${number}`)
      history.exchange({ operation: 'buyLabel', response: { id: `lbl_1${number}` } })
    }
    expect(history.count).toBe(0)
  })

  it('the review does not report a read on another connection, such as by a worker that gets the id from a queue', () => {
    const history = openReviewHistory(labelReadAfterPurchase)
    for (const id of ['lbl_1', 'lbl_2', 'lbl_3', 'lbl_4']) {
      history.exchange({ operation: 'buyLabel', response: { id }, connection: [1, 1] })
      history.exchange({ operation: 'getLabel', resource: id, connection: [2, 1] })
    }
    expect(history.count).toBe(0)
  })

  it('the review does not report a webhook handler that reads the label before or after it responds', () => {
    expect(buyThree((history) => history.attempt({ labelId: 'lbl_3' }))).toBe(0)
    const history = openReviewHistory(labelReadAfterPurchase)
    for (const id of ['lbl_1', 'lbl_2', 'lbl_3']) buyAndRead(history, id)
    expect(history.count).toBe(1)
    history.attempt({ labelId: 'lbl_3', status: 500, outcome: 'pending' })
    expect(history.count).toBe(0)
  })

  it('the review reports labels that are read after their purchase if their webhook events never arrive', () => {
    const dropped = { fault: 'drop', status: null, outcome: 'pending' } as const
    expect(buyThree((history) => history.attempt({ labelId: 'lbl_3', ...dropped }))).toBe(1)
  })

  it('the review does not report a client that reads a label because the response of its purchase was lost', () => {
    const history = openReviewHistory(labelReadAfterPurchase)
    for (const id of ['lbl_1', 'lbl_2', 'lbl_3']) {
      history.exchange({ operation: 'buyLabel', response: { id }, goneAtMs: 0 })
      history.exchange({ operation: 'getLabel', resource: id })
    }
    expect(history.count).toBe(0)
  })
})
