import { phaseOf } from '../resource-phase.ts'
import type { Action, ClientName } from '../step.ts'
import { referenceTo } from '../walk-world.ts'
import {
  type Choice,
  type ChoiceContext,
  latestOfEach,
  strangerFeatures,
  usualQuote,
  withFollowUp,
} from './choice.ts'

/** Scopes for limited keys: each scope alone in some set, and some together. */
const scopeSets: readonly (readonly string[])[] = [
  ['wallet:read'],
  ['rates:read'],
  ['labels:write'],
  ['labels:read'],
  ['tracking:read'],
  ['batches:write'],
  ['batches:read'],
  ['addresses:read', 'carrier-accounts:read'],
  ['rates:read', 'labels:read', 'batches:read', 'wallet:read'],
]

const lifetimes = [60, 600, 86_400] as const

/** Lists how keys can be created and revoked. */
export function keyChoices(context: ChoiceContext): readonly Choice[] {
  const { can, world, draw } = context
  if (!can.keys) return []
  const count = world.resources.filter(({ kind }) => kind === 'key').length
  const make = (client: ClientName, cell: string, action: Action): Choice => ({
    cell,
    features: ['keys', ...strangerFeatures(client)],
    actions: [action],
    weight: count < 3 ? 0.6 : 0.1,
  })
  const scopes = draw.pick(scopeSets, 'scopes', world.resources.length) ?? ['wallet:read']
  const expiresInSeconds = draw.pick(lifetimes, 'lifetime', world.resources.length) ?? 60
  return [
    ...can.clients.flatMap((client) =>
      can.environments.flatMap((environment) => [
        make(client, `create key / full / ${environment}`, { do: 'create key', client, environment }),
        make(client, `create key / ${scopes.join(' ')} / ${environment}`, {
          do: 'create key',
          client,
          environment,
          scopes,
        }),
        make(client, `create key / for ${expiresInSeconds} s / ${environment}`, {
          do: 'create key',
          client,
          environment,
          expiresInSeconds,
        }),
      ]),
    ),
    ...latestOfEach(world, 'key')
      .filter((key) => !key.marks.includes('key revoked'))
      .flatMap((key) => {
        const named = referenceTo(key)
        const choice: Choice = {
          cell: `revoke key / ${phaseOf(key, world)} / ${key.environment}`,
          features: ['keys'],
          actions: [{ do: 'revoke key', client: key.client, key: named }],
          about: key,
          weight: 0.8,
        }
        return withFollowUp(choice, [usualQuote(key.client, named)])
      }),
  ]
}
