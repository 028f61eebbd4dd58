import type { InitialClock } from './simulator/time/initial-clock.ts'
import { fastestClockRate, lacksZone, parseTimestamp } from './simulator/time/timestamp.ts'

/** How a clock begins to run: `x60` is an hour a minute. `frozen@2030-01-31T12:00:00Z` begins at that instant. */
export type ClockSetting =
  | ClockMode
  | `${ClockMode}@${string}`
  | { readonly mode?: 'realtime' | 'frozen'; readonly rate?: number; readonly now?: string }

type ClockMode = 'realtime' | 'frozen' | `x${number}`

/** What a clock's text must be, for whoever gave another. */
export const clockWords =
  'realtime, frozen or xN with N above 0 and up to 1000000, or one of these with @ and an instant such as frozen@2030-01-31T12:00:00Z'

/** What is wrong with a clock's text, in words that go on from its name. */
export function clockTrouble(text: string): string {
  return zoneTrouble(text) ?? `must be ${clockWords}, not '${text}'`
}

/** That the time in a clock's text, or the time alone, lacks its zone; undefined where it does not. */
export function zoneTrouble(text: string): string | undefined {
  const [, at = text] = /@(.*)$/s.exec(text) ?? []
  return lacksZone(at) ? `must have the zone of its time, as in ${text}Z for UTC` : undefined
}

/** What `realtime`, `frozen` or `xN` say, and the instant after an `@`; undefined for any other text. */
export function readClockText(text: string): InitialClock | undefined {
  const [, mode = '', at] = /^([^@]*)(?:@(.*))?$/s.exec(text) ?? []
  const nowMs = at === undefined ? null : parseTimestamp(at)
  if (nowMs === undefined) return undefined
  if (mode === 'realtime' || mode === 'frozen') return { mode, rate: 1, nowMs }
  const rate = Number(/^x(\d+(?:\.\d+)?)$/.exec(mode)?.[1])
  return rate > 0 && rate <= fastestClockRate ? { mode: 'realtime', rate, nowMs } : undefined
}
