import { readTimestamp } from '../../http/fields.ts'
import { placesIn } from './places.ts'

/** The simple values of a JSON document by place: `balance.amount_cents`, `items.0.id`. */
export type ValuesByPlace = ReadonlyMap<string, unknown>

/** Two readings of a resource between which nothing was done to it. */
export interface Baseline {
  readonly values: ValuesByPlace
  /** The places where the readings differ. Changes there say nothing. */
  readonly unstable: ReadonlySet<string>
}

/** A value that has changed. */
export interface Change {
  readonly place: string
  readonly before: unknown
  readonly after: unknown
}

/** Names of fields about the reading or writing of a resource, such as `updated_at`. */
const tellsWriting =
  /^(?:\w+_)?(?:revision|version|etag|sequence)(?:_(?:id|number))?$|^(?:as_?of|now|timestamp)$|(?:read|fetched|retrieved|served|generated|refreshed|accessed|updated|modified|changed)_?(?:at|on|time)$/i

/** Whether the value at a place is about the reading itself, so that it changes each time. */
export function isOfReading(place: string): boolean {
  const name = place.split('.').at(-1) ?? ''
  return tellsWriting.test(name) || name === 'request_id'
}

/** The simple values of a document by place. */
export function valuesByPlace(value: unknown): ValuesByPlace {
  return new Map([...placesIn(value)].map(([place, each]) => [place, simpleValue(each)]))
}

/** Makes a baseline of two readings. */
export function baselineOf(first: unknown, second: unknown): Baseline {
  const parts = valuesByPlace(first)
  const again = valuesByPlace(second)
  const places = [...parts.keys(), ...again.keys()]
  return { values: parts, unstable: new Set(places.filter((place) => parts.get(place) !== again.get(place))) }
}

/** The changes since a baseline, without values that change by themselves. */
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

/** Whether a change is from one timestamp to another. */
export function isOtherTime({ before, after }: Change): boolean {
  return readTimestamp(before) !== undefined && readTimestamp(after) !== undefined
}

/** Changes in words, for reports. */
export function changesText(changes: readonly Change[]): string {
  const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
  return changes.map(({ place, before, after }) => `${place}: ${text(before)} → ${text(after)}`).join('; ')
}

/** A value; of a URL the part without its query, which may be signed anew for each reading. */
function simpleValue(value: unknown): unknown {
  return typeof value === 'string' && /^https?:\/\//.test(value) ? value.replace(/[?#].*/, '') : value
}
