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
import { type Resource, type ResourceKind, referenceTo, type World } from '../walk-world.ts'

/** Groups of actions that a walk has or leaves out: too many at a time get in each other's way. */
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

/** What comes next, by what is there then: an action, requests at once, or nothing. */
export type ScenarioStep = (world: World) => Action | readonly (readonly CallAction[])[] | undefined

/** Something that a walk can do next. */
export interface Choice {
  /** `operation / state / who`: what it would cover. */
  readonly cell: string
  /** All of them have to be on. */
  readonly features: readonly Feature[]
  /** One after the other. */
  readonly actions: readonly Action[]
  /** Instead of them: at once. */
  readonly lanes?: readonly (readonly CallAction[])[]
  /** Instead of them: each by what came of those before. */
  steps?(): readonly ScenarioStep[]
  /** The thing that it is about. */
  readonly about?: Resource
  readonly weight: number
}

/** The second client is there for what strangers may not do. */
export const strangerFeatures = (client: ClientName): readonly Feature[] =>
  client === 'a' ? [] : ['strangers']

export const liveFeatures = (environment: Environment): readonly Feature[] =>
  environment === 'live' ? ['live'] : []

const scenarioMark = 'story: '
/** The cell of a story: it is no combination of an operation and a state, but of several. */
export const scenarioCell = (name: string): string => `${scenarioMark}${name}`
export const isScenario = (cell: string): boolean => cell.startsWith(scenarioMark)

/** What choices are made of. */
export interface ChoiceContext {
  readonly world: World
  readonly can: Abilities
  /** For values that are no choice of their own. */
  readonly draw: Draw
  /** Steps taken so far. */
  readonly at: number
}

/** What a key must be allowed for an operation; undefined where any key will do or nothing is stated. */
export function scopeOf(operation: WalkOperation): string | undefined {
  if (operation === 'downloadLabel') return 'labels:read'
  return operations[operation].scope ?? undefined
}

/** Who asks: a client with a key, and what that is to the owner of what is asked for. */
export interface Asker {
  readonly who: string
  readonly client: ClientName
  readonly key: KeyName
  readonly features: readonly Feature[]
}

/** Everybody who could ask for something of this client and environment. */
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

/** Of all things of a kind that are in the same phase and belong to the same key, the latest. */
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

/** The same operation on a thing by everybody who could ask. */
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
 * A change, and the request that shows it, in one: drawn one by one they seldom follow each other. The change alone stays possible,
 * since what it leaves behind for later is a question of its own.
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

/** The cheapest of the last quote that is fresh, of an environment or of any. */
export function findFreshRate(
  world: World,
  client: ClientName,
  environment?: Environment,
): Resource | undefined {
  return world.resources.findLast(
    (resource) =>
      resource.kind === 'rate' &&
      resource.client === client &&
      resource.at === 0 &&
      (environment === undefined || resource.environment === environment) &&
      phaseOf(resource, world) === 'rate fresh',
  )
}

const profile = (
  take: ProfileReference['take'],
  change?: Readonly<Record<string, string>>,
): ProfileReference => ({ $: 'profile', take, ...(change && { with: change }) })

/** Who is asked to quote what: the same again, and others that differ in one thing. */
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
