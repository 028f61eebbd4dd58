export interface Contact {
  readonly phone: string
  readonly email: string
}

/**
 * Enough people that two labels seldom share one, few enough to make at once, and exactly what two hexadecimal
 * digits can select.
 */
const poolSize = 256

let pool: readonly Contact[] = []

/**
 * Makes the pool of invented people once; undefined if it exists. Must be awaited before a label is shown. faker
 * takes longer to load than everything else, so it is loaded only for the first label.
 */
export function loadContacts(): Promise<void> | undefined {
  return pool.length > 0 ? undefined : makeContacts()
}

async function makeContacts(): Promise<void> {
  const { faker } = await import('@faker-js/faker/locale/en_US')
  faker.seed(poolSize)
  pool = Array.from({ length: poolSize }, () => ({
    // The numbers reserved for fiction, so that nobody real is called.
    phone: `+1${faker.string.numeric({ length: 3, allowLeadingZeros: false })}55501${faker.string.numeric(2)}`,
    email: faker.internet.exampleEmail().toLowerCase(),
  }))
}

/** The invented phone and email of a shipment's sender or recipient, the same on every read (choices 21). */
export function contactOf(shipmentId: string, side: 'from' | 'to'): Contact {
  // Ids are random, so their last digits, two for each side, can pick one of the 256.
  const digits = side === 'from' ? shipmentId.slice(-4, -2) : shipmentId.slice(-2)
  const contact = pool[Number.parseInt(digits, 16)]
  if (contact === undefined) throw new Error('A label was shown before the contacts were loaded')
  return contact
}
