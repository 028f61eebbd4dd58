import { describePaymentPhase, phaseOf } from '../resource-phase.ts'
import type { CallAction, ClientName, Environment, Reference, WalkOperation } from '../step.ts'
import { clientStateOf, type Resource, referenceTo, resourcesOf } from '../walk-world.ts'
import { listCallsByEachAsker, listCallsWithEachKey } from './askers.ts'
import { createCall, shipments } from './calls.ts'
import { describePurchaseState } from './cells.ts'
import {
  type Choice,
  type ChoiceContext,
  createControlChoice,
  findLatestOfEachPhase,
  listFeaturesForClient,
  listFeaturesForEnvironment,
} from './choice.ts'

const quoted = ['usual', 'to a home', 'undeliverable', 'too heavy'] as const

const { from_address, to_address } = shipments.usual

/** Bodies of rates requests, and their names in the coverage of random walks. */
const quoteBodies = [
  ...quoted.map((name) => ({ name, body: shipments[name] })),
  { name: 'without a parcel', body: { from_address, to_address } },
]

/** Lists the choices of a random walk that quote rates and buy, read, void and scan labels. */
export function listPurchaseChoices(context: ChoiceContext): readonly Choice[] {
  const { world } = context
  return [
    ...listQuoteChoices(context),
    ...findLatestOfEachPhase(world, 'rate').flatMap((rate) => listChoicesOnRate(context, rate)),
    ...findLatestOfEachPhase(world, 'label').flatMap((label) => listChoicesOnLabel(context, label)),
    ...listUnknownIdChoices(context),
  ]
}

function listQuoteChoices(context: ChoiceContext): readonly Choice[] {
  const { world, can } = context
  return can.clients.flatMap((client) =>
    can.environments.flatMap((environment) => {
      const clientState = clientStateOf(world, client)
      const carriers = clientState.faults.filter((each) => each.startsWith('carrier:'))
      const state = carriers.length === 0 ? 'all well' : 'carriers in trouble'
      // Walks quote more often after a change of carriers or carrier accounts, since only a new quote shows its effect.
      const isTroubled = clientState.hadCarrierFault || resourcesOf(world, 'account', client).length > 0
      const rates = resourcesOf(world, 'rate', client, environment)
      const hasFresh = rates.some((rate) => phaseOf(rate, world) === 'rate fresh')
      return listCallsWithEachKey(context, { client, environment }, 'createRates', (who) =>
        quoteBodies
          .filter(({ name }) => name === 'usual' || who === 'owner')
          .map(({ name, body }) => ({
            state: `${name}, ${state}`,
            features: [
              ...listFeaturesForClient(client),
              ...(name === 'usual' ? [] : (['addresses'] as const)),
            ],
            body,
            weight: name === 'usual' && who === 'owner' ? (hasFresh ? (isTroubled ? 3 : 0.5) : 6) : 0.5,
          })),
      )
    }),
  )
}

function listChoicesOnRate(context: ChoiceContext, rate: Resource): readonly Choice[] {
  const { world, can } = context
  if (!can.buying) return []
  const phase = phaseOf(rate, world)
  return listCallsByEachAsker(context, rate, {
    operation: 'buyLabel',
    state: describePurchaseState(rate, world),
    feature: 'buying',
    weight: phase === 'rate fresh' ? 4 : 1,
    body: { rate_id: referenceTo(rate) },
  })
}

function listChoicesOnLabel(context: ChoiceContext, label: Resource): readonly Choice[] {
  const { world, can } = context
  const state = phaseOf(label, world)
  const id = referenceTo(label)
  return [
    ...listCallsByEachAsker(context, label, { operation: 'getLabel', state, feature: 'buying', id }),
    ...listCallsByEachAsker(context, label, {
      operation: 'voidLabel',
      state,
      feature: 'voids',
      weight: 2,
      id,
    }),
    ...listCallsByEachAsker(context, label, {
      operation: 'downloadLabel',
      state,
      feature: 'buying',
      weight: 0.3,
      id,
    }),
    ...(can.scan && !label.marks.includes('scanned')
      ? [
          createControlChoice(
            `scan / ${state} / carrier`,
            'voids',
            { do: 'scan', client: label.client, label: id },
            { about: label, weight: 0.7 },
          ),
        ]
      : []),
  ]
}

/** Lists the choices of a random walk that send an unknown id, or the id of another kind of resource. */
function listUnknownIdChoices({ can, world }: ChoiceContext): readonly Choice[] {
  const [client] = can.clients
  if (client === undefined) return []
  const label = world.resources.findLast((resource) => resource.kind === 'label')
  const listChoicesWithId = (
    operation: WalkOperation,
    what: string,
    named: Pick<CallAction, 'id' | 'body'>,
    weight = 0.15,
  ): readonly Choice[] =>
    can.environments.map((key) => ({
      cell: `${operation} / id of ${what} / owner`,
      features: listFeaturesForEnvironment(key),
      actions: [createCall(client, key, operation, named)],
      weight,
    }))
  return [
    ...unknownIds.flatMap(([operation, id]) => listChoicesWithId(operation, 'nothing', { id })),
    ...(can.buying
      ? listChoicesWithId('buyLabel', 'nothing', { body: { rate_id: 'rate_000000000000000000000000' } }, 0.2)
      : []),
    ...(label === undefined
      ? []
      : (['getBatch', 'getTracker'] as const).flatMap((operation) =>
          listChoicesWithId(operation, 'a label', { id: referenceTo(label) }),
        )),
  ]
}

const unknownIds = [
  ['getLabel', 'lbl_000000000000000000000000'],
  ['voidLabel', 'lbl_000000000000000000000000'],
  ['getBatch', 'bat_000000000000000000000000'],
  ['buyBatch', 'bat_000000000000000000000000'],
  ['getTracker', 'trk_000000000000000000000000'],
] as const

/** Lists the choices of a random walk that create, buy and read batches. */
export function listBatchChoices(context: ChoiceContext): readonly Choice[] {
  const { can, world } = context
  if (!can.buying) return []
  return [
    ...can.clients.flatMap((client) =>
      can.environments.flatMap((environment) => listBatchCreations(context, client, environment)),
    ),
    ...findLatestOfEachPhase(world, 'batch').flatMap((batch) => listChoicesOnBatch(context, batch)),
  ]
}

/** Lists requests that create a batch: with no, one, three or too many items, and with items that cannot be bought. */
function listBatchCreations(
  context: ChoiceContext,
  client: ClientName,
  environment: Environment,
): readonly Choice[] {
  const { can, world } = context
  const findNewestRate = (phase: string, owner: Environment = environment): Resource | undefined =>
    resourcesOf(world, 'rate', client, owner).findLast((rate) => phaseOf(rate, world) === phase)
  const fresh = findNewestRate('rate fresh')
  const createBatchChoice = (name: string, items: readonly Reference[], weight: number): Choice => ({
    cell: `createBatch / ${name} / owner`,
    features: ['batches', ...listFeaturesForEnvironment(environment), ...listFeaturesForClient(client)],
    actions: [createCall(client, environment, 'createBatch', { body: { items } })],
    ...(fresh !== undefined && { about: fresh }),
    weight,
  })
  const empty = createBatchChoice('no items', [], 0.1)
  if (fresh === undefined) return [empty]
  const item = referenceTo(fresh, 'item')
  const describePayment = (count: number): string =>
    environment === 'live'
      ? `, ${describePaymentPhase(count * fresh.cents, clientStateOf(world, client))}`
      : ''
  const bad = findNewestRate('rate that cannot be bought')
  const old = findNewestRate('rate expired') ?? findNewestRate('rate bought')
  return [
    empty,
    createBatchChoice(`one item${describePayment(1)}`, [item], 1.5),
    createBatchChoice(`three items${describePayment(3)}`, [item, item, item], 0.8),
    ...(bad === undefined
      ? []
      : [createBatchChoice('one item good, one bad', [item, referenceTo(bad, 'item')], 1)]),
    ...(can.load
      ? [createBatchChoice('more items than it takes', [referenceTo(fresh, 'item', 5_001)], 0.05)]
      : []),
    ...(old === undefined
      ? []
      : [createBatchChoice('one item of an old rate', [referenceTo(old, 'item')], 0.6)]),
    ...listCallsByEachAsker(context, fresh, {
      operation: 'createBatch',
      state: 'one item',
      feature: 'batches',
      body: { items: [item] },
    }).filter(({ cell }) => !cell.endsWith('/ owner')),
  ]
}

function listChoicesOnBatch(context: ChoiceContext, batch: Resource): readonly Choice[] {
  const state = phaseOf(batch, context.world)
  const id = referenceTo(batch)
  return [
    ...listCallsByEachAsker(context, batch, {
      operation: 'buyBatch',
      state,
      feature: 'batches',
      weight: 2,
      id,
    }),
    ...listCallsByEachAsker(context, batch, {
      operation: 'getBatch',
      state,
      feature: 'batches',
      weight: 1.2,
      id,
    }),
  ]
}
