import { moneyFor, phaseOf } from '../resource-phase.ts'
import type { ClientName, Environment, Reference } from '../step.ts'
import { referenceTo, sideOf, type Thing } from '../walk-state.ts'
import { byEverybody, type Choice, latest, type Moment } from './choice.ts'

/** Batches of what was quoted, bought and read. */
export function batches(moment: Moment): readonly Choice[] {
  const { can, world } = moment
  if (!can.buying) return []
  return [
    ...can.clients.flatMap((client) =>
      can.environments.flatMap((environment) => creations(moment, client, environment)),
    ),
    ...latest(world, 'batch').flatMap((batch) => onBatch(moment, batch)),
  ]
}

function creations(moment: Moment, client: ClientName, environment: Environment): readonly Choice[] {
  const { can, world } = moment
  const of = (phase: string, owner: Environment = environment): Thing | undefined =>
    world.things.findLast(
      (thing) =>
        thing.kind === 'rate' &&
        thing.client === client &&
        thing.environment === owner &&
        phaseOf(thing, world) === phase,
    )
  const fresh = of('rate fresh')
  const create = (name: string, items: readonly Reference[], weight: number): Choice => ({
    cell: `createBatch / ${name} / owner`,
    features: ['batches', ...(environment === 'live' ? (['live'] as const) : []), ...stranger(client)],
    actions: [{ do: 'call', client, key: environment, operation: 'createBatch', body: { items } }],
    ...(fresh !== undefined && { about: fresh }),
    weight,
  })
  const empty = create('no items', [], 0.1)
  if (fresh === undefined) return [empty]
  const item = referenceTo(fresh, 'item')
  const money = (count: number): string =>
    environment === 'live' ? `, ${moneyFor(count * fresh.cents, sideOf(world, client))}` : ''
  const bad = of('rate that cannot be bought')
  const old = of('rate expired') ?? of('rate bought')
  return [
    empty,
    create(`one item${money(1)}`, [item], 1.5),
    create(`three items${money(3)}`, [item, item, item], 0.8),
    ...(bad === undefined ? [] : [create('one item good, one bad', [item, referenceTo(bad, 'item')], 1)]),
    ...(can.load ? [create('more items than it takes', [referenceTo(fresh, 'item', 5_001)], 0.05)] : []),
    ...(old === undefined ? [] : [create('one item of an old rate', [referenceTo(old, 'item')], 0.6)]),
    ...byEverybody(moment, fresh, {
      operation: 'createBatch',
      state: 'one item',
      feature: 'batches',
      body: { items: [item] },
    }).filter(({ cell }) => !cell.endsWith('/ owner')),
  ]
}

const stranger = (client: ClientName): readonly 'strangers'[] => (client === 'a' ? [] : ['strangers'])

function onBatch(moment: Moment, batch: Thing): readonly Choice[] {
  const state = phaseOf(batch, moment.world)
  const id = referenceTo(batch)
  return [
    ...byEverybody(moment, batch, { operation: 'buyBatch', state, feature: 'batches', weight: 2, id }),
    ...byEverybody(moment, batch, { operation: 'getBatch', state, feature: 'batches', weight: 1.2, id }),
  ]
}
