import { expect, it } from 'vitest'
import { describeFaultRemainder } from './fault-parts.tsx'

const minuteMs = 60_000

it.each([
  [{ endsAtMs: null, times: null }, 'no end'],
  [{ endsAtMs: 10 * minuteMs, times: null }, '8 min left'],
  [{ endsAtMs: null, times: 3 }, '2 calls left'],
  [{ endsAtMs: 10 * minuteMs, times: 2 }, '8 min left, 1 call left'],
])('describeFaultRemainder describes a fault with the limits %j as %s', (limits, text) => {
  expect(describeFaultRemainder({ startsAtMs: 0, hits: 1, ...limits }, 2 * minuteMs, 'no end')).toBe(text)
})

it('describeFaultRemainder describes the whole duration of a fault that has not begun', () => {
  const fault = { startsAtMs: 10 * minuteMs, endsAtMs: 15 * minuteMs, times: null, hits: 0 }
  expect(describeFaultRemainder(fault, 0, 'no end')).toBe('5 min left')
})
