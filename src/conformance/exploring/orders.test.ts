import { describe, expect, it } from 'vitest'
import { toldHistory } from './judges/told-history.ts'
import { mostOrders, ordersOf } from './orders.ts'
import type { Burst } from './step.ts'

const told = toldHistory()

function burst(...lanes: readonly (readonly (readonly [sentMs: number, answeredMs: number])[])[]): Burst {
  return {
    id: 's999',
    lanes: lanes.map((lane) =>
      lane.map(([sentMs, answeredMs]) => ({ step: told.call('getWallet'), sentMs, answeredMs })),
    ),
  }
}

const idsOf = (each: Burst): readonly string[] =>
  ordersOf(each).orders.map((order) => order.map(({ id }) => id).join(' '))

describe('the orders of a burst', () => {
  it('are all of them where everything was under way at once', () => {
    expect(new Set(idsOf(burst([[0, 9]], [[0, 9]], [[0, 9]], [[0, 9]]))).size).toBe(24)
  })

  it('keep what is in one lane', () => {
    const both = burst(
      [
        [0, 9],
        [0, 9],
      ],
      [[0, 9]],
    )
    const [first, second] = (both.lanes[0] ?? []).map(({ step }) => step.id)
    const { orders } = ordersOf(both)
    expect(orders).toHaveLength(3)
    for (const order of orders) {
      const ids = order.map(({ id }) => id)
      expect(ids.indexOf(first ?? 's0')).toBeLessThan(ids.indexOf(second ?? 's0'))
    }
  })

  it('keep what was answered before another was sent', () => {
    expect(idsOf(burst([[0, 1]], [[2, 3]]))).toHaveLength(1)
    expect(idsOf(burst([[0, 2]], [[1, 3]]))).toHaveLength(2)
  })

  it('are so many at most', () => {
    const lanes = Array.from({ length: 6 }, () => [[0, 9] as const])
    expect(ordersOf(burst(...lanes)).orders).toHaveLength(mostOrders)
    expect(ordersOf(burst(...lanes)).isCut).toBe(true)
    expect(ordersOf(burst(...lanes.slice(0, 4))).isCut).toBe(false)
  })
})
