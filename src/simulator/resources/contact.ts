import phones from '../../../fixtures/geography/phones.json' with { type: 'json' }
import { findCountry } from '../geography/countries.ts'

export interface Contact {
  readonly phone: string
  readonly email: string
}

/**
 * The number of invented contacts. It is large enough that two labels seldom share a contact, small enough to make all
 * at once, and two hexadecimal digits can select one.
 */
const poolSize = 256

let emails: readonly string[] = []

/**
 * Makes the pool of invented contacts once; returns undefined if it exists. Must be awaited before a label is shown.
 * The library faker takes longer to load than everything else, so it is loaded only for the first label.
 */
export function loadContacts(): Promise<void> | undefined {
  return emails.length > 0 ? undefined : makeContacts()
}

async function makeContacts(): Promise<void> {
  const { faker } = await import('@faker-js/faker/locale/en_US')
  faker.seed(poolSize)
  emails = Array.from({ length: poolSize }, () => faker.internet.exampleEmail().toLowerCase())
}

/**
 * Returns the invented phone and email of a shipment's sender or recipient, the same on every read. The phone is a
 * number of the country (choices 21).
 */
export function findContact(shipmentId: string, side: 'from' | 'to', country: string): Contact {
  // Shipment ids are random, so their last four digits, two for each side, can pick one of the 256 contacts.
  const digits = side === 'from' ? shipmentId.slice(-4, -2) : shipmentId.slice(-2)
  const index = Number.parseInt(digits, 16)
  const email = emails[index]
  if (email === undefined) throw new Error('A label was shown before the contacts were loaded')
  return { phone: createPhone(country, index), email }
}

const numbers = new Map<string | undefined, readonly string[]>(Object.entries(phones.numbers))

function createPhone(country: string, index: number): string {
  const forms = numbers.get(findCountry(country.trim())?.code) ?? phones.numbers.US
  const form = forms[index % forms.length] ?? ''
  return form.replace('##', String(index % 100).padStart(2, '0'))
}
