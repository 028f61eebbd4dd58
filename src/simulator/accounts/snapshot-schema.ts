import * as z from 'zod'
import { refuseField } from '../requests/json-body.ts'
import { LargeMembers } from '../requests/large-json.ts'
import { parseBySchema } from '../requests/parse.ts'
import { type AccountRecords, recordSchemas } from './records/collections.ts'
import { text } from './records/fields.ts'
import { snapshotFormat, snapshotVersion } from './snapshot.ts'

/** The schema of a snapshot. A snapshot can come from anywhere, so it is checked completely before it is used. */

const records = z.custom<object>(isObject, 'must be an object')

/** The schemas of collections with any number of records. A collection that older snapshots lack needs `{}` as its default. */
const manyRecordsSchemas = {
  counters: records,
  keys: records,
  limit_windows: records,
  quotes: records,
  labels: records,
  shipments: records,
  journeys: records,
  trackers: records,
  batches: records,
  batch_items: records,
  ledger: records,
  deliveries: records,
  carrier_accounts: records,
  faults: records,
  scenario_steps: records,
} satisfies Record<ManyRecords, z.ZodType<object>>

const outline = z.strictObject({
  format: z.literal(snapshotFormat, { error: `must be ${snapshotFormat}` }),
  version: z.literal(snapshotVersion, {
    error: `must be ${snapshotVersion}: this simulator reads no other version of snapshots`,
  }),
  account: text,
  seed: text,
  ids_of: text,
  collections: z.strictObject({
    clock: createSingleRecordSchema(recordSchemas.clock),
    wallet: createSingleRecordSchema(recordSchemas.wallet),
    webhook: createSingleRecordSchema(recordSchemas.webhook),
    ...manyRecordsSchemas,
  }),
})

/**
 * Checks a snapshot and each of its records. Yields after each record, so that other requests can run: a snapshot may
 * have very many records.
 */
export function* readRecords(body: unknown) {
  const { collections, ...facts } = parseBySchema(outline, parseSingleRecords(body))
  const { clock, wallet, webhook } = collections
  const read = <Name extends ManyRecords>(name: Name) =>
    readCollection(name, { schema: recordSchemas[name], given: collections[name] })
  const recordsByCollection: { readonly [Name in ManyRecords]: ReadonlyMap<string, AccountRecords[Name]> } = {
    counters: yield* read('counters'),
    keys: yield* read('keys'),
    limit_windows: yield* read('limit_windows'),
    quotes: yield* read('quotes'),
    labels: yield* read('labels'),
    shipments: yield* read('shipments'),
    journeys: yield* read('journeys'),
    trackers: yield* read('trackers'),
    batches: yield* read('batches'),
    batch_items: yield* read('batch_items'),
    ledger: yield* read('ledger'),
    deliveries: yield* read('deliveries'),
    carrier_accounts: yield* read('carrier_accounts'),
    faults: yield* read('faults'),
    scenario_steps: yield* read('scenario_steps'),
  }
  return { ...facts, collections: { clock, wallet, webhook, ...recordsByCollection } }
}

type Steps = ReturnType<typeof readRecords>

export type CheckedSnapshot = Steps extends Generator<void, infer Snapshot> ? Snapshot : never

type ManyRecords = Exclude<keyof AccountRecords, 'clock' | 'wallet' | 'webhook'>

/**
 * Checks the records of a collection one by one, and returns them by id. An id may be any text, also `__proto__`,
 * which the record schema of zod would drop. The result is a Map: listing 200,000 members of an object would block
 * other requests for too long.
 */
function* readCollection<T>(
  name: string,
  { schema, given }: { readonly schema: z.ZodType<T>; readonly given: object },
): Generator<void, ReadonlyMap<string, T>> {
  const read = new Map<string, T>()
  for (const [id, record] of given instanceof LargeMembers ? given.entries() : Object.entries(given)) {
    if (findIdInRecord(record, id) !== id)
      refuseField(`collections.${name}.${id}.id`, 'must be the id that the record is stored under')
    read.set(id, parseBySchema(schema, record, ['collections', name, id]))
    yield
  }
  return read
}

/** Returns the `id` field of a record; `id` if the record has none. */
function findIdInRecord(record: unknown, id: string): unknown {
  return typeof record === 'object' && record !== null ? (Reflect.get(record, 'id') ?? id) : id
}

/**
 * Returns a body with each collection of a single record as a plain object. A body that was parsed in parts has a
 * `LargeMembers` there.
 */
function parseSingleRecords(body: unknown): unknown {
  const { collections } = Object(body)
  if (typeof collections !== 'object' || collections === null) return body
  const members = Object.entries(collections).map(([name, records]) => [
    name,
    records instanceof LargeMembers && !Object.hasOwn(manyRecordsSchemas, name) ? records.collect() : records,
  ])
  return { ...Object(body), collections: Object.fromEntries(members) }
}

/** Returns the schema of a collection with a single record, which has the id `it`. */
function createSingleRecordSchema<Schema extends z.ZodType>(schema: Schema) {
  return z.strictObject({ it: schema })
}

function isObject(value: unknown): boolean {
  const isList = value instanceof LargeMembers ? value.isList : Array.isArray(value)
  return typeof value === 'object' && value !== null && !isList
}
