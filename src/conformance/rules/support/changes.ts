import { readTimestamp } from '../../http/fields.ts'
import { readValuesByPath } from './values-by-path.ts'

/** The simple values of a JSON document by path: `balance.amount_cents`, `items.0.id`. */
export type ValuesByPath = ReadonlyMap<string, unknown>

/** The values of a resource before a change. Two readings show which values differ although nothing was changed. */
export interface Baseline {
  readonly values: ValuesByPath
  /** The paths whose values differ between the two readings. Later changes of these values are ignored. */
  readonly unstable: ReadonlySet<string>
}

/** A value of a JSON document that has changed. */
export interface Change {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** Matches names of fields with the version of a resource, or the time when it was read or written, such as `updated_at`. */
const volatileFieldName =
  /^(?:\w+_)?(?:revision|version|etag|sequence)(?:_(?:id|number))?$|^(?:as_?of|now|timestamp)$|(?:read|fetched|retrieved|served|generated|refreshed|accessed|updated|modified|changed)_?(?:at|on|time)$/i

/** Returns true if the value at a path may change with each reading, such as `request_id` or `fetched_at`. */
export function canChangeWithReading(path: string): boolean {
  const name = path.split('.').at(-1) ?? ''
  return volatileFieldName.test(name) || name === 'request_id'
}

/** Returns the simple values of a document by path, with URLs cut before their query. */
export function readComparableValues(value: unknown): ValuesByPath {
  return new Map([...readValuesByPath(value)].map(([path, each]) => [path, removeUrlQuery(each)]))
}

/** Creates a baseline from two readings of a resource: its values, and which of them change by themselves. */
export function makeBaseline(first: unknown, second: unknown): Baseline {
  const parts = readComparableValues(first)
  const again = readComparableValues(second)
  const paths = [...parts.keys(), ...again.keys()]
  return { values: parts, unstable: new Set(paths.filter((path) => parts.get(path) !== again.get(path))) }
}

/** Returns the values of a document that differ from a baseline (two earlier readings), except values that change with each reading. */
export function findChanges({ values: parts, unstable }: Baseline, value: unknown): readonly Change[] {
  const now = readComparableValues(value)
  return [...new Set([...parts.keys(), ...now.keys()])]
    .filter((path) => !unstable.has(path) && !volatileFieldName.test(path.split('.').at(-1) ?? ''))
    .map((path) => ({ path, before: parts.get(path), after: now.get(path) }))
    .filter(({ before, after }) => before !== after)
}

/** Returns true if both values of a change are timestamps. */
export function isTimestampChange({ before, after }: Change): boolean {
  return readTimestamp(before) !== undefined && readTimestamp(after) !== undefined
}

/** Describes changes for reports: `status: "new" → "void"; items.length: 1 → 2`. */
export function describeChanges(changes: readonly Change[]): string {
  const toJsonText = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
  return changes
    .map(({ path, before, after }) => `${path}: ${toJsonText(before)} → ${toJsonText(after)}`)
    .join('; ')
}

/** Removes the query of a URL, which may have a new signature in each reading. Returns other values unchanged. */
function removeUrlQuery(value: unknown): unknown {
  return typeof value === 'string' && /^https?:\/\//.test(value) ? value.replace(/[?#].*/, '') : value
}
