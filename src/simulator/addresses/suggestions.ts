import type { Address } from '../specification/model.ts'
import { normaliseAddress } from './normalise.ts'
import { numberAfterStreet } from './words.ts'

const lowestNumber = 100
const numberSpan = 800
const steps = [0, 2, 14] as const

/**
 * Returns three houses in the street of an address that lacks a house number. Each is a complete address as the carrier
 * would print it. The same address always gives the same three houses.
 */
export function suggestAddresses(address: Address): readonly Address[] {
  const printed = normaliseAddress(address)
  const street = printed.street1 === '' ? 'MAIN ST' : printed.street1
  const first = lowestNumber + (hashText(`${street}\n${printed.city}\n${printed.zip}`) % numberSpan)
  return steps.map((step) => {
    const number = first + step
    return normaliseAddress({
      ...printed,
      street1: formatHouse(number, { street, country: printed.country }),
    })
  })
}

function formatHouse(number: number, place: { readonly street: string; readonly country: string }): string {
  if (numberAfterStreet.has(place.country)) return `${place.street} ${number}`
  return `${number} ${place.street}`
}

function hashText(text: string): number {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return state
}
