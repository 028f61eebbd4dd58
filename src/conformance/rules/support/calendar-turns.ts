import type { RuleContext } from '../../rule-context.ts'

const isLeapYear = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** Returns the next midnights (UTC) at which a new year, a leap day and the day after it begin. */
export function findNextCalendarTurns(nowMs: number): readonly number[] {
  // The search begins a day later, so that there is time before each midnight.
  const year = new Date(nowMs + 24 * 3_600_000).getUTCFullYear()
  const leap = [1, 2, 3, 4, 5, 6, 7, 8].map((more) => year + more).find(isLeapYear) ?? year + 8
  return [Date.UTC(year + 1, 0, 1), Date.UTC(leap, 1, 29), Date.UTC(leap, 2, 1)]
}

/** Lets time pass until an instant of the target's time. */
export async function waitUntilInstant(t: RuleContext, instantMs: number): Promise<void> {
  const spanMs = instantMs - (await t.now())
  if (spanMs > 0) await t.passTime(spanMs)
}
