import type { InitialClock } from './simulator/time/initial-clock.ts'
import { fastestClockRate, lacksZone, parseTimestamp } from './simulator/time/timestamp.ts'

/**
 * How a clock starts: a text, or its `mode`, its `rate` (seconds per real second) and its start `now` (ISO 8601). `x60`
 * makes an hour pass per minute; `frozen@2030-01-31T12:00:00Z` starts at that time and stays there.
 */
export type ClockSetting =
  | ClockMode
  | `${ClockMode}@${string}`
  | { readonly mode?: 'realtime' | 'frozen'; readonly rate?: number; readonly now?: string }

/** How time passes: like real time, not at all, or N times as fast. */
type ClockMode = 'realtime' | 'frozen' | `x${number}`

/** The form of a clock's text, for error messages. */
export const clockWords =
  'realtime, frozen or xN with N above 0 and up to 1000000, or one of these with @ and an instant such as frozen@2030-01-31T12:00:00Z'

/** Returns the problem of a clock's text, as the rest of a sentence that begins with its name. */
export function clockProblem(text: string): string {
  return zoneProblem(text) ?? `must be ${clockWords}, not '${text}'`
}

/**
 * Returns the message for a time without a zone, in a clock's text or alone; undefined if the zone is there.
 */
export function zoneProblem(text: string): string | undefined {
  return lacksZone(text.slice(text.indexOf('@') + 1))
    ? `must have the zone of its time, as in ${text}Z for UTC`
    : undefined
}

/**
 * Parses a clock in `realtime`, `frozen` or `xN`, with an optional start time after `@`; undefined for any
 * other text.
 */
export function readClockText(text: string): InitialClock | undefined {
  const [, mode = '', at] = /^([^@]*)(?:@(.*))?$/s.exec(text) ?? []
  const nowMs = at === undefined ? null : parseTimestamp(at)
  if (nowMs === undefined) return undefined
  if (mode === 'realtime' || mode === 'frozen') return { mode, rate: 1, nowMs }
  const rate = Number(/^x(\d+(?:\.\d+)?)$/.exec(mode)?.[1])
  return rate > 0 && rate <= fastestClockRate ? { mode: 'realtime', rate, nowMs } : undefined
}
