import type { Address } from '../specification/model.ts'
import { isMilitary, isPoBox, isRuralRoute } from './kind.ts'
import { hasDigit, isOrdinal, splitIntoWords } from './line.ts'
import { isUnitDesignator } from './unit.ts'
import { militaryUnits, numberedRoads, spelledNumbers } from './words.ts'

/**
 * Whether an address in the United States names one house (choices 20). True for a number anywhere in the first
 * street line, for a spelled-out number at its beginning, and for a box, a rural route or a military unit. The 5TH of
 * 5TH AVE is no house number, and neither is the number of an apartment or of a highway.
 */
export function hasHouseNumber(address: Address): boolean {
  if (isPoBox(address) || isRuralRoute(address)) return true
  const words = splitIntoWords(address.street1)
  const [first = ''] = words
  if (isMilitary(address) && militaryUnits.has(first)) return true
  if (spelledNumbers.has(first) && words.length > 1) return true
  return words.some(
    (word, index) => hasDigit(word) && !isOrdinal(word) && !isUnitOrRoadWord(words[index - 1]),
  )
}

function isUnitOrRoadWord(wordBefore: string | undefined): boolean {
  return wordBefore !== undefined && (isUnitDesignator(wordBefore) || numberedRoads.has(wordBefore))
}
