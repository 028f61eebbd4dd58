import { placesIn } from '../support/places.ts'

/** The values of a log entry that could be its status, by their place in it. */
type Marks = ReadonlyMap<string, string>

/** Returns the marks of a log entry: words, small numbers, true and false, but no ids, counts, response codes and times. */
export function marksIn(entry: unknown): Marks {
  return new Map(
    [...placesIn(entry)].flatMap(([place, value]) => {
      const mark = markOf(place, value)
      return mark === undefined ? [] : [[place, mark]]
    }),
  )
}

/** Returns whether two entries have different values in the same place. */
export function haveDifferentMarks(some: Marks, others: Marks): boolean {
  return [...some].some(([place, mark]) => others.has(place) && others.get(place) !== mark)
}

function markOf(place: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  if (/^\d+$/.test(String(value))) return Number(value) < 100 && !isCounted(place) ? String(value) : undefined
  if (!isWord(String(value))) return undefined
  // Numbers in a text belong to a count or an id, as in `attempt 4 of 5` or `lbl_4`.
  return String(value).replace(/\d+/g, '#')
}

const counted =
  /attempt|tr(?:y|ies)|retr|count|length|number|remain|left|index|position|sequence|delay|duration|latency|elapsed|took|time|_ms|second/i

function isCounted(place: string): boolean {
  return counted.test(place) || /(?:^|[._])id$|Id$/.test(place)
}

function isWord(text: string): boolean {
  return /\p{L}/u.test(text) && !text.split(/\s/).some((word) => word.length >= 10 && /\d/.test(word))
}
