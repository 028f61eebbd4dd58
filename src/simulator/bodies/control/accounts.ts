import * as z from 'zod'
import { type BodyOf, body, describeSchema, listOf, text, textOrNull, timestamp } from '../body-schema.ts'
import { clockBody } from './clock.ts'

const lastUsedAt = timestamp(
  'When a request last came with a key of the account, or its settings were last changed: real time, to the second.',
).meta({ examples: ['2030-03-04T12:00:00.000Z'] })

/** An account with its keys and settings, as the control protocol shows it. */
export type AccountBody = BodyOf<typeof accountBody>
export const accountBody = body(
  {
    id: text('The id of the account. Paths of the control protocol contain it.'),
    keys: body(
      {
        test: textOrNull(
          'The first test key; null if the account has none, as after a restored snapshot without keys.',
        ),
        live: textOrNull('The first live key; null if the account has no live key.'),
      },
      'The first key of the account in each environment.',
    ),
    clock: describeSchema(clockBody, "The account's clock."),
    last_used_at: lastUsedAt.exactOptional(),
  },
  'An account: one client of the service, with data, keys and a clock of its own.',
  { id: 'Account' },
)

/** The idle accounts that a prune request deleted. */
export type PrunedBody = BodyOf<typeof prunedBody>
export const prunedBody = body(
  {
    accounts: listOf(
      body(
        { id: text('The id of the account.').meta({ examples: ['pr-123'] }), last_used_at: lastUsedAt },
        'An account that was not used for the time that the request named.',
      ),
      'The accounts that were deleted, or with `dry_run` would be; the one that was not used for the longest time is first.',
    ),
    dry_run: describeSchema(z.boolean(), 'Whether the accounts were only listed and not deleted.'),
  },
  'The accounts that were idle.',
  { id: 'PrunedAccounts' },
)

/** The simulator's description of itself. */
export type DiscoveryBody = BodyOf<typeof discoveryBody>
export const discoveryBody = body(
  {
    protocol: text('The version of the control protocol.'),
    implementation: body(
      { name: text('The name of the implementation.'), version: text('The version of the implementation.') },
      'The implementation that responds.',
    ),
    capabilities: listOf(
      text('The name of a part of the control protocol.'),
      'The parts of the control protocol that this implementation supports.',
    ),
    tracking_scripts: listOf(
      text('The name of a tracking script.'),
      'The tracking scripts that a tracking number can follow.',
    ),
    carriers: listOf(text('The name of a carrier.'), 'The carriers that are simulated.'),
    variations: listOf(
      text('The id of a variation.'),
      'The variations that change the responses of the service; empty if it runs without a variation.',
    ).exactOptional(),
  },
  'The implementation of the control protocol that responds, and what it supports.',
  { id: 'Discovery' },
)
