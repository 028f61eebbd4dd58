import { readTimestamp } from '../../wire/fields.ts'
import { placesIn } from './places.ts'

/** The simple values in JSON by where they stand: `balance.amount_cents`, `items.0.id`. */
export type ValuesByPlace = ReadonlyMap<string, unknown>

/** A thing as it was read twice while nothing was done to it. */
export interface Baseline {
  readonly values: ValuesByPlace
  /** Where the two readings differ: that says nothing about what is done later. */
  readonly unstable: ReadonlySet<string>
}

export interface Change {
  readonly place: string
  readonly before: unknown
  readonly after: unknown
}

/** Names of what tells when or how often a thing was read or written, rather than what it is. */
const tellsWriting =
  /^(?:\w+_)?(?:revision|version|etag|sequence)(?:_(?:id|number))?$|^(?:as_?of|now|timestamp)$|(?:read|fetched|retrieved|served|generated|refreshed|accessed|updated|modified|changed)_?(?:at|on|time)$/i

/** Whether what stands there tells of the reading, so that it differs by itself. */
export function isOfReading(place: string): boolean {
  const name = place.split('.').at(-1) ?? ''
  return tellsWriting.test(name) || name === 'request_id'
}

export function valuesByPlace(value: unknown): ValuesByPlace {
  return new Map([...placesIn(value)].map(([place, each]) => [place, simple(each)]))
}

export function baselineOf(first: unknown, second: unknown): Baseline {
  const parts = valuesByPlace(first)
  const again = valuesByPlace(second)
  const places = [...parts.keys(), ...again.keys()]
  return { values: parts, unstable: new Set(places.filter((place) => parts.get(place) !== again.get(place))) }
}

/** What has changed since, but for what changes by itself. */
export function changesSince(
  { values: parts, unstable: restless }: Baseline,
  value: unknown,
): readonly Change[] {
  const now = valuesByPlace(value)
  return [...new Set([...parts.keys(), ...now.keys()])]
    .filter((place) => !restless.has(place) && !tellsWriting.test(place.split('.').at(-1) ?? ''))
    .map((place) => ({ place, before: parts.get(place), after: now.get(place) }))
    .filter(({ before, after }) => before !== after)
}

/** One time in the place of another. */
export function isOtherTime({ before, after }: Change): boolean {
  return readTimestamp(before) !== undefined && readTimestamp(after) !== undefined
}

/** Changes as a report shows them. */
export function changesText(changes: readonly Change[]): string {
  const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
  return changes.map(({ place, before, after }) => `${place}: ${text(before)} → ${text(after)}`).join('; ')
}

/** A URL without its query, which may be signed anew for every reading. */
function simple(value: unknown): unknown {
  return typeof value === 'string' && /^https?:\/\//.test(value) ? value.replace(/[?#].*$/, '') : value
}
