import type { InitialClock } from './simulator/time/initial-clock.ts'
import { fastestClockRate, lacksZone, parseTimestamp } from './simulator/time/timestamp.ts'

/**
 * How a clock starts: a text, or an object with the `mode`, the `rate` (seconds per real second) and the start time
 * `now` (ISO 8601). `x60` makes an hour pass per minute; `frozen@2030-01-31T12:00:00Z` starts at that time and stays
 * there.
 */
export type ClockSetting =
  | ClockMode
  | `${ClockMode}@${string}`
  | { readonly mode?: 'realtime' | 'frozen'; readonly rate?: number; readonly now?: string }

/** How time passes: like real time, not at all, or N times as fast. */
type ClockMode = 'realtime' | 'frozen' | `x${number}`

/** The texts that are allowed as a clock, for error messages. */
export const allowedClockText =
  'realtime, frozen or xN with N above 0 and up to 1000000, or one of these with @ and an instant such as frozen@2030-01-31T12:00:00Z'

/** Returns why a text cannot be a clock, as the end of a sentence that begins with the option's name. */
export function describeClockProblem(text: string): string {
  return describeMissingZone(text) ?? `must be ${allowedClockText}, not '${text}'`
}

/**
 * Returns why a time without a time zone is refused, alone or after the `@` of a clock; undefined if it has a zone.
 */
export function describeMissingZone(text: string): string | undefined {
  return lacksZone(text.slice(text.indexOf('@') + 1))
    ? `must have the zone of its time, as in ${text}Z for UTC`
    : undefined
}

/**
 * Parses `realtime`, `frozen` or `xN`, with an optional start time after `@`. Returns undefined for any other
 * text.
 */
export function readClockText(text: string): InitialClock | undefined {
  const [, mode = '', at] = /^([^@]*)(?:@(.*))?$/s.exec(text) ?? []
  const nowMs = at === undefined ? null : parseTimestamp(at)
  if (nowMs === undefined) return undefined
  if (mode === 'realtime' || mode === 'frozen') return { mode, rate: 1, nowMs }
  const rate = Number(/^x(\d+(?:\.\d+)?)$/.exec(mode)?.[1])
  return rate > 0 && rate <= fastestClockRate ? { mode: 'realtime', rate, nowMs } : undefined
}
