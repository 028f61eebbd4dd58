import type { RuleContext } from '../../rule-context.ts'

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** The next midnights (UTC) after which the date changes most: of a new year, of a leap day and of the day after it. */
export function turnsAfter(nowMs: number): readonly number[] {
  // A day later, so that there is time before each.
  const year = new Date(nowMs + 24 * 3_600_000).getUTCFullYear()
  const leap = [1, 2, 3, 4, 5, 6, 7, 8].map((more) => year + more).find(isLeap) ?? year + 8
  return [Date.UTC(year + 1, 0, 1), Date.UTC(leap, 1, 29), Date.UTC(leap, 2, 1)]
}

/** Lets time pass until an instant of the target's time. */
export async function passTo(t: RuleContext, instantMs: number): Promise<void> {
  const spanMs = instantMs - (await t.now())
  if (spanMs > 0) await t.passTime(spanMs)
}
