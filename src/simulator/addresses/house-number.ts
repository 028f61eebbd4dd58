import type { Address } from '../specification/model.ts'
import { isMilitary, isPoBox, isRuralRoute } from './kind.ts'
import { hasDigit, isOrdinal, wordsOf } from './line.ts'
import { isDesignator } from './unit.ts'
import { militaryUnits, numberedRoads, spelledNumbers } from './words.ts'

/**
 * Whether an address in the United States names one house (choices 20). It does by a number anywhere in the
 * first street line, by one spelled out in front, or because it leads to a box, a rural route or a military
 * unit. The 5TH of 5TH AVE is no house number, and neither is that of an apartment or of a highway.
 */
export function hasHouseNumber(address: Address): boolean {
  if (isPoBox(address) || isRuralRoute(address)) return true
  const words = wordsOf(address.street1)
  const [first = ''] = words
  if (isMilitary(address) && militaryUnits.has(first)) return true
  if (spelledNumbers.has(first) && words.length > 1) return true
  return words.some(
    (word, index) => hasDigit(word) && !isOrdinal(word) && !namesOtherNumber(words[index - 1]),
  )
}

function namesOtherNumber(before: string | undefined): boolean {
  return before !== undefined && (isDesignator(before) || numberedRoads.has(before))
}
