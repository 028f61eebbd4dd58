import { durationMs } from '../../duration.ts'

/** Options whose value has to change, if they are given already. */
const valued: ReadonlyMap<string, string> = new Map([
  ['--max-spend', 'a higher --max-spend'],
  ['--webhook-public-url', 'a --webhook-public-url that leads here'],
])

const waiting = /^--allow-wait (\S+)$/

/** The name of what would let a rule run. It is the same for rules that differ only in the length of a wait. */
export function familyOf(unlock: readonly string[]): string {
  return [...unlock]
    .sort()
    .map((each) => each.replace(waiting, '--allow-wait'))
    .join(' and ')
}

/** What would let all rules of a family run: `--allow-wait 6m to 27h`. */
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
