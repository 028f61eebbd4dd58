import type { Context } from '../context.ts'

export interface Contact {
  readonly phone: string
  readonly email: string
}

/** How many people the sandbox makes up: enough that two labels seldom share one, few enough to make at once. */
const poolSize = 256

let pool: readonly Contact[] = []

/**
 * Makes the pool of people, once. To be awaited before a label is shown: faker takes longer to load than all the
 * rest, so nothing loads it before the first label.
 */
export async function loadContacts(): Promise<void> {
  if (pool.length > 0) return
  const { faker } = await import('@faker-js/faker/locale/en_US')
  faker.seed(poolSize)
  pool = Array.from({ length: poolSize }, () => ({
    // The range set aside for fiction, so that nobody is called.
    phone: `+1${faker.string.numeric({ length: 3, allowLeadingZeros: false })}55501${faker.string.numeric(2)}`,
    email: faker.internet.exampleEmail().toLowerCase(),
  }))
}

/** A made-up phone and email that belong to a name: the same on every read (readings 21). */
export function contactOf(context: Context, name: string): Contact {
  const contact = pool[Number(context.random.digitsOf('contact', name, 6)) % poolSize]
  if (contact === undefined) throw new Error('A label was shown before the contacts were loaded')
  return contact
}
