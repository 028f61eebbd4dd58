import { phaseOf } from '../resource-phase.ts'
import type { CallAction, ClientName, KeyName, WalkOperation } from '../step.ts'
import { scopeOf } from '../walk-operations.ts'
import { type Resource, referenceTo } from '../walk-world.ts'
import { createCall } from './calls.ts'
import {
  type Choice,
  type ChoiceContext,
  type Feature,
  findLatestOfEachPhase,
  listFeaturesForEnvironment,
} from './choice.ts'

/** A client with a key that requests a resource, and the key's relation to the owner of the resource. */
export interface Asker {
  readonly who: string
  readonly client: ClientName
  readonly key: KeyName
  readonly features: readonly Feature[]
}

type Owner = Pick<Resource, 'client' | 'environment'>

/** Lists all clients and keys with which a walk could request a resource of this client and environment. */
function listAskers(owner: Owner, operation: WalkOperation, context: ChoiceContext): readonly Asker[] {
  const { client, environment } = owner
  const { clients, environments } = context.can
  const live = listFeaturesForEnvironment(environment)
  const [own, ...byOtherKeys] = listAskersOfOwner(owner, operation, context)
  return [
    ...(own === undefined ? [] : [own]),
    ...environments
      .filter((each) => each !== environment)
      .map((each): Asker => ({ who: 'other environment', client, key: each, features: ['live'] })),
    ...clients
      .filter((each) => each !== client)
      .map(
        (each): Asker => ({
          who: 'other client',
          client: each,
          key: environment,
          features: ['strangers', ...live],
        }),
      ),
    ...byOtherKeys,
  ]
}

/** Lists the keys with which a client could request its own resources. The first entry is the key with all scopes. */
function listAskersOfOwner(
  { client, environment }: Owner,
  operation: WalkOperation,
  { world, can }: ChoiceContext,
): readonly Asker[] {
  const live = listFeaturesForEnvironment(environment)
  const scope = scopeOf(operation)
  const created = findLatestOfEachPhase(world, 'key')
    .filter((key) => key.client === client)
    .map((key): Asker => {
      const phase = phaseOf(key, world)
      const may = key.scopes === 'all' || scope === undefined || key.scopes.includes(scope)
      const who = phase === 'key limited' ? `key ${may ? 'with' : 'without'} the scope` : phase
      const where = key.environment === environment ? '' : ' of the other environment'
      return { who: `${who}${where}`, client, key: referenceTo(key), features: ['keys', ...live] }
    })
  const createAskerWithKey = (key: KeyName, who: string): Asker => ({ who, client, key, features: ['keys'] })
  return [
    { who: 'owner', client, key: environment, features: live },
    ...created,
    ...can.givenKeys.map((key) => createAskerWithKey(key, `${key} key`)),
    ...(['none', 'malformed', 'unknown'] as const).map((key) => createAskerWithKey(key, `key ${key}`)),
  ]
}

/** Lists requests for one operation on a resource: one request for each client and key that could make it. */
export function listCallsByEachAsker(
  context: ChoiceContext,
  resource: Resource,
  wanted: {
    readonly operation: WalkOperation
    readonly state: string
    readonly feature: Feature
    readonly weight?: number
    readonly id?: CallAction['id']
    readonly body?: unknown
  },
): readonly Choice[] {
  const { operation, state, feature, weight = 1 } = wanted
  return listAskers(resource, operation, context).map(({ who, client, key, features }) => ({
    cell: `${operation} / ${state} / ${who}`,
    features: [feature, ...features],
    actions: [createCall(client, key, operation, wanted)],
    about: resource,
    weight: who === 'owner' ? weight : weight / 4,
  }))
}

/**
 * Lists requests for an operation that names no resource. For each key of the client, `describeRequests` returns the
 * requests to send with this key: the body of each, and its state in the coverage.
 */
export function listCallsWithEachKey(
  context: ChoiceContext,
  owner: Owner,
  operation: WalkOperation,
  describeRequests: (who: string) => readonly (Pick<Choice, 'features' | 'weight'> & {
    readonly state: string
    readonly body?: unknown
  })[],
): readonly Choice[] {
  return listAskersOfOwner(owner, operation, context).flatMap(({ who, key, features }) =>
    describeRequests(who).map(({ state, body, weight, features: needed }) => ({
      cell: `${operation} / ${state} / ${who}`,
      features: [...needed, ...features],
      actions: [createCall(owner.client, key, operation, { body })],
      weight,
    })),
  )
}
