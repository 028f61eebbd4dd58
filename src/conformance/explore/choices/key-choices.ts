import { phaseOf } from '../resource-phase.ts'
import type { Action, ClientName } from '../step.ts'
import { referenceTo } from '../walk-state.ts'
import { type Choice, latest, type Moment, usualQuote, withFollowUp } from './choice.ts'

/** What a limited key may be allowed: each scope alone somewhere, and some together. */
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

/** Keys that are made, run out and are revoked. */
export function keys(moment: Moment): readonly Choice[] {
  const { can, world, draw } = moment
  if (!can.keys) return []
  const count = world.things.filter(({ kind }) => kind === 'key').length
  const make = (client: ClientName, cell: string, action: Action): Choice => ({
    cell,
    features: client === 'a' ? ['keys'] : ['keys', 'strangers'],
    actions: [action],
    weight: count < 3 ? 0.6 : 0.1,
  })
  const scopes = draw.one(scopeSets, 'scopes', world.things.length) ?? ['wallet:read']
  const expiresInSeconds = draw.one(lifetimes, 'lifetime', world.things.length) ?? 60
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
    ...latest(world, 'key')
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
