import type { Abilities } from '../abilities.ts'
import type { Draw } from '../draw.ts'
import { phaseOf } from '../resource-phase.ts'
import type { Action, CallAction, ClientName, ControlAction, Environment } from '../step.ts'
import { type Resource, type ResourceKind, resourcesOf, type World } from '../walk-world.ts'

/**
 * Groups of actions. Each random walk uses only some groups, since the effects of one group can hide those of another.
 * The random draws depend on these names: a changed name changes the walks of every seed.
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

/** Returns the next action, or the next concurrent calls, of a scenario; undefined if a resource for it is missing. */
export type ScenarioStep = (world: World) => Action | readonly (readonly CallAction[])[] | undefined

/** One or more actions that a random walk may take next. */
export interface Choice {
  /** The coverage cell of the choice: `operation / state / who`. */
  readonly cell: string
  /** The groups of actions that a walk must all use to draw this choice. */
  readonly features: readonly Feature[]
  /** The actions of the choice, one after the other. */
  readonly actions: readonly Action[]
  /** Concurrent requests, in place of `actions`. All lanes run at the same time; the requests of one lane run in order. */
  readonly lanes?: readonly (readonly CallAction[])[]
  /** The steps of a scenario, instead of actions. Each step depends on the responses to earlier steps. */
  steps?(): readonly ScenarioStep[]
  /** The resource that the actions of the choice use. */
  readonly about?: Resource
  readonly weight: number
}

/** Creates a choice with one action of the control protocol, about a resource or a client. */
export function createControlChoice(
  cell: string,
  feature: Feature,
  action: ControlAction,
  { weight, about }: Pick<Choice, 'weight' | 'about'>,
): Choice {
  const features = [feature, ...(about === undefined ? listFeaturesForClient(action.client) : [])]
  return { cell, features, actions: [action], weight, ...(about && { about }) }
}

/** Returns the group of actions that a walk needs to act as the second client; none for the first client. */
export const listFeaturesForClient = (client: ClientName): readonly Feature[] =>
  client === 'a' ? [] : ['strangers']

/** Returns the group of actions that a walk needs to use the live environment; none for the test environment. */
export const listFeaturesForEnvironment = (environment: Environment): readonly Feature[] =>
  environment === 'live' ? ['live'] : []

const scenarioMark = 'story: '
/** Returns the coverage cell of a scenario, which combines several operations and states. */
export const nameScenarioCell = (name: string): string => `${scenarioMark}${name}`
export const isScenarioCell = (cell: string): boolean => cell.startsWith(scenarioMark)

/** The input of functions that list what a random walk may do next. */
export interface ChoiceContext {
  readonly world: World
  readonly can: Abilities
  /** Draws random values within a choice, such as the lifetime of a key. */
  readonly draw: Draw
  /** The number of steps of the walk so far. */
  readonly at: number
}

/** Returns the newest resource of each phase (such as `rate expired`), client and environment. */
export function findLatestOfEachPhase(world: World, kind: ResourceKind): readonly Resource[] {
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

/**
 * Returns two choices: a change together with requests that show its effect at once, and the change alone, whose effect
 * may show later. If the requests were choices of their own, they would seldom be drawn right after the change.
 */
export function listChoicesWithFollowUps(
  choice: Choice,
  followUps: readonly (Action | undefined)[],
): readonly Choice[] {
  const actions = followUps.filter((action) => action !== undefined)
  if (actions.length === 0) return [choice]
  return [
    { ...choice, weight: choice.weight / 2 },
    { ...choice, cell: `${choice.cell}, tried at once`, actions: [...choice.actions, ...actions] },
  ]
}

/** Finds the cheapest rate of a client's last unexpired quote. Without `environment`, the quote may be of either environment. */
export function findFreshRate(
  world: World,
  client: ClientName,
  environment?: Environment,
): Resource | undefined {
  return resourcesOf(world, 'rate', client, environment).findLast(
    (rate) => rate.at === 0 && phaseOf(rate, world) === 'rate fresh',
  )
}
