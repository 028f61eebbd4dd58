import type { RuleContext } from '../../rule-context.ts'

const isLeapYear = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** Returns three midnights (UTC): when the next year begins, and when the first leap day after that begins and ends. */
export function findNewYearAndLeapDayMidnights(nowMs: number): readonly number[] {
  // The search begins a day later, so that each midnight is at least a day ahead.
  const year = new Date(nowMs + 24 * 3_600_000).getUTCFullYear()
  const leap = [1, 2, 3, 4, 5, 6, 7, 8].map((more) => year + more).find(isLeapYear) ?? year + 8
  return [Date.UTC(year + 1, 0, 1), Date.UTC(leap, 1, 29), Date.UTC(leap, 2, 1)]
}

/** Lets time pass until the target's clock shows this instant. Returns at once if the instant has passed. */
export async function waitUntilInstant(t: RuleContext, instantMs: number): Promise<void> {
  const spanMs = instantMs - (await t.now())
  if (spanMs > 0) await t.passTime(spanMs)
}
