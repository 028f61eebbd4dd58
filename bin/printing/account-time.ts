import { setTimeout as pause } from 'node:timers/promises'
import type { AccountClock } from '../../src/client/clock.ts'
import type { ClockBody } from '../../src/simulator/bodies/control/clock.ts'

/** Two clocks count as equal up to this difference, which is longer than a response takes. */
const toleranceMs = 2_000

/**
 * Formats a time of the account, marked if the machine's clock shows another: all times that commands print
 * are the account's.
 */
export function showInstant(at: string, isWallTime: boolean): string {
  return isWallTime ? at : `${at} (account)`
}

/** Whether a time of the account is about now on the machine's clock, for a call that took `tookMs`. */
export function isWallClockTime(atMs: number, { tookMs = 0, wallMs = Date.now() } = {}): boolean {
  return atMs > wallMs - tookMs - toleranceMs && atMs < wallMs + toleranceMs
}

/** Describes the mode of a clock. */
export function describePace({ now, mode, rate }: ClockBody): string {
  if (mode === 'frozen') return 'frozen'
  if (rate !== 1) return `${rate} times real time`
  return isWallClockTime(Date.parse(now)) ? 'real time' : "real time, not the wall's"
}

/** Whether the account's clock equals the machine's and runs at the same rate. */
export function followsWallClock({ now, mode, rate }: ClockBody): boolean {
  return mode === 'realtime' && rate === 1 && isWallClockTime(Date.parse(now))
}

/** Returns a note below a list of times, if they are not the machine's. */
export function describeTimeDifference(clock: ClockBody): readonly string[] {
  if (followsWallClock(clock)) return []
  const pace =
    clock.mode === 'frozen' ? ', frozen' : clock.rate === 1 ? '' : `, ${clock.rate} times real time`
  return [`All times are the account's; its time is ${clock.now}${pace}.`]
}

const patienceMs = 1_000

/** Returns the account's time; the machine's from then on if the simulator does not respond in time. */
export function createTimeReader(clock: Pick<AccountClock, 'now'>): () => Promise<string> {
  let isThere = true
  return async () => {
    const told = isThere
      ? await Promise.race([clock.now().catch(() => undefined), pause(patienceMs, undefined, { ref: false })])
      : undefined
    isThere = told !== undefined
    return told ?? new Date().toISOString()
  }
}
