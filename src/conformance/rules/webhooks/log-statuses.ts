import { readValuesByPath } from '../support/values-by-path.ts'

/** The values of a delivery log entry that could be the status of its delivery, by path. */
type StatusValues = ReadonlyMap<string, string>

/**
 * Returns the values of a delivery log entry that could be a status: words, small numbers, true and false, but no
 * ids, counts, response codes and times.
 */
export function findStatusValues(entry: unknown): StatusValues {
  return new Map(
    [...readValuesByPath(entry)].flatMap(([path, value]) => {
      const status = statusValueOf(path, value)
      return status === undefined ? [] : [[path, status]]
    }),
  )
}

/** Returns true if two delivery log entries have different status values at the same path. */
export function haveDifferentStatusValues(some: StatusValues, others: StatusValues): boolean {
  return [...some].some(([path, status]) => others.has(path) && others.get(path) !== status)
}

/** Returns a value as a text if it could be the status of a delivery, else undefined. */
function statusValueOf(path: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  if (/^\d+$/.test(String(value)))
    return Number(value) < 100 && !isCountPath(path) ? String(value) : undefined
  if (!isStatusWord(String(value))) return undefined
  // Numbers in a text are ignored, as they belong to a count or an id: `attempt 4 of 5`, `lbl_4`.
  return String(value).replace(/\d+/g, '#')
}

const countFieldName =
  /attempt|tr(?:y|ies)|retr|count|length|number|remain|left|index|position|sequence|delay|duration|latency|elapsed|took|time|_ms|second/i

function isCountPath(path: string): boolean {
  return countFieldName.test(path) || /(?:^|[._])id$|Id$/.test(path)
}

function isStatusWord(text: string): boolean {
  return /\p{L}/u.test(text) && !text.split(/\s/).some((word) => word.length >= 10 && /\d/.test(word))
}
