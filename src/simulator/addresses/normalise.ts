import type { Address } from '../specification/model.ts'
import { isUnitedStates } from './kind.ts'
import { cleanLine } from './line.ts'
import { formatZip, toCapitals, toCountryCode, toStateCode } from './region.ts'
import { normaliseSecondLine, normaliseStreet } from './street.ts'

/**
 * Returns the address as the carrier would print it (choices 18). In the US that follows Publication 28: upper case,
 * plain punctuation, standard abbreviations, the state's code, the ZIP or ZIP+4 in its shape. In other countries the
 * text is only trimmed and upper-cased. A text that would become empty stays unchanged; company, phone and email stay
 * as they were sent. Normalising again changes nothing.
 */
export function normaliseAddress(address: Address): Address {
  const { name, company, street2, phone, email } = address
  const print = isUnitedStates(address) ? printForUnitedStates : printForElsewhere
  return {
    ...(name !== undefined && { name: print.line(name) }),
    ...(company !== undefined && { company }),
    street1: print.street(address.street1),
    ...(street2 !== undefined && { street2: print.secondLine(street2) }),
    city: print.city(address.city),
    state: print.state(address.state),
    zip: print.zip(address.zip),
    country: toCountryCode(address.country),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
  }
}

const printForUnitedStates = {
  line: (text: string) => cleanLine(text) || toCapitals(text),
  street: (text: string) => normaliseStreet(text) || toCapitals(text),
  secondLine: (text: string) => normaliseSecondLine(text) || toCapitals(text),
  // The apostrophe becomes a space in COEUR D'ALENE and O'FALLON, and is dropped in LEE'S SUMMIT.
  city: (text: string) =>
    cleanLine(text.replace(/(^|\s)(\p{L})['’](?=\p{L})/gu, '$1$2 ')) || toCapitals(text),
  state: toStateCode,
  zip: formatZip,
} as const

const printForElsewhere = {
  line: toCapitals,
  street: toCapitals,
  secondLine: toCapitals,
  city: toCapitals,
  state: toCapitals,
  zip: toCapitals,
} as const
