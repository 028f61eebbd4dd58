import * as z from 'zod'
import { snapshotFormat, snapshotVersion } from '../../accounts/snapshot.ts'
import { type BodyOf, body, describeSchema, text, timestamp } from '../body-schema.ts'

/**
 * An account's whole state. The records themselves are described in accounts/records/: clients send them back
 * unchanged.
 */
export const snapshotBody = body(
  {
    format: describeSchema(z.literal(snapshotFormat), 'The format of the document.'),
    version: describeSchema(z.literal(snapshotVersion), 'The version of that format.'),
    account: text('The id of the account that the snapshot was taken from.'),
    seed: text('The seed of that account.'),
    ids_of: text('The same as `account`. It has no use any more.'),
    collections: describeSchema(
      z.record(z.string(), z.record(z.string(), z.unknown())),
      'The records of the account, by kind and id. To restore the account, send them back unchanged.',
    ),
  },
  "A snapshot: an account's whole state as one document.",
  { id: 'Snapshot' },
)

/** A snapshot that the simulator keeps under a name. */
export type NamedSnapshotBody = BodyOf<typeof namedSnapshotBody>
export const namedSnapshotBody = body(
  {
    name: text('The name of the snapshot.'),
    saved_at: timestamp('The real time when it was saved.'),
    clock_at: timestamp("The time of the account's clock in the snapshot."),
    bytes: describeSchema(z.int(), 'The size of the document in bytes.'),
  },
  'A snapshot that the simulator keeps under a name.',
  { id: 'NamedSnapshot' },
)
