import * as z from 'zod'
import { plainWords } from './plain-words.ts'
import { text } from './record-fields.ts'
import { recordSchemas } from './record-schemas.ts'
import { snapshotFormat, snapshotVersion } from './snapshot.ts'

/** What a snapshot must look like before any of it is taken over: it may come from anywhere. */

const only = <Schema extends z.ZodType>(schema: Schema) => z.strictObject({ it: schema })

/** Records by their id, which may be any text: zod's own reader of such an object leaves `__proto__` out. */
function byId<T>(schema: z.ZodType<T>) {
  return z.custom<object>(isObject, 'must be an object').transform((records, context) => {
    const read = Object.entries(records).flatMap(([id, record]): [string, T][] => {
      const { data, error } = schema.safeParse(record, plainWords)
      for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: [id, ...issue.path] })
      return data === undefined ? [] : [[id, data]]
    })
    return Object.fromEntries(read)
  })
}

function isObject(given: unknown): boolean {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

export const snapshotSchema = z.strictObject({
  format: z.literal(snapshotFormat, { error: `must be ${snapshotFormat}` }),
  version: z.literal(snapshotVersion, { error: `must be ${snapshotVersion}, the one this version reads` }),
  account: text,
  seed: text,
  ids_of: text,
  collections: z.strictObject({
    clock: only(recordSchemas.clock),
    wallet: only(recordSchemas.wallet),
    webhook: only(recordSchemas.webhook),
    counters: byId(recordSchemas.counters),
    keys: byId(recordSchemas.keys),
    limit_windows: byId(recordSchemas.limit_windows),
    quotes: byId(recordSchemas.quotes),
    labels: byId(recordSchemas.labels),
    shipments: byId(recordSchemas.shipments),
    journeys: byId(recordSchemas.journeys),
    trackers: byId(recordSchemas.trackers),
    batches: byId(recordSchemas.batches),
    batch_items: byId(recordSchemas.batch_items),
    ledger: byId(recordSchemas.ledger),
    deliveries: byId(recordSchemas.deliveries),
    carrier_accounts: byId(recordSchemas.carrier_accounts),
    faults: byId(recordSchemas.faults),
    scenario_steps: byId(recordSchemas.scenario_steps),
  }),
})

export type CheckedSnapshot = z.infer<typeof snapshotSchema>
