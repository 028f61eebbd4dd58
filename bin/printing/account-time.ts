import { setTimeout as pause } from 'node:timers/promises'
import type { AccountClock } from '../../src/client/clock.ts'
import type { ClockBody } from '../../src/simulator/bodies/control/clock.ts'

/** Two clocks count as equal up to this difference, which is more than a response usually takes. */
const clockToleranceMs = 2_000

/**
 * Formats a time of the account, with the mark `(account)` if the machine's clock shows another time. All times that
 * commands print are the account's.
 */
export function formatInstant(at: string, isWallTime: boolean): string {
  return isWallTime ? at : `${at} (account)`
}

/** Whether a time of the account's clock is about the machine's current time. Reading the clock took `tookMs`. */
export function isWallClockTime(atMs: number, { tookMs = 0, wallMs = Date.now() } = {}): boolean {
  return atMs > wallMs - tookMs - clockToleranceMs && atMs < wallMs + clockToleranceMs
}

/** Describes how a clock runs: frozen, in real time, or how many times faster. */
export function describeClockSpeed({ now, mode, rate }: ClockBody): string {
  if (mode === 'frozen') return 'frozen'
  if (rate !== 1) return `${rate} times real time`
  return isWallClockTime(Date.parse(now)) ? 'real time' : 'real-time speed, but not the time of this machine'
}

/** Whether the account's clock shows the machine's time and runs at the same rate. */
export function followsWallClock({ now, mode, rate }: ClockBody): boolean {
  return mode === 'realtime' && rate === 1 && isWallClockTime(Date.parse(now))
}

/** Returns the note that follows a list of times if the account's clock differs from the machine's. */
export function describeTimeDifference(clock: ClockBody): readonly string[] {
  if (followsWallClock(clock)) return []
  const pace =
    clock.mode === 'frozen' ? ', frozen' : clock.rate === 1 ? '' : `, ${clock.rate} times real time`
  return [`All times are the account's; its time is ${clock.now}${pace}.`]
}

const clockTimeoutMs = 1_000

/**
 * Returns a function that reads the account's time. After the first call without a response in time, the function
 * always returns the machine's time.
 */
export function createTimeReader(clock: Pick<AccountClock, 'now'>): () => Promise<string> {
  let hasResponded = true
  return async () => {
    const accountTime = hasResponded
      ? await Promise.race([
          clock.now().catch(() => undefined),
          pause(clockTimeoutMs, undefined, { ref: false }),
        ])
      : undefined
    hasResponded = accountTime !== undefined
    return accountTime ?? new Date().toISOString()
  }
}
