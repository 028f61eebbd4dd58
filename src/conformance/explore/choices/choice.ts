import operations from '../../../../fixtures/spec/operations.json' with { type: 'json' }
import type { OperationName } from '../../http/operation.ts'
import type { Draw } from '../draw.ts'
import { phaseOf } from '../resource-phase.ts'
import type { Action, Asked, CallAction, ClientName, Environment, KeyName } from '../step.ts'
import { referenceTo, type Thing, type ThingKind, type World } from '../walk-state.ts'

/** What a target lets a walk do. */
export interface Abilities {
  readonly clients: readonly ClientName[]
  readonly environments: readonly Environment[]
  readonly clock: boolean
  readonly keys: boolean
  readonly wallet: boolean
  readonly webhooks: boolean
  readonly faults: boolean
  readonly scan: boolean
  readonly tracking: boolean
  readonly carrierAccounts: boolean
  readonly bursts: boolean
  /** Limits may be used up. */
  readonly load: boolean
  readonly buying: boolean
  /** Names of carriers, as the control protocol has them. */
  readonly carriers: readonly string[]
  readonly trackingScripts: readonly string[]
  /** Keys that were given, where none can be made. */
  readonly givenKeys: readonly ('limited' | 'revoked' | 'expired')[]
}

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
export type Turn = (world: World) => Action | readonly (readonly CallAction[])[] | undefined

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
  turns?(): readonly Turn[]
  /** The thing that it is about. */
  readonly about?: Thing
  readonly weight: number
}

const storyMark = 'story: '
/** The cell of a story: it is no combination of an operation and a state, but of several. */
export const storyCell = (name: string): string => `${storyMark}${name}`
export const isStory = (cell: string): boolean => cell.startsWith(storyMark)

/** What choices are made of. */
export interface Moment {
  readonly world: World
  readonly can: Abilities
  /** For values that are no choice of their own. */
  readonly draw: Draw
  /** Steps taken so far. */
  readonly at: number
}

/** What a key must be allowed for an operation; undefined where any key will do or nothing is stated. */
export function scopeOf(operation: Asked): string | undefined {
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
  operation: Asked,
  { world, can }: Moment,
): readonly Asker[] {
  const { client, environment } = owner
  const live: readonly Feature[] = environment === 'live' ? ['live'] : []
  const others = can.clients.filter((each) => each !== client)
  const scope = scopeOf(operation)
  const made = latest(world, 'key')
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
export function latest(world: World, kind: ThingKind): readonly Thing[] {
  const found = new Map<string, Thing>()
  for (const thing of world.things) {
    if (thing.kind !== kind) continue
    const at = thing.kind === 'rate' ? Math.min(thing.at, 1) : 0
    found.set(`${phaseOf(thing, world)} ${thing.client} ${thing.environment} ${at} ${thing.scopes}`, thing)
  }
  return [...found.values()]
}

/** The same operation on a thing by everybody who could ask. */
export function byEverybody(
  moment: Moment,
  thing: Thing,
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
  return askersFor(thing, operation, moment).map(({ who, client, key, features: needed }) => ({
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
    about: thing,
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

export function buying(rate: Thing): CallAction {
  const { client, environment: key } = rate
  return { do: 'call', client, key, operation: 'buyLabel', body: { rate_id: referenceTo(rate) } }
}

/** The cheapest of the last quote that is fresh, of an environment or of any. */
export function freshRate(world: World, client: ClientName, environment?: Environment): Thing | undefined {
  return world.things.findLast(
    (thing) =>
      thing.kind === 'rate' &&
      thing.client === client &&
      thing.at === 0 &&
      (environment === undefined || thing.environment === environment) &&
      phaseOf(thing, world) === 'rate fresh',
  )
}

export function usualQuote(client: ClientName, key: CallAction['key']): CallAction {
  return {
    do: 'call',
    client,
    key,
    operation: 'createRates',
    body: {
      from_address: { $: 'profile', take: 'from' },
      to_address: { $: 'profile', take: 'to' },
      parcel: { $: 'profile', take: 'standard' },
    },
  }
}
