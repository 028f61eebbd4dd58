import operations from '../../../../fixtures/spec/operations.json' with { type: 'json' }
import type { OperationName } from '../../http/operation.ts'
import type { Abilities } from '../abilities.ts'
import type { Draw } from '../draw.ts'
import { phaseOf } from '../resource-phase.ts'
import type {
  Action,
  CallAction,
  ClientName,
  Environment,
  KeyName,
  ProfileReference,
  WalkOperation,
} from '../step.ts'
import { type Resource, type ResourceKind, referenceTo, resourcesOf, type World } from '../walk-world.ts'

/**
 * Groups of actions. A walk leaves some out, since too many hide each other's effects. Draws use these texts: another text
 * gives other walks.
 */
export const features = [
  'buying',
  'live',
  'voids',
  'batches',
  'trackers',
  'webhooks',
  'keys',
  'carrier accounts',
  'faults',
  'strangers',
  'clock',
  'money',
  'addresses',
  'limits',
  'bursts',
  'stories',
  'unusual',
] as const
export type Feature = (typeof features)[number]

/** Returns the next action or the next concurrent calls; undefined if the world allows neither. */
export type ScenarioStep = (world: World) => Action | readonly (readonly CallAction[])[] | undefined

/** A next action of a walk, or several. */
export interface Choice {
  /** The coverage cell: `operation / state / who`. */
  readonly cell: string
  /** The walk needs all of these features. */
  readonly features: readonly Feature[]
  /** Actions in sequence. */
  readonly actions: readonly Action[]
  /** Concurrent calls, instead of actions. */
  readonly lanes?: readonly (readonly CallAction[])[]
  /** Steps of a scenario, instead of actions. Each depends on the responses before it. */
  steps?(): readonly ScenarioStep[]
  /** The resource that the actions use. */
  readonly about?: Resource
  readonly weight: number
}

/** Returns the feature that actions of the second client need: its walks test what other clients may not do. */
export const strangerFeatures = (client: ClientName): readonly Feature[] =>
  client === 'a' ? [] : ['strangers']

export const liveFeatures = (environment: Environment): readonly Feature[] =>
  environment === 'live' ? ['live'] : []

const scenarioMark = 'story: '
/** Returns the coverage cell of a scenario, which combines several operations and states. */
export const scenarioCell = (name: string): string => `${scenarioMark}${name}`
export const isScenario = (cell: string): boolean => cell.startsWith(scenarioMark)

/** The input of functions that list choices. */
export interface ChoiceContext {
  readonly world: World
  readonly can: Abilities
  /** Draws values that are not choices of their own. */
  readonly draw: Draw
  /** The number of steps so far. */
  readonly at: number
}

/** Returns the scope that an operation requires; undefined if the specification requires none. */
export function scopeOf(operation: WalkOperation): string | undefined {
  if (operation === 'downloadLabel') return 'labels:read'
  return operations[operation].scope ?? undefined
}

/** A client with a key, and its relation to the owner of the resource. */
export interface Asker {
  readonly who: string
  readonly client: ClientName
  readonly key: KeyName
  readonly features: readonly Feature[]
}

/** Lists all clients and keys that could request something of this client and environment. */
export function askersFor(
  owner: { readonly client: ClientName; readonly environment: Environment },
  operation: WalkOperation,
  { world, can }: ChoiceContext,
): readonly Asker[] {
  const { client, environment } = owner
  const live = liveFeatures(environment)
  const others = can.clients.filter((each) => each !== client)
  const scope = scopeOf(operation)
  const made = latestOfEach(world, 'key')
    .filter((key) => key.client === client)
    .map((key): Asker => {
      const phase = phaseOf(key, world)
      const isMeant = key.environment === environment
      const may = key.scopes === 'all' || scope === undefined || key.scopes.includes(scope)
      const who = phase === 'key limited' ? (may ? 'key with the scope' : 'key without the scope') : phase
      return {
        who: isMeant ? who : `${who} of the other environment`,
        client,
        key: referenceTo(key),
        features: ['keys', ...live],
      }
    })
  return [
    { who: 'owner', client, key: environment, features: live },
    ...can.environments
      .filter((each) => each !== environment)
      .map((each): Asker => ({ who: 'other environment', client, key: each, features: ['live'] })),
    ...others.map(
      (each): Asker => ({
        who: 'other client',
        client: each,
        key: environment,
        features: ['strangers', ...live],
      }),
    ),
    ...made,
    ...can.givenKeys.map((each): Asker => ({ who: `${each} key`, client, key: each, features: ['keys'] })),
    ...(['none', 'malformed', 'unknown'] as const).map(
      (each): Asker => ({ who: `key ${each}`, client, key: each, features: ['keys'] }),
    ),
  ]
}

/** Returns the newest resource of each phase and owner. */
export function latestOfEach(world: World, kind: ResourceKind): readonly Resource[] {
  const found = new Map<string, Resource>()
  for (const resource of world.resources) {
    if (resource.kind !== kind) continue
    const at = resource.kind === 'rate' ? Math.min(resource.at, 1) : 0
    found.set(
      `${phaseOf(resource, world)} ${resource.client} ${resource.environment} ${at} ${resource.scopes}`,
      resource,
    )
  }
  return [...found.values()]
}

/** Lists one operation on a resource with every client and key. */
export function byEveryAsker(
  context: ChoiceContext,
  resource: Resource,
  wanted: {
    readonly operation: OperationName | 'downloadLabel'
    readonly state: string
    readonly feature: Feature
    readonly weight?: number
    readonly id?: CallAction['id']
    readonly body?: unknown
  },
): readonly Choice[] {
  const { operation, state, feature, weight = 1, id, body } = wanted
  return askersFor(resource, operation, context).map(({ who, client, key, features: needed }) => ({
    cell: `${operation} / ${state} / ${who}`,
    features: [feature, ...needed],
    actions: [
      {
        do: 'call',
        client,
        key,
        operation,
        ...(id !== undefined && { id }),
        ...(body !== undefined && { body }),
      },
    ],
    about: resource,
    weight: who === 'owner' ? weight : weight / 4,
  }))
}

/**
 * Lists a change alone, and the change with the request that shows its effect. Drawn one by one they seldom meet. The change
 * alone shows later effects.
 */
export function withFollowUp(choice: Choice, followUps: readonly (Action | undefined)[]): readonly Choice[] {
  const actions = followUps.filter((action) => action !== undefined)
  if (actions.length === 0) return [choice]
  return [
    { ...choice, weight: choice.weight / 2 },
    { ...choice, cell: `${choice.cell}, tried at once`, actions: [...choice.actions, ...actions] },
  ]
}

export function purchaseOf(rate: Resource): CallAction {
  const { client, environment: key } = rate
  return { do: 'call', client, key, operation: 'buyLabel', body: { rate_id: referenceTo(rate) } }
}

/** Finds the cheapest rate of the last fresh quote, in one environment or in any. */
export function findFreshRate(
  world: World,
  client: ClientName,
  environment?: Environment,
): Resource | undefined {
  return resourcesOf(world, 'rate', client, environment).findLast(
    (rate) => rate.at === 0 && phaseOf(rate, world) === 'rate fresh',
  )
}

const profile = (
  take: ProfileReference['take'],
  change?: Readonly<Record<string, string>>,
): ProfileReference => ({ $: 'profile', take, ...(change && { with: change }) })

/** Bodies of quote requests, which differ in one thing each. */
export const shipments = {
  usual: { from_address: profile('from'), to_address: profile('to'), parcel: profile('standard') },
  'to a home': {
    from_address: profile('from'),
    to_address: profile('residential'),
    parcel: profile('standard'),
  },
  'to somebody else': {
    from_address: profile('from'),
    to_address: profile('to', { name: 'Someone Else' }),
    parcel: profile('standard'),
  },
  'the other way': { from_address: profile('to'), to_address: profile('from'), parcel: profile('standard') },
  undeliverable: {
    from_address: profile('from'),
    to_address: profile('undeliverable'),
    parcel: profile('standard'),
  },
  'too heavy': { from_address: profile('from'), to_address: profile('to'), parcel: profile('overweight') },
} as const
export function usualQuote(client: ClientName, key: CallAction['key']): CallAction {
  return {
    do: 'call',
    client,
    key,
    operation: 'createRates',
    body: shipments.usual,
  }
}
