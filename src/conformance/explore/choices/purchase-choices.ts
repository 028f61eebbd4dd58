import { phaseOf } from '../resource-phase.ts'
import type { CallAction, ProfileReference } from '../step.ts'
import { referenceTo, sideOf, type Thing } from '../walk-state.ts'
import { purchaseState } from './cells.ts'
import { askersFor, byEverybody, type Choice, type Feature, latest, type Moment } from './choice.ts'

const profile = (take: ProfileReference['take']): ProfileReference => ({ $: 'profile', take })

/** Who is asked to quote what, and which of it can be bought. */
const shipments = [
  {
    name: 'usual',
    body: { from_address: profile('from'), to_address: profile('to'), parcel: profile('standard') },
  },
  {
    name: 'to a home',
    body: { from_address: profile('from'), to_address: profile('residential'), parcel: profile('standard') },
  },
  {
    name: 'undeliverable',
    body: {
      from_address: profile('from'),
      to_address: profile('undeliverable'),
      parcel: profile('standard'),
    },
  },
  {
    name: 'too heavy',
    body: { from_address: profile('from'), to_address: profile('to'), parcel: profile('overweight') },
  },
  { name: 'without a parcel', body: { from_address: profile('from'), to_address: profile('to') } },
] as const

/** Quotes, purchases, and reading and voiding what was bought. */
export function shopping(moment: Moment): readonly Choice[] {
  const { world } = moment
  return [
    ...quotes(moment),
    ...latest(world, 'rate').flatMap((rate) => purchases(moment, rate)),
    ...latest(world, 'label').flatMap((label) => onLabel(moment, label)),
    ...unknownIds(moment),
  ]
}

function quotes(moment: Moment): readonly Choice[] {
  const { world, can } = moment
  return can.clients.flatMap((client) =>
    can.environments.flatMap((environment) => {
      const side = sideOf(world, client)
      const carriers = side.faults.filter((each) => each.startsWith('carrier:'))
      const state = carriers.length === 0 ? 'all well' : 'carriers in trouble'
      // What carriers failed at, or own accounts change, shows in quotes alone.
      const isTroubled =
        side.wasTroubled || world.things.some((thing) => thing.kind === 'account' && thing.client === client)
      const hasFresh = world.things.some(
        (thing) =>
          thing.kind === 'rate' &&
          thing.client === client &&
          thing.environment === environment &&
          phaseOf(thing, world) === 'rate fresh',
      )
      return askersFor({ client, environment }, 'createRates', moment)
        .filter(({ who }) => who !== 'other client' && who !== 'other environment')
        .flatMap(({ who, key, features }) =>
          shipments
            .filter(({ name }) => name === 'usual' || who === 'owner')
            .map(({ name, body }): Choice => {
              const isUsual = name === 'usual' && who === 'owner'
              return {
                cell: `createRates / ${name}, ${state} / ${who}`,
                features: [
                  ...features,
                  ...strangerOf(client),
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

/** The second client is there for what strangers may not do. */
const strangerOf = (client: string): readonly Feature[] => (client === 'a' ? [] : ['strangers'])

function purchases(moment: Moment, rate: Thing): readonly Choice[] {
  const { world, can } = moment
  if (!can.buying) return []
  const phase = phaseOf(rate, world)
  return byEverybody(moment, rate, {
    operation: 'buyLabel',
    state: purchaseState(rate, world),
    feature: 'buying',
    weight: phase === 'rate fresh' ? 4 : 1,
    body: { rate_id: referenceTo(rate) },
  })
}

function onLabel(moment: Moment, label: Thing): readonly Choice[] {
  const { world, can } = moment
  const state = phaseOf(label, world)
  const id = referenceTo(label)
  return [
    ...byEverybody(moment, label, { operation: 'getLabel', state, feature: 'buying', id }),
    ...byEverybody(moment, label, { operation: 'voidLabel', state, feature: 'voids', weight: 2, id }),
    ...byEverybody(moment, label, { operation: 'downloadLabel', state, feature: 'buying', weight: 0.3, id }),
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

/** Ids of another kind, and of nothing. */
function unknownIds({ can, world }: Moment): readonly Choice[] {
  const [client] = can.clients
  if (client === undefined) return []
  const nobodys = [
    { operation: 'getLabel', id: 'lbl_000000000000000000000000' },
    { operation: 'voidLabel', id: 'lbl_000000000000000000000000' },
    { operation: 'getBatch', id: 'bat_000000000000000000000000' },
    { operation: 'buyBatch', id: 'bat_000000000000000000000000' },
    { operation: 'getTracker', id: 'trk_000000000000000000000000' },
  ] as const
  const call = (operation: CallAction['operation'], id: CallAction['id'], cell: string): readonly Choice[] =>
    can.environments.map((key) => ({
      cell,
      features: key === 'live' ? ['live'] : [],
      actions: [{ do: 'call', client, key, operation, ...(id !== undefined && { id }) }],
      weight: 0.15,
    }))
  const label = world.things.findLast((thing) => thing.kind === 'label')
  const crossed =
    label === undefined
      ? []
      : (['getBatch', 'getTracker'] as const).flatMap((operation) =>
          call(operation, referenceTo(label), `${operation} / id of a label / owner`),
        )
  return [
    ...nobodys.flatMap(({ operation, id }) => call(operation, id, `${operation} / id of nothing / owner`)),
    ...(can.buying
      ? can.environments.map(
          (key): Choice => ({
            cell: 'buyLabel / id of nothing / owner',
            features: key === 'live' ? ['live'] : [],
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
