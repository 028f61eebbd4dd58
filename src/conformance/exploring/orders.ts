import type { Burst, CallStep, Step, TimedStep } from './step.ts'

/** So many orders are tried at most; with more, the first of them have to do. */
export const mostOrders = 24

/** The orders that were tried, and whether there are more. */
export interface Orders {
  readonly orders: readonly (readonly Step[])[]
  readonly isCut: boolean
}

/**
 * Every order in which a burst can have been carried out: lanes keep theirs, and what was answered before another was sent
 * came before it.
 */
export function ordersOf({ lanes }: Burst): Orders {
  const orders: (readonly CallStep[])[] = []
  let isCut = false
  const extend = (done: readonly CallStep[], left: readonly (readonly TimedStep[])[]): void => {
    if (orders.length >= mostOrders) {
      isCut = true
      return
    }
    const waiting = left.filter(({ length }) => length > 0)
    if (waiting.length === 0) {
      orders.push(done)
      return
    }
    for (const lane of waiting) {
      const [next, ...rest] = lane
      if (next === undefined || isAfterAnother(next, waiting)) continue
      extend(
        [...done, next.step],
        waiting.map((each) => (each === lane ? rest : each)),
      )
    }
  }
  extend([], lanes)
  return { orders, isCut }
}

/** Something that has yet to come in the order was answered before this was even sent. */
function isAfterAnother(next: TimedStep, waiting: readonly (readonly TimedStep[])[]): boolean {
  return waiting.some(([other]) => other !== undefined && other.answeredMs < next.sentMs)
}
