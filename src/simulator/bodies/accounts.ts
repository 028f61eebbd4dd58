import { type BodyOf, body, described, listOf, text, textOrNull } from './body-schema.ts'
import { clockBody } from './clock.ts'

export type AccountBody = BodyOf<typeof accountBody>
export const accountBody = body(
  {
    id: text('What it is called in paths.'),
    keys: body(
      {
        test: textOrNull('Its first test key; null where it has none, as after a snapshot without keys.'),
        live: textOrNull('Its first live key; null where it has none.'),
      },
      'Its first key for each environment.',
    ),
    clock: described(clockBody, 'Its clock.'),
  },
  'An account: one client of the service.',
)

/** What a simulator says of itself. */
export type DiscoveryBody = BodyOf<typeof discoveryBody>
export const discoveryBody = body(
  {
    protocol: text('The version of the protocol.'),
    implementation: body(
      { name: text('What it is called.'), version: text('Its version.') },
      'What answers.',
    ),
    capabilities: listOf(text('One of them.'), 'The parts of the protocol that it knows.'),
    tracking_scripts: listOf(text('The name of one.'), 'The scripts that a tracking number may follow.'),
    carriers: listOf(text('The name of one.'), 'The carriers that it has.'),
  },
  'What can be asked of it.',
)
