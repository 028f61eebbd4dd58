import { phaseOf, walletPhase } from '../resource-phase.ts'
import type { CallAction, ClientName, Environment, Reference } from '../step.ts'
import { clientStateOf, type Resource, referenceTo, resourcesOf } from '../walk-world.ts'
import { purchaseState } from './cells.ts'
import {
  askersFor,
  byEveryAsker,
  type Choice,
  type ChoiceContext,
  latestOfEach,
  liveFeatures,
  shipments,
  strangerFeatures,
} from './choice.ts'

const quoted = ['usual', 'to a home', 'undeliverable', 'too heavy'] as const

const { from_address, to_address } = shipments.usual

/** The bodies of quotes, and their names in cells. */
const quoteBodies = [
  ...quoted.map((name) => ({ name, body: shipments[name] })),
  { name: 'without a parcel', body: { from_address, to_address } },
]

/** Lists quotes and purchases, and how labels can be read, voided and scanned. */
export function purchaseChoices(context: ChoiceContext): readonly Choice[] {
  const { world } = context
  return [
    ...quoteChoices(context),
    ...latestOfEach(world, 'rate').flatMap((rate) => choicesOnRate(context, rate)),
    ...latestOfEach(world, 'label').flatMap((label) => choicesOnLabel(context, label)),
    ...unknownIdChoices(context),
  ]
}

function quoteChoices(context: ChoiceContext): readonly Choice[] {
  const { world, can } = context
  return can.clients.flatMap((client) =>
    can.environments.flatMap((environment) => {
      const clientState = clientStateOf(world, client)
      const carriers = clientState.faults.filter((each) => each.startsWith('carrier:'))
      const state = carriers.length === 0 ? 'all well' : 'carriers in trouble'
      // Only quotes reveal failed carriers and connected accounts.
      const isTroubled = clientState.hadCarrierFault || resourcesOf(world, 'account', client).length > 0
      const rates = resourcesOf(world, 'rate', client, environment)
      const hasFresh = rates.some((rate) => phaseOf(rate, world) === 'rate fresh')
      return askersFor({ client, environment }, 'createRates', context)
        .filter(({ who }) => who !== 'other client' && who !== 'other environment')
        .flatMap(({ who, key, features }) =>
          quoteBodies
            .filter(({ name }) => name === 'usual' || who === 'owner')
            .map(({ name, body }): Choice => {
              const isUsual = name === 'usual' && who === 'owner'
              return {
                cell: `createRates / ${name}, ${state} / ${who}`,
                features: [
                  ...features,
                  ...strangerFeatures(client),
                  ...(name === 'usual' ? [] : (['addresses'] as const)),
                ],
                actions: [{ do: 'call', client, key, operation: 'createRates', body }],
                weight: isUsual ? (hasFresh ? (isTroubled ? 3 : 0.5) : 6) : 0.5,
              }
            }),
        )
    }),
  )
}

function choicesOnRate(context: ChoiceContext, rate: Resource): readonly Choice[] {
  const { world, can } = context
  if (!can.buying) return []
  const phase = phaseOf(rate, world)
  return byEveryAsker(context, rate, {
    operation: 'buyLabel',
    state: purchaseState(rate, world),
    feature: 'buying',
    weight: phase === 'rate fresh' ? 4 : 1,
    body: { rate_id: referenceTo(rate) },
  })
}

function choicesOnLabel(context: ChoiceContext, label: Resource): readonly Choice[] {
  const { world, can } = context
  const state = phaseOf(label, world)
  const id = referenceTo(label)
  return [
    ...byEveryAsker(context, label, { operation: 'getLabel', state, feature: 'buying', id }),
    ...byEveryAsker(context, label, { operation: 'voidLabel', state, feature: 'voids', weight: 2, id }),
    ...byEveryAsker(context, label, {
      operation: 'downloadLabel',
      state,
      feature: 'buying',
      weight: 0.3,
      id,
    }),
    ...(can.scan && !label.marks.includes('scanned')
      ? [
          {
            cell: `scan / ${state} / carrier`,
            features: ['voids'],
            actions: [{ do: 'scan', client: label.client, label: id }],
            about: label,
            weight: 0.7,
          } as const satisfies Choice,
        ]
      : []),
  ]
}

/** Lists reads with an id of another kind of resource, and with an unknown id. */
function unknownIdChoices({ can, world }: ChoiceContext): readonly Choice[] {
  const [client] = can.clients
  if (client === undefined) return []
  const unknownIds = [
    { operation: 'getLabel', id: 'lbl_000000000000000000000000' },
    { operation: 'voidLabel', id: 'lbl_000000000000000000000000' },
    { operation: 'getBatch', id: 'bat_000000000000000000000000' },
    { operation: 'buyBatch', id: 'bat_000000000000000000000000' },
    { operation: 'getTracker', id: 'trk_000000000000000000000000' },
  ] as const
  const call = (operation: CallAction['operation'], id: CallAction['id'], cell: string): readonly Choice[] =>
    can.environments.map((key) => ({
      cell,
      features: liveFeatures(key),
      actions: [{ do: 'call', client, key, operation, ...(id !== undefined && { id }) }],
      weight: 0.15,
    }))
  const label = world.resources.findLast((resource) => resource.kind === 'label')
  const crossed =
    label === undefined
      ? []
      : (['getBatch', 'getTracker'] as const).flatMap((operation) =>
          call(operation, referenceTo(label), `${operation} / id of a label / owner`),
        )
  return [
    ...unknownIds.flatMap(({ operation, id }) => call(operation, id, `${operation} / id of nothing / owner`)),
    ...(can.buying
      ? can.environments.map(
          (key): Choice => ({
            cell: 'buyLabel / id of nothing / owner',
            features: liveFeatures(key),
            actions: [
              {
                do: 'call',
                client,
                key,
                operation: 'buyLabel',
                body: { rate_id: 'rate_000000000000000000000000' },
              },
            ],
            weight: 0.2,
          }),
        )
      : []),
    ...crossed,
  ]
}

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
    resourcesOf(world, 'rate', client, owner).findLast((rate) => phaseOf(rate, world) === phase)
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

/** Lists registrations of known and unknown numbers, tracker reads and carrier events. */
export function trackerChoices(context: ChoiceContext): readonly Choice[] {
  const { world, can } = context
  const [client] = can.clients
  // The service's name for the carrier may differ from the harness's.
  const { carrier } = world.resources.find(({ kind }) => kind === 'rate') ?? {}
  const nothing: readonly Choice[] =
    client === undefined || carrier === undefined
      ? []
      : can.environments.map((key) => ({
          cell: 'registerTracker / number of nothing / owner',
          features: ['trackers', ...liveFeatures(key)],
          actions: [
            {
              do: 'call',
              client,
              key,
              operation: 'registerTracker',
              body: { tracking_number: '9400100000000000000000', carrier },
            },
          ],
          weight: 0.2,
        }))
  return [
    ...nothing,
    ...latestOfEach(world, 'label').flatMap((label) => trackingChoices(context, label)),
    ...latestOfEach(world, 'tracker').flatMap((tracker) =>
      byEveryAsker(context, tracker, {
        operation: 'getTracker',
        state: phaseOf(tracker, world),
        feature: 'trackers',
        weight: 1.2,
        id: referenceTo(tracker),
      }),
    ),
  ]
}

/** Statuses and details of carrier events, for the control protocol. */
const events = [
  ['in_transit', 'Arrived at a facility'],
  ['out_for_delivery', 'Out for delivery'],
  ['exception', 'Held at the depot'],
  ['delivered', 'Left at the door'],
  ['strange', 'No word of ours'],
] as const

function trackingChoices(context: ChoiceContext, label: Resource): readonly Choice[] {
  const { can, draw, world, at: step } = context
  const state = phaseOf(label, world)
  const { client, carrier, lastOperation } = label
  const number = referenceTo(label, 'tracking_number')
  const at = `${label.step} ${world.resources.length} ${lastOperation}`
  const [status, detail] = draw.pick(events, 'event', at) ?? events[0]
  const name = draw.pick(can.trackingScripts, 'script', at)
  const eventChoice = (what: string, action: Choice['actions'][number]): Choice => ({
    cell: `${action.do} / ${what}, ${state} / carrier`,
    features: ['trackers'],
    actions: [action],
    about: label,
    weight: 0.25,
  })
  return [
    ...byEveryAsker(context, label, {
      operation: 'registerTracker',
      state,
      feature: 'trackers',
      body: { tracking_number: number, carrier },
    }),
    ...(can.tracking
      ? [
          eventChoice(status, {
            do: 'add event',
            client,
            number,
            status,
            // A unique text reveals an event in another parcel's history.
            detail: `${detail} (${step})`,
          }),
        ]
      : []),
    ...(can.tracking && name !== undefined
      ? [eventChoice(name, { do: 'script tracking', client, number, name })]
      : []),
  ]
}
