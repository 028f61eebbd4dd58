import { describe, expect, it } from 'vitest'
import { toldHistory } from './judges/told-history.ts'
import { stretchesOf } from './orders.ts'
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

/** The orders that the ways through a burst are. */
function ordersOf(each: Burst): readonly (readonly string[])[] {
  const stretches = new Map(stretchesOf(each).map((stretch) => [stretch.name, stretch]))
  const from = (name: string): readonly (readonly string[])[] => {
    const next = stretches.get(name)?.next ?? []
    return next.length === 0
      ? [[]]
      : next.flatMap(({ step, to }) => from(to).map((rest) => [step.id, ...rest]))
  }
  return from(each.lanes.map(() => 0).join(' '))
}

describe('the orders of a burst', () => {
  it('are all of them where everything was under way at once', () => {
    const orders = ordersOf(burst([[0, 9]], [[0, 9]], [[0, 9]], [[0, 9]]))
    expect(new Set(orders.map((order) => order.join(' '))).size).toBe(24)
  })

  it('keep what is in one lane', () => {
    const both = burst(
      [
        [0, 9],
        [0, 9],
      ],
      [[0, 9]],
    )
    const [first = '', second = ''] = (both.lanes[0] ?? []).map(({ step }) => step.id)
    const orders = ordersOf(both)
    expect(orders).toHaveLength(3)
    for (const ids of orders) expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second))
  })

  it('keep what was answered before another was sent', () => {
    expect(ordersOf(burst([[0, 1]], [[2, 3]]))).toHaveLength(1)
    expect(ordersOf(burst([[0, 2]], [[1, 3]]))).toHaveLength(2)
  })

  it('have in common what comes of the same steps, and each comes before what follows from it', () => {
    const stretches = stretchesOf(burst(...Array.from({ length: 6 }, () => [[0, 9] as const])))
    expect(stretches).toHaveLength(64)
    const place = new Map(stretches.map(({ name }, index) => [name, index]))
    for (const [index, { next }] of stretches.entries()) {
      for (const { to } of next) expect(place.get(to)).toBeGreaterThan(index)
    }
  })
})
