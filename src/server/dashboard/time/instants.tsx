import type { Context } from '../../../simulator/accounts/context.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { countText } from '../money/money.ts'

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** Formats a duration in its two largest units: `2 h 5 min`. */
export function formatSpan(spanMs: number): string {
  const parts: string[] = []
  let leftMs = Math.abs(spanMs)
  for (const [unit, unitMs] of units) {
    const count = Math.floor(leftMs / unitMs)
    leftMs -= count * unitMs
    if (count > 0 && parts.length < 2) parts.push(`${countText(count)} ${unit}`)
    else if (parts.length > 0) break
  }
  return parts.length === 0 ? 'now' : parts.join(' ')
}

/** Formats an instant relative to now: `in 5 min`, `2 h ago`. */
export function formatRelativeTime(atMs: number, nowMs: number): string {
  const span = formatSpan(atMs - nowMs)
  if (span === 'now') return span
  return atMs > nowMs ? `in ${span}` : `${span} ago`
}

/** Renders a time of the account's clock, and its distance from the clock's present time. */
export function Instant({ atMs, nowMs }: { readonly atMs: number; readonly nowMs: number }) {
  return (
    <span class="instant">
      <time class="nowrap" datetime={toTimestamp(atMs)}>
        {instantText(atMs)}
      </time>{' '}
      <span class="muted">{formatRelativeTime(atMs, nowMs)}</span>
    </span>
  )
}

/** Renders a time in UTC. */
export function TimeText({ atMs }: { readonly atMs: number }) {
  return <time datetime={toTimestamp(atMs)}>{instantText(atMs)}</time>
}

/** Renders the present time of a clock, which the page's script then moves on. */
export function ClockTime({ clock }: Pick<Context, 'clock'>) {
  const nowMs = clock.now()
  const rate = clock.mode === 'frozen' ? 0 : clock.rate
  return (
    <time datetime={toTimestamp(nowMs)} data-clock={nowMs} data-rate={rate}>
      {instantText(nowMs)}
    </time>
  )
}

/** Formats date and time in UTC, to the second. */
export function instantText(atMs: number): string {
  return toTimestamp(atMs)
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')
}

/** Adds UTC to a time that a person typed without a time zone, as the dashboard shows UTC. */
export function addTimeZone(text: string): string {
  const joined = text.replace(' ', 'T')
  if (/T\d\d:\d\d$/.test(joined)) return `${joined}:00Z`
  return /T\d\d:\d\d:\d\d(\.\d+)?$/.test(joined) ? `${joined}Z` : joined
}
