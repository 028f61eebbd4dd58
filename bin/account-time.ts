import { setTimeout as pause } from 'node:timers/promises'
import type { AccountClock } from '../src/client/clock.ts'
import type { ClockBody } from '../src/simulator/bodies/clock.ts'

/** Further apart than answers are on their way. */
const toleranceMs = 2_000

/** Marks an instant of the account's where the wall's clock shows another: all times that commands print are the account's. */
export function showInstant(at: string, isWallTime: boolean): string {
  return isWallTime ? at : `${at} (account)`
}

/** Whether an instant of the account's is one of the wall's as well, for what has just happened and took so long. */
export function isWallClockTime(atMs: number, { tookMs = 0, wallMs = Date.now() } = {}): boolean {
  return atMs > wallMs - tookMs - toleranceMs && atMs < wallMs + toleranceMs
}

/** How a clock runs. */
export function paceOf({ now, mode, rate }: ClockBody): string {
  if (mode === 'frozen') return 'frozen'
  if (rate !== 1) return `${rate} times real time`
  return isWallClockTime(Date.parse(now)) ? 'real time' : "real time, not the wall's"
}

/** Whether the account's clock shows what the wall's does, and will. */
export function followsWallClock({ now, mode, rate }: ClockBody): boolean {
  return mode === 'realtime' && rate === 1 && isWallClockTime(Date.parse(now))
}

/** What a list of instants ends with where they are not the wall's. */
export function noteOnTime(clock: ClockBody): readonly string[] {
  if (followsWallClock(clock)) return []
  const pace =
    clock.mode === 'frozen' ? ', frozen' : clock.rate === 1 ? '' : `, ${clock.rate} times real time`
  return [`Times are the account's, where it is ${clock.now}${pace}.`]
}

const patienceMs = 1_000

/** What time it is for an account, and the wall's from then on where its simulator cannot be asked in time. */
export function accountTime(clock: Pick<AccountClock, 'now'>): () => Promise<string> {
  let isThere = true
  return async () => {
    const told = isThere
      ? await Promise.race([clock.now().catch(() => undefined), pause(patienceMs, undefined, { ref: false })])
      : undefined
    isThere = told !== undefined
    return told ?? new Date().toISOString()
  }
}
