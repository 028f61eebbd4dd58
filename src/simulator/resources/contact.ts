import phones from '../../../fixtures/geography/phones.json' with { type: 'json' }
import { findCountry } from '../geography/countries.ts'

export interface Contact {
  readonly phone: string
  readonly email: string
}

/**
 * The number of invented contacts. With 256 contacts, two labels seldom share one, all can be made at once, and two
 * hexadecimal digits select one.
 */
const poolSize = 256

let emails: readonly string[] = []

/**
 * Makes the pool of invented contacts at the first call; returns undefined if it exists. Callers must await it before
 * they show a label. The library faker takes longer to load than everything else, so it is loaded only for the first
 * label.
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
 * Returns the invented phone number and email of a shipment's sender or recipient. Every call returns the same ones.
 * The phone number is one of the country (choices 21).
 */
export function findContact(shipmentId: string, side: 'from' | 'to', country: string): Contact {
  // Shipment ids are random, so their last four digits, two for each side, can pick one of the 256 contacts.
  const digits = side === 'from' ? shipmentId.slice(-4, -2) : shipmentId.slice(-2)
  const index = Number.parseInt(digits, 16)
  const email = emails[index]
  if (email === undefined) throw new Error('A label was shown before the contacts were loaded')
  return { phone: createPhoneNumber(country, index), email }
}

const numbers = new Map<string | undefined, readonly string[]>(Object.entries(phones.numbers))

function createPhoneNumber(country: string, index: number): string {
  const forms = numbers.get(findCountry(country.trim())?.code) ?? phones.numbers.US
  const form = forms[index % forms.length] ?? ''
  return form.replace('##', String(index % 100).padStart(2, '0'))
}
