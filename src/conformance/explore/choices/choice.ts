import type { Abilities } from '../abilities.ts'
import type { Draw } from '../draw.ts'
import { phaseOf } from '../resource-phase.ts'
import type { Action, CallAction, ClientName, ControlAction, Environment } from '../step.ts'
import { type Resource, type ResourceKind, resourcesOf, type World } from '../walk-world.ts'

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

/** Returns a choice of one control action, about a resource or of a client. */
export function controlChoice(
  cell: string,
  feature: Feature,
  action: ControlAction,
  { weight, about }: Pick<Choice, 'weight' | 'about'>,
): Choice {
  const features = [feature, ...(about === undefined ? otherClientFeatures(action.client) : [])]
  return { cell, features, actions: [action], weight, ...(about && { about }) }
}

/** Returns the feature that actions of the second client need: its walks test what other clients may not do. */
export const otherClientFeatures = (client: ClientName): readonly Feature[] =>
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
