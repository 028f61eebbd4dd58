import { hasDigit, isOrdinal } from './line.ts'
import {
  directionals,
  suffixes,
  units,
  unitsNamingTheirOccupant,
  unitsNeedingANumber,
  unitsStandingAlone,
} from './words.ts'

/** A street line in two parts: the street, and the apartment, suite or other unit. Either may be empty. */
export interface SplitLine {
  readonly street: readonly string[]
  readonly unit: readonly string[]
}

/**
 * Splits a street line before its first unit designator, such as LOT, at or after the word with the index `from`. 9 BAY
 * DR LOT 7 is split before LOT; 9 KEY BISCAYNE DR stays whole.
 */
export function splitUnit(words: readonly string[], { from }: { readonly from: number }): SplitLine {
  const start = words.findIndex((_, index) => index >= from && startsUnit(words, index))
  if (start === -1) return { street: words, unit: [] }
  return { street: words.slice(0, start), unit: words.slice(start) }
}

/**
 * Returns the unit as Publication 28 prints it: with short words such as APT, and with # only if no such word
 * precedes it.
 */
export function abbreviateUnit(unit: readonly string[]): readonly string[] {
  const kept = unit.filter((word, index) => word !== '#' || !isUnitDesignator(unit[index - 1]))
  if (kept.length === 1) return kept.map((word) => units.get(word) ?? word)
  return kept.map((word) => unitsNamingTheirOccupant.get(word) ?? unitsNeedingANumber.get(word) ?? word)
}

/** Whether a word, such as APT or #, shows that the number after it belongs to a unit and not to a house. */
export function isUnitDesignator(word: string | undefined): boolean {
  if (word === undefined) return false
  return word === '#' || unitsNamingTheirOccupant.has(word) || unitsNeedingANumber.has(word)
}

function startsUnit(words: readonly string[], index: number): boolean {
  const word = words[index] ?? ''
  const following = words.slice(index + 1).find((other) => other !== '#')
  if (following === undefined) return isUnitWithoutNumber(words, index)
  if (word === '#') return true
  if (isOrdinal(word)) return following === 'FLOOR' || following === 'FL'
  if (unitsNamingTheirOccupant.has(word)) return !suffixes.has(following)
  return unitsNeedingANumber.has(word) && (hasDigit(following) || /^\p{L}$/u.test(following))
}

function isUnitWithoutNumber(words: readonly string[], index: number): boolean {
  const word = words[index]
  const before = words[index - 1]
  if (word === undefined) return false
  if (words.length === 1) return unitsStandingAlone.has(word)
  if (before === undefined || index < 3) return false
  return unitsStandingAlone.has(word) && (suffixes.has(before) || directionals.has(before))
}
