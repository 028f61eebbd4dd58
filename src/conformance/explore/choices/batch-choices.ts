import { phaseOf, walletPhase } from '../resource-phase.ts'
import type { ClientName, Environment, Reference } from '../step.ts'
import { clientStateOf, type Resource, referenceTo } from '../walk-world.ts'
import {
  byEveryAsker,
  type Choice,
  type ChoiceContext,
  latestOfEach,
  liveFeatures,
  strangerFeatures,
} from './choice.ts'

/** Lists how batches can be created, bought and read. */
export function batchChoices(context: ChoiceContext): readonly Choice[] {
  const { can, world } = context
  if (!can.buying) return []
  return [
    ...can.clients.flatMap((client) =>
      can.environments.flatMap((environment) => creationChoices(context, client, environment)),
    ),
    ...latestOfEach(world, 'batch').flatMap((batch) => choicesOnBatch(context, batch)),
  ]
}

function creationChoices(
  context: ChoiceContext,
  client: ClientName,
  environment: Environment,
): readonly Choice[] {
  const { can, world } = context
  const of = (phase: string, owner: Environment = environment): Resource | undefined =>
    world.resources.findLast(
      (resource) =>
        resource.kind === 'rate' &&
        resource.client === client &&
        resource.environment === owner &&
        phaseOf(resource, world) === phase,
    )
  const fresh = of('rate fresh')
  const create = (name: string, items: readonly Reference[], weight: number): Choice => ({
    cell: `createBatch / ${name} / owner`,
    features: ['batches', ...liveFeatures(environment), ...strangerFeatures(client)],
    actions: [{ do: 'call', client, key: environment, operation: 'createBatch', body: { items } }],
    ...(fresh !== undefined && { about: fresh }),
    weight,
  })
  const empty = create('no items', [], 0.1)
  if (fresh === undefined) return [empty]
  const item = referenceTo(fresh, 'item')
  const money = (count: number): string =>
    environment === 'live' ? `, ${walletPhase(count * fresh.cents, clientStateOf(world, client))}` : ''
  const bad = of('rate that cannot be bought')
  const old = of('rate expired') ?? of('rate bought')
  return [
    empty,
    create(`one item${money(1)}`, [item], 1.5),
    create(`three items${money(3)}`, [item, item, item], 0.8),
    ...(bad === undefined ? [] : [create('one item good, one bad', [item, referenceTo(bad, 'item')], 1)]),
    ...(can.load ? [create('more items than it takes', [referenceTo(fresh, 'item', 5_001)], 0.05)] : []),
    ...(old === undefined ? [] : [create('one item of an old rate', [referenceTo(old, 'item')], 0.6)]),
    ...byEveryAsker(context, fresh, {
      operation: 'createBatch',
      state: 'one item',
      feature: 'batches',
      body: { items: [item] },
    }).filter(({ cell }) => !cell.endsWith('/ owner')),
  ]
}

function choicesOnBatch(context: ChoiceContext, batch: Resource): readonly Choice[] {
  const state = phaseOf(batch, context.world)
  const id = referenceTo(batch)
  return [
    ...byEveryAsker(context, batch, { operation: 'buyBatch', state, feature: 'batches', weight: 2, id }),
    ...byEveryAsker(context, batch, { operation: 'getBatch', state, feature: 'batches', weight: 1.2, id }),
  ]
}
