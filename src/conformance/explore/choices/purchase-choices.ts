import { phaseOf } from '../resource-phase.ts'
import type { CallAction } from '../step.ts'
import { clientStateOf, type Resource, referenceTo } from '../walk-world.ts'
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
      const isTroubled =
        clientState.hadCarrierFault ||
        world.resources.some((resource) => resource.kind === 'account' && resource.client === client)
      const hasFresh = world.resources.some(
        (resource) =>
          resource.kind === 'rate' &&
          resource.client === client &&
          resource.environment === environment &&
          phaseOf(resource, world) === 'rate fresh',
      )
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
