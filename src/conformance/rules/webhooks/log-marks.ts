import { placesIn } from '../support/places.ts'

/** What in an entry of the log could be its status, by where it stands. */
type Marks = ReadonlyMap<string, string>

/** Words, small numbers, or true and false, but no ids, counts, response codes and times. */
export function marksIn(entry: unknown): Marks {
  return new Map(
    [...placesIn(entry)].flatMap(([place, value]) => {
      const mark = markOf(place, value)
      return mark === undefined ? [] : [[place, mark]]
    }),
  )
}

/** Whether there is something that both say, and that they say otherwise. */
export function marksDiffer(some: Marks, others: Marks): boolean {
  return [...some].some(([place, mark]) => others.has(place) && others.get(place) !== mark)
}

function markOf(place: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  if (/^\d+$/.test(String(value))) return Number(value) < 100 && !isCounted(place) ? String(value) : undefined
  if (!isWord(String(value))) return undefined
  // The fourth attempt of five, and the label lbl_4: numbers in a text are those of a count or an id.
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
