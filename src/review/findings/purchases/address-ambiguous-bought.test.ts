import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { addressAmbiguousBought } from './address-ambiguous-bought.ts'

const address = { street1: 'Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' }
const chosen = { ...address, street1: '1 Main St' }

/** Opens the history of a client that has received the error that `address` is ambiguous. */
function openWarnedClient(
  suggestions: readonly unknown[] = [chosen],
  changes: ExchangeChanges = {},
): ReviewHistory {
  const history = openReviewHistory(addressAmbiguousBought)
  const error = { code: 'ADDRESS.VALIDATION.AMBIGUOUS', suggestions }
  history.exchange({
    operation: 'validateAddress',
    request: address,
    response: { error },
    status: 422,
    errorCode: error.code,
    ...changes,
  })
  return history
}

/** Asks for rates to an address and buys one. */
function ship(history: ReviewHistory, to_address: unknown, purchase: ExchangeChanges = {}): void {
  history.exchange({ request: { to_address }, response: { rates: [{ id: 'rate_1' }] } })
  history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_1' }, ...purchase })
}

describe('ADDRESS-AMBIGUOUS-BOUGHT', () => {
  it('the review reports a purchase to an address after the client received the error that the address is ambiguous', () => {
    const history = openWarnedClient()
    ship(history, { ...address, name: 'A', city: 'AUSTIN ' })
    expect([history.count, history.requests]).toEqual([1, ['req_1', 'req_2', 'req_3']])
  })

  it('the review does not report a purchase to an address that the client chose from the suggestions', () => {
    const history = openWarnedClient()
    ship(history, chosen)
    expect(history.count).toBe(0)
  })

  it('the review does not report a purchase to an ambiguous address that is itself one of the suggestions', () => {
    const history = openWarnedClient([address, chosen])
    ship(history, address)
    expect(history.count).toBe(0)
  })

  it('the review does not report rates to an ambiguous address without a purchase, or with a failed one', () => {
    const history = openWarnedClient()
    history.exchange({ request: { to_address: address }, response: { rates: [{ id: 'rate_2' }] } })
    ship(history, address, { status: 422, errorCode: 'LABEL.ADDRESS.UNDELIVERABLE' })
    expect(history.count).toBe(0)
  })

  it('the review does not report a purchase to an ambiguous address that a later validation accepted', () => {
    const history = openWarnedClient()
    history.exchange({ operation: 'validateAddress', request: address })
    ship(history, address)
    expect(history.count).toBe(0)
  })

  it('the review does not report a purchase to an address without the magic value that made the address ambiguous', () => {
    const request = { ...address, name: 'sim:ADDRESS.VALIDATION.AMBIGUOUS' }
    const history = openWarnedClient([chosen], { request })
    ship(history, { ...address, name: 'A' })
    expect(history.count).toBe(0)
    ship(history, request)
    expect(history.count).toBe(1)
  })

  it('the review does not report a purchase to an address that only a fault reported as ambiguous', () => {
    const history = openWarnedClient([chosen], { fault: { mode: 'error', phase: 'before' } })
    ship(history, address)
    expect(history.count).toBe(0)
  })

  it('the review does not report a client with another key that never received the error that the address is ambiguous', () => {
    const history = openWarnedClient()
    const key = history.otherKey()
    history.exchange({ key, request: { to_address: address }, response: { rates: [{ id: 'rate_1' }] } })
    history.exchange({
      key,
      operation: 'buyLabel',
      request: { rate_id: 'rate_1' },
      response: { id: 'lbl_1' },
    })
    expect(history.count).toBe(0)
  })

  it('the review does not report a second process with the same key that never received the error about the address', () => {
    const history = openWarnedClient()
    history.exchange({
      connection: [2, 1],
      request: { to_address: address },
      response: { rates: [{ id: 'rate_1' }] },
    })
    history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_1' }, connection: [2, 2] })
    expect(history.count).toBe(0)
  })

  it('the review does not report a client that never validates an address', () => {
    const history = openReviewHistory(addressAmbiguousBought)
    ship(history, address)
    expect(history.count).toBe(0)
  })
})
