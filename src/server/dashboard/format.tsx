import type { Context } from '../../simulator/accounts/context.ts'
import { isErrorCode, isSimulatorErrorCode } from '../../simulator/specification/errors.ts'
import { toTimestamp } from '../../simulator/time/timestamp.ts'
import { allowLineBreaks } from '../pages/components.ts'
import type { PageRequest } from './page.ts'

/** Formats an amount of money in dollars, such as `$1,234.50`. */
export function formatCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '−' : ''}$${separateThousands(digits.slice(0, -2))}.${digits.slice(-2)}`
}

/** Formats a number from 0 on with commas. The first use of `toLocaleString` would block the event loop for 20 ms. */
export function formatCount(count: number | string): string {
  const [whole = '', ...fraction] = String(count).split('.')
  return [separateThousands(whole), ...fraction].join('.')
}

/** Returns a count with its noun, such as `2 labels`. */
export function formatCountWithNoun(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

function separateThousands(digits: string): string {
  // safe regex: the text is a safe integer, so it has at most 16 digits.
  return digits.replaceAll(/\d(?=(?:\d{3})+$)/g, '$&,')
}

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
    if (count > 0 && parts.length < 2) parts.push(`${formatCount(count)} ${unit}`)
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
        {formatInstant(atMs)}
      </time>{' '}
      <span class="muted">{formatRelativeTime(atMs, nowMs)}</span>
    </span>
  )
}

/** Renders a time in UTC. */
export function TimeText({ atMs }: { readonly atMs: number }) {
  return <time datetime={toTimestamp(atMs)}>{formatInstant(atMs)}</time>
}

/** Renders the present time of a clock, which the page's script then moves on. */
export function ClockTime({ clock }: Pick<Context, 'clock'>) {
  const nowMs = clock.now()
  const rate = clock.mode === 'frozen' ? 0 : clock.rate
  return (
    <time datetime={toTimestamp(nowMs)} data-clock={nowMs} data-rate={rate}>
      {formatInstant(nowMs)}
    </time>
  )
}

/** Formats date and time in UTC, to the second. */
export function formatInstant(atMs: number): string {
  return toTimestamp(atMs)
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')
}

/** Adds UTC to a time that a person typed without a time zone, because the dashboard shows UTC. */
export function addTimeZone(text: string): string {
  const joined = text.replace(' ', 'T')
  if (/T\d\d:\d\d$/.test(joined)) return `${joined}:00Z`
  return /T\d\d:\d\d:\d\d(\.\d+)?$/.test(joined) ? `${joined}Z` : joined
}

/** Renders an error code, as a link if the reference has a page for it. */
export function ErrorCode({ code }: { readonly code: string }) {
  const text = <code>{allowLineBreaks(code)}</code>
  return isErrorCode(code) || isSimulatorErrorCode(code) ? <a href={`/docs/errors/${code}`}>{text}</a> : text
}

/** Writes the name, city, state and country of an address on one line. */
export function formatPlace(page: PageRequest, address: object): string {
  const { name, city, state, country } = Object(address)
  return formatAddress(page, { name, city, state, country })
}

/** Writes an address on one line. */
export function formatAddress({ server }: PageRequest, address: object): string {
  const { name, company, street1, street2, city, state, zip, country } = Object(address)
  const region = [state, zip].filter(Boolean).join(' ')
  return server.conceal([name, company, street1, street2, city, region, country].filter(Boolean).join(', '))
}
