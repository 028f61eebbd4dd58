import { findBox } from './box.ts'
import { hasDigit, isOrdinal, splitIntoWords } from './line.ts'
import { abbreviateUnit, splitUnit } from './unit.ts'
import { directionals, suffixes } from './words.ts'

/**
 * Returns a US street line as Publication 28 prints it: boxes and routes by their code, street words and
 * units abbreviated.
 */
export function normaliseStreet(line: string): string {
  const words = splitIntoWords(line)
  const box = findBox(words)
  if (box !== undefined) return box.printed
  const { street, unit } = splitUnit(words, { from: 2 })
  return [...abbreviateStreet(street), ...abbreviateUnit(unit)].join(' ')
}

/** Returns the second line of an address, in which only the unit is abbreviated, such as APT for APARTMENT. */
export function normaliseSecondLine(line: string): string {
  const { street, unit } = splitUnit(splitIntoWords(line), { from: 0 })
  return [...street, ...abbreviateUnit(unit)].join(' ')
}

// Abbreviates the words of a US street by their position. In 100 NORTH ST, NORTH is the name; in 100 NORTH
// MAIN ST it is a direction. If there are two suffixes, only the last is abbreviated.
function abbreviateStreet(words: readonly string[]): readonly string[] {
  const nameStart = countHouseNumberWords(words)
  const suffixAt = findStreetSuffix(words, nameStart)
  if (suffixAt === undefined) return abbreviateLeadingDirection(words, nameStart)
  const suffix = suffixes.get(words[suffixAt] ?? '') ?? ''
  const direction = joinDirections(words.slice(suffixAt + 1))
  return [...abbreviateLeadingDirection(words.slice(0, suffixAt), nameStart), suffix, ...direction]
}

/**
 * Returns how many words of a street line are the house number: one, two with a fraction after it, or none if the line
 * begins with a name.
 */
function countHouseNumberWords([first = '', second = '']: readonly string[]): number {
  if (!hasDigit(first) || isOrdinal(first)) return 0
  return /^\d+\/\d+$/.test(second) ? 2 : 1
}

/**
 * Returns the position of the street suffix, such as ST. The suffix is the last word or is followed only by a direction
 * of one or two words, and a name comes before the suffix.
 */
function findStreetSuffix(words: readonly string[], nameStart: number): number | undefined {
  return [1, 2, 3]
    .map((fromEnd) => words.length - fromEnd)
    .find((at) => {
      if (at <= nameStart || !suffixes.has(words[at] ?? '')) return false
      const after = words.slice(at + 1)
      return after.every((word) => directionals.has(word)) && joinDirections(after).length <= 1
    })
}

function abbreviateLeadingDirection(words: readonly string[], nameStart: number): readonly string[] {
  const pair = joinDirections(words.slice(nameStart, nameStart + 2))
  const number = words.slice(0, nameStart)
  const afterPair = words.slice(nameStart + 2)
  if (pair.length === 1 && afterPair.length > 0) return [...number, ...pair, ...afterPair]
  const name = words.slice(nameStart + 1)
  const direction = directionals.get(words[nameStart] ?? '')
  if (direction === undefined || name.length === 0) return words
  return [...number, direction, ...name]
}

/** Joins the directions N and E to NE. Directions that cannot be joined, and other words, stay as they are. */
function joinDirections(words: readonly string[]): readonly string[] {
  const directions = words.map((word) => directionals.get(word) ?? word)
  const joined = directions.join('')
  return words.length === 2 && isDirectionPair(directions) ? [joined] : directions
}

function isDirectionPair([first, second]: readonly string[]): boolean {
  return (first === 'N' || first === 'S') && (second === 'E' || second === 'W')
}
