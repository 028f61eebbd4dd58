import { describe, expect, it } from 'vitest'
import { createExchangeSource, type ExchangeChanges } from '../../test/support/review-history.ts'
import { Exchange } from './exchange.ts'
import { FirstPurchases } from './first-purchases.ts'

const { key } = createExchangeSource({})
const other = key === null ? null : { ...key, id: 'key_2' }
const purchase = (id: string, rate_id: string, more: ExchangeChanges = {}): Exchange =>
  new Exchange(
    createExchangeSource({
      id,
      operation: 'buyLabel',
      request: { rate_id },
      response: { id: `lbl_${id}` },
      ...more,
    }),
  )

describe('FirstPurchases', () => {
  it('FirstPurchases returns the first purchase of the same rate with the same key', () => {
    const purchases = new FirstPurchases()
    expect(purchases.notePurchase(purchase('1', 'a'))).toBeUndefined()
    expect(purchases.notePurchase(purchase('2', 'b'))).toBeUndefined()
    expect(purchases.notePurchase(purchase('3', 'a', { key: other }))).toBeUndefined()
    for (const id of ['4', '5'])
      expect(purchases.notePurchase(purchase(id, 'a'))).toMatchObject({ id: '1', labelId: 'lbl_1' })
    expect(purchases.notePurchase(purchase('6', 'a', { key: other }))).toMatchObject({
      id: '3',
      keyId: 'key_2',
    })
  })

  it('FirstPurchases keeps the latest 100 to 200 purchases, and keeps a purchase longer if its response was lost', () => {
    const purchases = new FirstPurchases()
    purchases.notePurchase(purchase('lost', 'lost', { goneAtMs: 1 }))
    for (let number = 0; number <= 200; number += 1)
      purchases.notePurchase(purchase(`${number}`, `${number}`))
    const known = ['lost', '101', '0'].map((rate) => purchases.notePurchase(purchase('again', rate))?.id)
    expect(known).toEqual(['lost', '101', undefined])
  })

  it('FirstPurchases forgets all purchases when it is cleared', () => {
    const purchases = new FirstPurchases()
    purchases.notePurchase(purchase('lost', 'lost', { goneAtMs: 1 }))
    for (let number = 0; number <= 100; number += 1)
      purchases.notePurchase(purchase(`${number}`, `${number}`))
    purchases.clear()
    const known = ['lost', '0', '100'].map((rate) => purchases.notePurchase(purchase('again', rate)))
    expect(known).toEqual([undefined, undefined, undefined])
  })
})
