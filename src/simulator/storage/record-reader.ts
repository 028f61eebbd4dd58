import * as z from 'zod'
import { clock } from '../accounts/records/clock.ts'
import { recordSchemas } from '../accounts/records/collections.ts'
import { count, instant, nullable } from '../accounts/records/fields.ts'
import { issueMessages } from '../requests/issue-messages.ts'
import type { RecordEntry } from './journal.ts'

const initialClock = z.strictObject({
  mode: clock.shape.mode,
  rate: clock.shape.rate,
  nowMs: nullable(instant),
})

const account = z
  .strictObject({
    id: z.string(),
    seed: z.string(),
    loadedSeed: z.string().exactOptional(),
    clock: initialClock,
    keys: z.array(z.string()).exactOptional(),
    keyPrefix: z
      .string()
      .regex(/^[0-9a-f]{1,8}$/, 'is no key prefix')
      .exactOptional(),
    // A field that earlier versions wrote, and that is no longer used.
    idsOf: z.string().exactOptional(),
  })
  .transform(({ idsOf: _, ...record }) => record)

const namedSnapshot = z.strictObject({
  account: z.string(),
  name: z.string(),
  number: count,
  parts: count,
  bytes: count,
  savedAtMs: instant,
  clockAtMs: instant,
})

/** The schemas of the records that belong to no account, by collection. */
const schemasOutsideAccounts = new Map<string, z.ZodType>([
  ['start', z.strictObject({ seed: z.string(), starts: count, latestRealMs: instant.exactOptional() })],
  ['accounts', account],
  ['account_ids', count],
  ['uses', instant],
  ['snapshots', namedSnapshot],
  ['snapshot_parts', z.string()],
])

const accountSchemas = new Map<string, z.ZodType>(Object.entries(recordSchemas))

/**
 * Returns the record in a value from a data file of any version. Throws an Error that says what is wrong with
 * the value.
 */
export function readRecord({ account, collection, id }: RecordEntry, value: unknown): unknown {
  const schema = (account === '' ? schemasOutsideAccounts : accountSchemas).get(collection)
  if (schema === undefined) throw new Error(`unknown collection ${collection}`)
  const { success, data, error } = schema.safeParse(value, issueMessages)
  if (success) return data
  const [issue] = error.issues
  const where = [collection, id, ...(issue?.path ?? [])].map(String).join(' ')
  throw new Error(`${where} ${issue?.message}`)
}
