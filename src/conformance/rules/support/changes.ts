import { readTimestamp } from '../../http/fields.ts'
import { placesIn } from './places.ts'

/** The simple values of a JSON document by place: `balance.amount_cents`, `items.0.id`. */
export type ValuesByPlace = ReadonlyMap<string, unknown>

/** Two readings of a resource between which nothing was done to it. */
export interface Baseline {
  readonly values: ValuesByPlace
  /** The places where the readings differ. Changes there are ignored. */
  readonly unstable: ReadonlySet<string>
}

/** A value that has changed. */
export interface Change {
  readonly place: string
  readonly before: unknown
  readonly after: unknown
}

/** Matches fields about the reading or writing of a resource, such as `updated_at`. */
const tellsWriting =
  /^(?:\w+_)?(?:revision|version|etag|sequence)(?:_(?:id|number))?$|^(?:as_?of|now|timestamp)$|(?:read|fetched|retrieved|served|generated|refreshed|accessed|updated|modified|changed)_?(?:at|on|time)$/i

/** Returns whether the value at a place is about the reading itself, and so may change with each reading. */
export function isReadingMetadata(place: string): boolean {
  const name = place.split('.').at(-1) ?? ''
  return tellsWriting.test(name) || name === 'request_id'
}

/** Returns the simple values of a document by place, URLs without their query. */
export function mapValuesByPlace(value: unknown): ValuesByPlace {
  return new Map([...placesIn(value)].map(([place, each]) => [place, removeUrlQuery(each)]))
}

/** Makes a baseline of two readings. */
export function makeBaseline(first: unknown, second: unknown): Baseline {
  const parts = mapValuesByPlace(first)
  const again = mapValuesByPlace(second)
  const places = [...parts.keys(), ...again.keys()]
  return { values: parts, unstable: new Set(places.filter((place) => parts.get(place) !== again.get(place))) }
}

/** Returns the changes since a baseline, without values that change by themselves. */
export function findChanges(
  { values: parts, unstable: restless }: Baseline,
  value: unknown,
): readonly Change[] {
  const now = mapValuesByPlace(value)
  return [...new Set([...parts.keys(), ...now.keys()])]
    .filter((place) => !restless.has(place) && !tellsWriting.test(place.split('.').at(-1) ?? ''))
    .map((place) => ({ place, before: parts.get(place), after: now.get(place) }))
    .filter(({ before, after }) => before !== after)
}

/** Returns whether a change is from one timestamp to another. */
export function isOtherTime({ before, after }: Change): boolean {
  return readTimestamp(before) !== undefined && readTimestamp(after) !== undefined
}

/** Describes changes for reports. */
export function describeChanges(changes: readonly Change[]): string {
  const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
  return changes.map(({ place, before, after }) => `${place}: ${text(before)} → ${text(after)}`).join('; ')
}

/** Returns a value, but a URL without its query, which may have a new signature in each reading. */
function removeUrlQuery(value: unknown): unknown {
  return typeof value === 'string' && /^https?:\/\//.test(value) ? value.replace(/[?#].*/, '') : value
}
