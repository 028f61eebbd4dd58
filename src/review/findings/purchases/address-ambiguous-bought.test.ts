import { describe, expect, it } from 'vitest'
import {
  type ExchangeChanges,
  openReviewHistory,
  type ReviewHistory,
} from '../../../../test/support/review-history.ts'
import { addressAmbiguousBought } from './address-ambiguous-bought.ts'

const address = { street1: 'Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' }
const chosen = { ...address, street1: '1 Main St' }

/** A client that learnt that `address` is ambiguous. */
function warned(suggestions: readonly unknown[] = [chosen], changes: ExchangeChanges = {}): ReviewHistory {
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
  it('reports a purchase to the ambiguous address', () => {
    const history = warned()
    ship(history, { ...address, name: 'A', city: 'AUSTIN ' })
    expect([history.count, history.requests]).toEqual([1, ['req_1', 'req_2', 'req_3']])
  })

  it('spares a client that chooses a suggestion', () => {
    const history = warned()
    ship(history, chosen)
    expect(history.count).toBe(0)
  })

  it('spares a client that keeps the address because it is one of the suggestions', () => {
    const history = warned([address, chosen])
    ship(history, address)
    expect(history.count).toBe(0)
  })

  it('spares a client that only compares prices, or whose purchase fails', () => {
    const history = warned()
    history.exchange({ request: { to_address: address }, response: { rates: [{ id: 'rate_2' }] } })
    ship(history, address, { status: 422, errorCode: 'LABEL.ADDRESS.UNDELIVERABLE' })
    expect(history.count).toBe(0)
  })

  it('spares a client whose address is found valid later', () => {
    const history = warned()
    history.exchange({ operation: 'validateAddress', request: address })
    ship(history, address)
    expect(history.count).toBe(0)
  })

  it('spares an address that is ambiguous only with a magic value in its name', () => {
    const request = { ...address, name: 'sim:ADDRESS.VALIDATION.AMBIGUOUS' }
    const history = warned([chosen], { request })
    ship(history, { ...address, name: 'A' })
    expect(history.count).toBe(0)
    ship(history, request)
    expect(history.count).toBe(1)
  })

  it('spares an address that a fault alone made ambiguous', () => {
    const history = warned([chosen], { fault: { mode: 'error', phase: 'before' } })
    ship(history, address)
    expect(history.count).toBe(0)
  })

  it('spares another client, which never received the warning', () => {
    const history = warned()
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

  it('spares a second process with the same key, which never received the warning', () => {
    const history = warned()
    history.exchange({
      connection: [2, 1],
      request: { to_address: address },
      response: { rates: [{ id: 'rate_1' }] },
    })
    history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_1' }, connection: [2, 2] })
    expect(history.count).toBe(0)
  })

  it('spares a client that never validates', () => {
    const history = openReviewHistory(addressAmbiguousBought)
    ship(history, address)
    expect(history.count).toBe(0)
  })
})
