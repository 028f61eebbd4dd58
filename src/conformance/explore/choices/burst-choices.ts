import { operationOf } from '../../http/operation.ts'
import { phaseOf } from '../resource-phase.ts'
import type { Asked, CallAction, ClientName, Environment } from '../step.ts'
import { referenceTo, type Thing, type World } from '../walk-state.ts'
import type { Choice, Feature, Moment } from './choice.ts'

/** Requests that are under way at the same time and have something to do with each other. */
export function bursts(moment: Moment): readonly Choice[] {
  const { can, world } = moment
  if (!can.bursts) return []
  return [...world.things.filter(isLast(world)).flatMap((thing) => onThing(moment, thing)), ...crowds(moment)]
}

/** The last of its kind, client and environment. */
function isLast({ things }: World): (thing: Thing) => boolean {
  return (thing) =>
    things.findLast(
      ({ kind, client, environment }) =>
        kind === thing.kind && client === thing.client && environment === thing.environment,
    ) === thing
}

type Lanes = readonly (readonly CallAction[])[]

function onThing({ can, draw, world }: Moment, thing: Thing): readonly Choice[] {
  const count = draw.chance(0.5, 'lanes', thing.step, world.things.length) ? 2 : 3
  const phase = phaseOf(thing, world)
  const key = thing.environment
  const isBuyable = can.buying && phase === 'rate fresh'
  return burstsOn(thing, count)
    .filter(() => thing.kind !== 'rate' || isBuyable)
    .map(([name, feature, lanes]) => ({
      cell: `burst / ${name}, ${phase} / ${key}`,
      features: ['bursts', feature, ...(key === 'live' ? (['live'] as const) : [])],
      actions: [],
      lanes,
      about: thing,
      weight: 0.35,
    }))
}

/** What can be asked of a thing many times at once, or together with something else. */
function burstsOn(thing: Thing, count: number): readonly (readonly [string, Feature, Lanes])[] {
  const { client, environment: key } = thing
  const id = referenceTo(thing)
  const call = (operation: Asked, rest: Partial<CallAction> = { id }): CallAction => {
    return { do: 'call', client, key, operation, ...rest }
  }
  const times = (action: CallAction): Lanes => Array.from({ length: count }, () => [action])
  switch (thing.kind) {
    case 'label':
      return [
        ['voids', 'voids', times(call('voidLabel'))],
        ['void and read', 'voids', [[call('voidLabel')], [call('getLabel')]]],
      ]
    case 'batch':
      return [
        ['starts', 'batches', times(call('buyBatch'))],
        ['start and read', 'batches', [[call('buyBatch')], [call('getBatch')]]],
      ]
    case 'rate': {
      const buy = call('buyLabel', { body: { rate_id: id } })
      const batch = call('createBatch', { body: { items: [referenceTo(thing, 'item')] } })
      return [
        ['purchases', 'buying', times(buy)],
        ['purchase and wallet', 'buying', [[buy], [call('getWallet', {})]]],
        ['purchase and batch', 'batches', [[buy], [batch]]],
        ['batches', 'batches', times(batch)],
      ]
    }
    default:
      return []
  }
}

/** Many of one kind, whose limit counts each of them. */
function crowds({ can }: Moment): readonly Choice[] {
  return can.clients.flatMap((client) =>
    can.environments.map((key): Choice => {
      const call: CallAction = { do: 'call', client, key, operation: 'getWallet' }
      return {
        cell: `burst / wallets / ${key}`,
        features: ['bursts', 'limits', ...(key === 'live' ? (['live'] as const) : [])],
        actions: [],
        lanes: [[call], [call], [call], [call]],
        weight: 0.1,
      }
    }),
  )
}

/** What uses up a limit in few requests, at no cost. */
const probes = [
  { operation: 'buyBatch', id: 'bat_000000000000000000000000' },
  { operation: 'createBatch', body: { items: [] } },
  { operation: 'voidLabel', id: 'lbl_000000000000000000000000' },
] as const satisfies readonly Pick<CallAction, 'operation' | 'id' | 'body'>[]

/** As many requests as an endpoint takes in a minute, and one or two more. */
export function limits({ can }: Moment): readonly Choice[] {
  if (!can.load) return []
  return can.clients.flatMap((client) =>
    can.environments.flatMap((key) => probes.map((probe) => exhausting(client, key, probe))),
  )
}

function exhausting(client: ClientName, key: Environment, probe: (typeof probes)[number]): Choice {
  const limit = operationOf(probe.operation).limitPerMinute
  const call: CallAction = { do: 'call', client, key, ...probe }
  return {
    cell: `${probe.operation} / limit used up / owner`,
    features: [
      'limits',
      ...(key === 'live' ? (['live'] as const) : []),
      ...(client === 'a' ? [] : (['strangers'] as const)),
    ],
    actions: Array.from({ length: limit + 2 }, () => call),
    weight: limit > 10 ? 0.03 : 0.15,
  }
}
