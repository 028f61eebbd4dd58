import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyInstantMs } from '../../../test/support/simulator/shipments.ts'
import { computeDeliveryDate } from './eta.ts'

const cutoffHourUtc = 22

describe('the day on which a parcel is due', () => {
  it.each([
    ['a business day later', '2026-11-16T09:00:00Z', 1, '2026-11-17'],
    ['across the weekend', '2026-11-20T09:00:00Z', 1, '2026-11-23'],
    ['across two weekends', '2026-11-18T09:00:00Z', 8, '2026-11-30'],
    ['a whole business week later', '2026-11-18T09:00:00Z', 5, '2026-11-25'],
    ['from Monday on when handed over on Saturday', '2026-11-21T09:00:00Z', 1, '2026-11-24'],
    ['from Monday on when handed over on Sunday', '2026-11-22T23:30:00Z', 1, '2026-11-24'],
    ['from this day on a moment before the cut-off', '2026-11-16T21:59:59.999Z', 2, '2026-11-18'],
    ['from the next day on at the cut-off', '2026-11-16T22:00:00Z', 2, '2026-11-19'],
    ['from Monday on after the cut-off on Friday', '2026-11-20T22:00:00Z', 1, '2026-11-24'],
    ['past the end of a leap February', '2028-02-28T09:00:00Z', 2, '2028-03-01'],
    ['past the end of the year', '2026-12-31T09:00:00Z', 1, '2027-01-01'],
    ['before 1970, where days are negative', '1969-12-26T09:00:00Z', 1, '1969-12-29'],
  ])('a parcel is due %s', (_when, shipAt, transitDays, due) => {
    expect(computeDeliveryDate({ shipAtMs: Date.parse(shipAt), cutoffHourUtc, transitDays })).toBe(due)
  })

  it('a parcel is due on a business day after its dispatch, and never earlier for more days in transit', () => {
    fc.assert(
      fc.property(anyInstantMs, fc.integer({ min: 0, max: 30 }), (shipAtMs, transitDays) => {
        const due = computeDeliveryDate({ shipAtMs, cutoffHourUtc, transitDays })
        const dayLater = computeDeliveryDate({ shipAtMs, cutoffHourUtc, transitDays: transitDays + 1 })
        expect(due).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        expect(due >= new Date(shipAtMs).toISOString().slice(0, 10)).toBe(true)
        expect([1, 2, 3, 4, 5]).toContain(new Date(`${due}T00:00:00Z`).getUTCDay())
        expect(dayLater > due).toBe(true)
      }),
    )
  })

  it('computing the day on which a parcel is due gives the same day as counting business days one by one', () => {
    fc.assert(
      fc.property(anyInstantMs, fc.integer({ min: 0, max: 30 }), (shipAtMs, transitDays) => {
        expect(computeDeliveryDate({ shipAtMs, cutoffHourUtc, transitDays })).toBe(
          countDaysOut(shipAtMs, transitDays),
        )
      }),
    )
  })
})

function countDaysOut(shipAtMs: number, transitDays: number): string {
  const day = new Date(shipAtMs)
  if (day.getUTCHours() >= cutoffHourUtc) day.setUTCDate(day.getUTCDate() + 1)
  const isWeekend = () => day.getUTCDay() === 0 || day.getUTCDay() === 6
  while (isWeekend()) day.setUTCDate(day.getUTCDate() + 1)
  for (let left = transitDays; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (!isWeekend()) left -= 1
  }
  return day.toISOString().slice(0, 10)
}
