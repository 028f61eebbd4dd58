import { findCountry } from '../geography/countries.ts'
import type { Address } from '../specification/model.ts'
import { type Box, findBox, findBoxAbroad } from './box.ts'
import { splitIntoWords } from './line.ts'
import { readState } from './region.ts'
import { businessNames, businessStreets, homeStreets, suffixes, units } from './words.ts'

const militaryStates: ReadonlySet<string | undefined> = new Set(['AA', 'AE', 'AP'])

/** Whether the address lies in the United States, by its country code in any letter case. */
export function isUnitedStates(address: Pick<Address, 'country'>): boolean {
  return findCountry(address.country.trim())?.code === 'US'
}

/** Whether a street line leads to a post office box, or in the US to general delivery at a post office. */
export function isPoBox(address: Address): boolean {
  return hasBoxOfKind(address, 'post office')
}

/** Whether a street line leads to a rural or highway contract route. */
export function isRuralRoute(address: Address): boolean {
  return hasBoxOfKind(address, 'rural route')
}

/** Whether the address belongs to the US armed forces abroad (AA, AE or AP). */
export function isMilitary(address: Address): boolean {
  return isUnitedStates(address) && militaryStates.has(readState(address.state)?.code)
}

/**
 * Whether a carrier would charge for delivery to a home. The first of these tests that applies decides. A company or a
 * business form in the name, or a post office box, makes an address commercial. An apartment or the like makes it a
 * home. A suite, plaza or the like makes it commercial. Any other address is a home.
 */
export function isResidential(address: Address): boolean {
  if (address.company !== undefined && address.company.trim() !== '') return false
  if (splitIntoWords(address.name ?? '').some((word) => businessNames.has(word))) return false
  if (isPoBox(address)) return false
  const street = splitIntoWords(`${address.street1} ${address.street2 ?? ''}`).map(abbreviateWord)
  if (isMilitary(address) || street.some((word) => homeStreets.has(word))) return true
  return !street.some((word) => businessStreets.has(word))
}

function abbreviateWord(word: string): string {
  return units.get(word) ?? suffixes.get(word) ?? word
}

function hasBoxOfKind(address: Address, kind: Box['kind']): boolean {
  const find = isUnitedStates(address) ? findBox : findBoxAbroad
  const { street1, street2 } = address
  const lines = street2 === undefined ? [street1] : [street1, street2]
  return lines.some((line) => find(splitIntoWords(line))?.kind === kind)
}
