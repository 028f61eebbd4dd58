import * as z from 'zod'
import { snapshotFormat, snapshotVersion } from '../accounts/snapshot.ts'
import { body, described, text } from './body-schema.ts'

/** An account's whole state. The records themselves are described in accounts/records/: clients pass them back unread. */
export const snapshotBody = body(
  {
    format: described(z.literal(snapshotFormat), 'What the document is.'),
    version: described(z.literal(snapshotVersion), 'The version of its form.'),
    account: text('The account that it was taken of.'),
    seed: text('The seed of that account.'),
    ids_of: text('That account once more.'),
    collections: described(
      z.record(z.string(), z.record(z.string(), z.unknown())),
      'The records of the account by kind and id, to be given back as they came.',
    ),
  },
  "An account's whole state as one document.",
)
