import type { Draw } from '../draw.ts'
import { stories } from '../scenarios/scenarios.ts'
import { nameOf, type Thing, type ThingKind } from '../walk-state.ts'
import { accounts } from './account-choices.ts'
import { batches } from './batch-choices.ts'
import { bursts, limits } from './burst-choices.ts'
import { type Choice, type Feature, features, type Moment } from './choice.ts'
import { troubles } from './fault-choices.ts'
import { keys } from './key-choices.ts'
import { shopping } from './purchase-choices.ts'
import { trackers } from './tracker-choices.ts'
import { webhooks } from './webhook-choices.ts'

/** What a walk can turn to, and how often it does. */
interface Pursuit {
  readonly choices: (moment: Moment) => readonly Choice[]
  readonly weight: number
  /** One of them has to be on. */
  readonly features: readonly Feature[]
  /** What its choices are about, where they are about something. */
  readonly about: readonly ThingKind[]
}

const pursuits: readonly Pursuit[] = [
  { choices: stories, weight: 45, features: ['stories'], about: [] },
  { choices: shopping, weight: 5, features: ['buying'], about: ['rate', 'label'] },
  { choices: batches, weight: 1.6, features: ['batches'], about: ['rate', 'batch'] },
  { choices: trackers, weight: 1.4, features: ['trackers'], about: ['label', 'tracker'] },
  { choices: accounts, weight: 2, features: ['clock', 'money', 'buying'], about: [] },
  { choices: keys, weight: 0.8, features: ['keys'], about: ['key'] },
  { choices: webhooks, weight: 1, features: ['webhooks'], about: [] },
  {
    choices: troubles,
    weight: 1.2,
    features: ['faults', 'addresses', 'carrier accounts'],
    about: ['account'],
  },
  { choices: limits, weight: 0.15, features: ['limits'], about: [] },
  { choices: bursts, weight: 0.9, features: ['bursts'], about: ['rate', 'label', 'batch'] },
]

const usualShare = 0.6
const unusualShare = 0.3

/** The features that a walk has: each more often than not, so that what gets in another's way is left out at times. */
export function swarmOf(draw: Draw): ReadonlySet<Feature> {
  const share = (feature: Feature): number => (feature === 'unusual' ? unusualShare : usualShare)
  return new Set(
    features.filter((feature) => feature === 'buying' || draw.chance(share(feature), 'swarm', feature)),
  )
}

/**
 * Choices of one kind that can be made at this moment, in an order that depends on nothing but the world: to look at all
 * kinds each time would take longer than to make the choice.
 */
export function someChoices(
  moment: Moment,
  by: { readonly swarm: ReadonlySet<Feature>; readonly at: number },
): readonly Choice[] {
  const { swarm, at } = by
  const isOn = (feature: Feature): boolean => swarm.has(feature)
  let left = pursuits.filter((pursuit) => pursuit.features.some(isOn))
  for (let tried = 0; left.length > 0; tried += 1) {
    const pursuit = moment.draw.weighted(left, ({ weight }) => weight, 'pursuit', at, tried)
    if (pursuit === undefined) return []
    const choices = pursuit
      .choices(moment)
      .filter((choice) => choice.weight > 0 && choice.features.every(isOn))
    if (choices.length > 0) return choices
    left = left.filter((each) => each !== pursuit)
  }
  return []
}

/** Everything that can be done now with this one thing. */
export function choicesAbout(moment: Moment, about: Thing, swarm: ReadonlySet<Feature>): readonly Choice[] {
  const { world } = moment
  const things = world.things.filter((each) => each.kind === 'key' || nameOf(each) === nameOf(about))
  return choicesOf(
    pursuits.filter((pursuit) => pursuit.about.includes(about.kind)),
    { ...moment, world: { ...world, things } },
    swarm,
  ).filter((choice) => choice.about !== undefined && nameOf(choice.about) === nameOf(about))
}

/** Everything that can be done at this moment. */
export function allChoices(moment: Moment, swarm: ReadonlySet<Feature>): readonly Choice[] {
  return choicesOf(pursuits, moment, swarm)
}

function choicesOf(
  among: readonly Pursuit[],
  moment: Moment,
  swarm: ReadonlySet<Feature>,
): readonly Choice[] {
  return among
    .flatMap(({ choices }) => choices(moment))
    .filter(({ weight, features: needed }) => weight > 0 && needed.every((feature) => swarm.has(feature)))
}
