import { type BodyOf, body, described, listOf, text, textOrNull } from '../body-schema.ts'
import { clockBody } from './clock.ts'

export type AccountBody = BodyOf<typeof accountBody>
export const accountBody = body(
  {
    id: text('The id of the account, as paths have it.'),
    keys: body(
      {
        test: textOrNull(
          'The first test key; null if the account has none, as after a restored snapshot without keys.',
        ),
        live: textOrNull('The first live key; null if the account has none.'),
      },
      'The first key of the account in each environment.',
    ),
    clock: described(clockBody, "The account's clock."),
  },
  'An account: one client of the service, with data, keys and a clock of its own.',
  { id: 'Account' },
)

/** The simulator's description of itself. */
export type DiscoveryBody = BodyOf<typeof discoveryBody>
export const discoveryBody = body(
  {
    protocol: text('The version of the control protocol.'),
    implementation: body(
      { name: text('The name of the implementation.'), version: text('The version of the implementation.') },
      'The implementation that answers.',
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
      'The variations by which the service responds otherwise; empty if it responds as usual.',
    ).exactOptional(),
  },
  'The implementation that answers, and what it supports.',
  { id: 'Discovery' },
)
