import { type OperationName, operationOf } from '../../http/operation.ts'
import { phaseOf } from '../resource-phase.ts'
import type { CallAction, ClientName, Environment, WalkOperation } from '../step.ts'
import { type Resource, referenceTo, type World } from '../walk-world.ts'
import { createCall } from './calls.ts'
import {
  type Choice,
  type ChoiceContext,
  type Feature,
  listFeaturesForClient,
  listFeaturesForEnvironment,
} from './choice.ts'

/** Lists groups of concurrent requests that a random walk may send next. The requests of a group affect each other. */
export function listBurstChoices(context: ChoiceContext): readonly Choice[] {
  const { can, world } = context
  if (!can.bursts) return []
  return [
    ...world.resources
      .filter(createNewestFilter(world))
      .flatMap((resource) => listBurstChoicesOnResource(context, resource)),
    ...listWalletReadBursts(context),
  ]
}

/** Creates a function that returns true for the newest resource of a kind, client and environment. */
function createNewestFilter({ resources }: World): (resource: Resource) => boolean {
  return (resource) =>
    resources.findLast(
      ({ kind, client, environment }) =>
        kind === resource.kind && client === resource.client && environment === resource.environment,
    ) === resource
}

type Lanes = readonly (readonly CallAction[])[]

function listBurstChoicesOnResource(
  { can, draw, world }: ChoiceContext,
  resource: Resource,
): readonly Choice[] {
  const count = draw.chance(0.5, 'lanes', resource.step, world.resources.length) ? 2 : 3
  const phase = phaseOf(resource, world)
  const key = resource.environment
  const isBuyable = can.buying && phase === 'rate fresh'
  return listConcurrentRequests(resource, count)
    .filter(() => resource.kind !== 'rate' || isBuyable)
    .map(([name, feature, lanes]) => ({
      cell: `burst / ${name}, ${phase} / ${key}`,
      features: ['bursts', feature, ...listFeaturesForEnvironment(key)],
      actions: [],
      lanes,
      about: resource,
      weight: 0.35,
    }))
}

/** Lists groups of concurrent requests about one resource, each with a name. */
function listConcurrentRequests(
  resource: Resource,
  count: number,
): readonly (readonly [string, Feature, Lanes])[] {
  const { client, environment: key } = resource
  const id = referenceTo(resource)
  const createCallOnResource = (
    operation: WalkOperation,
    named: Pick<CallAction, 'id' | 'body'> = { id },
  ): CallAction => createCall(client, key, operation, named)
  const repeatInLanes = (action: CallAction): Lanes => Array.from({ length: count }, () => [action])
  switch (resource.kind) {
    case 'label':
      return [
        ['voids', 'voids', repeatInLanes(createCallOnResource('voidLabel'))],
        ['void and read', 'voids', [[createCallOnResource('voidLabel')], [createCallOnResource('getLabel')]]],
      ]
    case 'batch':
      return [
        ['starts', 'batches', repeatInLanes(createCallOnResource('buyBatch'))],
        [
          'start and read',
          'batches',
          [[createCallOnResource('buyBatch')], [createCallOnResource('getBatch')]],
        ],
      ]
    case 'rate': {
      const buy = createCallOnResource('buyLabel', { body: { rate_id: id } })
      const batch = createCallOnResource('createBatch', { body: { items: [referenceTo(resource, 'item')] } })
      return [
        ['purchases', 'buying', repeatInLanes(buy)],
        ['purchase and wallet', 'buying', [[buy], [createCallOnResource('getWallet', {})]]],
        ['purchase and batch', 'batches', [[buy], [batch]]],
        ['batches', 'batches', repeatInLanes(batch)],
      ]
    }
    default:
      return []
  }
}

/** Lists groups of four concurrent wallet reads. The rate limit must count each read. */
function listWalletReadBursts({ can }: ChoiceContext): readonly Choice[] {
  return can.clients.flatMap((client) =>
    can.environments.map((key): Choice => {
      const call = createCall(client, key, 'getWallet')
      return {
        cell: `burst / wallets / ${key}`,
        features: ['bursts', 'limits', ...listFeaturesForEnvironment(key)],
        actions: [],
        lanes: [[call], [call], [call], [call]],
        weight: 0.1,
      }
    }),
  )
}

type Probe = Pick<CallAction, 'id' | 'body'> & { readonly operation: OperationName }

/** Requests that cost nothing and quickly use up a rate limit. */
const probes: readonly Probe[] = [
  { operation: 'buyBatch', id: 'bat_000000000000000000000000' },
  { operation: 'createBatch', body: { items: [] } },
  { operation: 'voidLabel', id: 'lbl_000000000000000000000000' },
]

/** Lists series of requests that use up a rate limit. Each series has two requests more than the limit allows in a minute. */
export function listLimitChoices({ can }: ChoiceContext): readonly Choice[] {
  if (!can.load) return []
  return can.clients.flatMap((client) =>
    can.environments.flatMap((key) => probes.map((probe) => createLimitBurst(client, key, probe))),
  )
}

function createLimitBurst(client: ClientName, key: Environment, probe: Probe): Choice {
  const limit = operationOf(probe.operation).limitPerMinute
  const call = createCall(client, key, probe.operation, probe)
  return {
    cell: `${probe.operation} / limit used up / owner`,
    features: ['limits', ...listFeaturesForEnvironment(key), ...listFeaturesForClient(client)],
    actions: Array.from({ length: limit + 2 }, () => call),
    weight: limit > 10 ? 0.03 : 0.15,
  }
}
