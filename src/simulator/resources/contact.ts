export interface Contact {
  readonly phone: string
  readonly email: string
}

/**
 * How many people the sandbox makes up: enough that two labels seldom share one, few enough to make at once, and as many
 * as two hexadecimal digits tell apart.
 */
const poolSize = 256

let pool: readonly Contact[] = []

/**
 * Makes the pool of people, once; undefined where it is made. To be awaited before a label is shown: faker takes longer to load than all the
 * rest, so nothing loads it before the first label.
 */
export function loadContacts(): Promise<void> | undefined {
  return pool.length > 0 ? undefined : makeContacts()
}

async function makeContacts(): Promise<void> {
  const { faker } = await import('@faker-js/faker/locale/en_US')
  faker.seed(poolSize)
  pool = Array.from({ length: poolSize }, () => ({
    // The range set aside for fiction, so that nobody is called.
    phone: `+1${faker.string.numeric({ length: 3, allowLeadingZeros: false })}55501${faker.string.numeric(2)}`,
    email: faker.internet.exampleEmail().toLowerCase(),
  }))
}

/** The made-up phone and email of a shipment's sender or recipient: the same on every read (choices 21). */
export function contactOf(shipmentId: string, side: 'from' | 'to'): Contact {
  // An id is a random draw already: its last digits, two for each side, pick one of the 256.
  const digits = side === 'from' ? shipmentId.slice(-4, -2) : shipmentId.slice(-2)
  const contact = pool[Number.parseInt(digits, 16)]
  if (contact === undefined) throw new Error('A label was shown before the contacts were loaded')
  return contact
}
