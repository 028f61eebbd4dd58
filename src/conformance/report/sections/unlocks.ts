import { durationMs } from '../../duration.ts'

/** Options that have a value or have been given: it is the value that has to change. */
const valued: ReadonlyMap<string, string> = new Map([
  ['--max-spend', 'a higher --max-spend'],
  ['--webhook-public-url', 'a --webhook-public-url that leads here'],
])

const waiting = /^--allow-wait (\S+)$/

/** What would let rules run, the same for all that differ only in how long they wait. */
export function familyOf(unlock: readonly string[]): string {
  return [...unlock]
    .sort()
    .map((each) => each.replace(waiting, '--allow-wait'))
    .join(' and ')
}

/** What would let all rules of a family run, in words: `--allow-wait 6m to 27h`. */
export function unlocksInWords(family: readonly (readonly string[])[]): string {
  const spans = family
    .flat()
    .flatMap((each) => waiting.exec(each)?.[1] ?? [])
    .sort((one, other) => durationMs(one) - durationMs(other))
  const [shortest, longest] = [spans.at(0), spans.at(-1)]
  const wait = shortest === longest ? `--allow-wait ${longest}` : `--allow-wait ${shortest} to ${longest}`
  return familyOf(family[0] ?? [])
    .split(' and ')
    .map((each) => (each === '--allow-wait' ? wait : (valued.get(each) ?? each)))
    .map((each, _, all) => (all.length > 1 && each.includes(' or ') ? `(${each})` : each))
    .join(' and ')
}
