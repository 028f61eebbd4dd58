import * as z from 'zod'
import { refuseField } from '../requests/json-body.ts'
import { LargeMembers } from '../requests/large-json.ts'
import { parse } from '../requests/parse.ts'
import { type AccountRecords, recordSchemas } from './records/collections.ts'
import { text } from './records/fields.ts'
import { snapshotFormat, snapshotVersion } from './snapshot.ts'

/** The shape of a snapshot. It may come from anywhere, so all of it is checked before any of it is used. */

const records = z.custom<object>(isObject, 'must be an object')

/** Collections with any number of records. One that older snapshots lack has `{}` as its default. */
const many = {
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
  version: z.literal(snapshotVersion, { error: `must be ${snapshotVersion}, the one this version reads` }),
  account: text,
  seed: text,
  ids_of: text,
  collections: z.strictObject({
    clock: refuseUnknownFields(recordSchemas.clock),
    wallet: refuseUnknownFields(recordSchemas.wallet),
    webhook: refuseUnknownFields(recordSchemas.webhook),
    ...many,
  }),
})

/** Checks a snapshot and each of its records, one record at a time because there may be very many. */
export function* readRecords(body: unknown) {
  const { collections, ...told } = parse(outline, completeSingleRecords(body))
  const { clock, wallet, webhook } = collections
  const read = <Name extends ManyRecords>(name: Name) =>
    readCollection(name, { schema: recordSchemas[name], given: collections[name] })
  const recordsOf: { readonly [Name in ManyRecords]: ReadonlyMap<string, AccountRecords[Name]> } = {
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
  return { ...told, collections: { clock, wallet, webhook, ...recordsOf } }
}

type Steps = ReturnType<typeof readRecords>

export type CheckedSnapshot = Steps extends Generator<void, infer Snapshot> ? Snapshot : never

type ManyRecords = Exclude<keyof AccountRecords, 'clock' | 'wallet' | 'webhook'>

/**
 * Reads records by id. An id may be any text: zod's own record schema would drop `__proto__`. The result is a
 * Map, because listing the members of an object of 200,000 takes longer than a step may.
 */
function* readCollection<T>(
  name: string,
  { schema, given }: { readonly schema: z.ZodType<T>; readonly given: object },
): Generator<void, ReadonlyMap<string, T>> {
  const read = new Map<string, T>()
  for (const [id, record] of given instanceof LargeMembers ? given.entries() : Object.entries(given)) {
    if (findIdInRecord(record, id) !== id)
      refuseField(`collections.${name}.${id}.id`, 'must be the id that the record is stored under')
    read.set(id, parse(schema, record, ['collections', name, id]))
    yield
  }
  return read
}

/** Returns the id within a record, or its key in the collection if it contains none. */
function findIdInRecord(record: unknown, id: string): unknown {
  return typeof record === 'object' && record !== null ? (Reflect.get(record, 'id') ?? id) : id
}

/** Returns a body in which the single-record collections are whole, even if it arrived in parts. */
function completeSingleRecords(body: unknown): unknown {
  const { collections } = Object(body)
  if (typeof collections !== 'object' || collections === null) return body
  const members = Object.entries(collections).map(([name, records]) => [
    name,
    records instanceof LargeMembers && !Object.hasOwn(many, name) ? records.collect() : records,
  ])
  return { ...Object(body), collections: Object.fromEntries(members) }
}

function refuseUnknownFields<Schema extends z.ZodType>(schema: Schema) {
  return z.strictObject({ it: schema })
}

function isObject(given: unknown): boolean {
  const isList = given instanceof LargeMembers ? given.isList : Array.isArray(given)
  return typeof given === 'object' && given !== null && !isList
}
