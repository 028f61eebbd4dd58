import type { Draw } from '../draw.ts'
import { scenarioChoices } from '../scenarios/scenarios.ts'
import { type Resource, type ResourceKind, resourceName } from '../walk-world.ts'
import { accountChoices, keyChoices } from './account-choices.ts'
import { burstChoices, limitChoices } from './burst-choices.ts'
import { type Choice, type ChoiceContext, type Feature, features } from './choice.ts'
import { faultChoices } from './fault-choices.ts'
import { batchChoices, purchaseChoices } from './purchase-choices.ts'
import { trackerChoices } from './tracker-choices.ts'
import { webhookChoices } from './webhook-choices.ts'

/** A kind of choices and how often a walk draws it. */
interface ChoiceKind {
  readonly choices: (context: ChoiceContext) => readonly Choice[]
  readonly weight: number
  /** The walk needs one of these features. */
  readonly features: readonly Feature[]
  /** The kinds of resources that its choices use. */
  readonly about: readonly ResourceKind[]
}

const choiceKinds: readonly ChoiceKind[] = [
  { choices: scenarioChoices, weight: 45, features: ['stories'], about: [] },
  { choices: purchaseChoices, weight: 5, features: ['buying'], about: ['rate', 'label'] },
  { choices: batchChoices, weight: 1.6, features: ['batches'], about: ['rate', 'batch'] },
  { choices: trackerChoices, weight: 1.4, features: ['trackers'], about: ['label', 'tracker'] },
  { choices: accountChoices, weight: 2, features: ['clock', 'money', 'buying'], about: [] },
  { choices: keyChoices, weight: 0.8, features: ['keys'], about: ['key'] },
  { choices: webhookChoices, weight: 1, features: ['webhooks'], about: [] },
  {
    choices: faultChoices,
    weight: 1.2,
    features: ['faults', 'addresses', 'carrier accounts'],
    about: ['account'],
  },
  { choices: limitChoices, weight: 0.15, features: ['limits'], about: [] },
  { choices: burstChoices, weight: 0.9, features: ['bursts'], about: ['rate', 'label', 'batch'] },
]

const usualShare = 0.6
const unusualShare = 0.3

/** Draws the features of a walk. Each is more likely on than off, so that features that hide others are sometimes off. */
export function drawSwarm(draw: Draw): ReadonlySet<Feature> {
  const share = (feature: Feature): number => (feature === 'unusual' ? unusualShare : usualShare)
  return new Set(
    features.filter((feature) => feature === 'buying' || draw.chance(share(feature), 'swarm', feature)),
  )
}

/** Draws a kind and lists its choices. The order depends only on the world. To list all kinds each time would take too long. */
export function drawChoices(
  context: ChoiceContext,
  by: { readonly swarm: ReadonlySet<Feature>; readonly at: number },
): readonly Choice[] {
  const { swarm, at } = by
  const isOn = (feature: Feature): boolean => swarm.has(feature)
  let left = choiceKinds.filter((kind) => kind.features.some(isOn))
  for (let tried = 0; left.length > 0; tried += 1) {
    const kind = context.draw.pickWeighted(left, ({ weight }) => weight, 'pursuit', at, tried)
    if (kind === undefined) return []
    const choices = kind.choices(context).filter((choice) => choice.weight > 0 && choice.features.every(isOn))
    if (choices.length > 0) return choices
    left = left.filter((each) => each !== kind)
  }
  return []
}

/** Lists all choices that use this resource. */
export function choicesAbout(
  context: ChoiceContext,
  about: Resource,
  swarm: ReadonlySet<Feature>,
): readonly Choice[] {
  const { world } = context
  const resources = world.resources.filter(
    (each) => each.kind === 'key' || resourceName(each) === resourceName(about),
  )
  return choicesOf(
    choiceKinds.filter((kind) => kind.about.includes(about.kind)),
    { ...context, world: { ...world, resources } },
    swarm,
  ).filter((choice) => choice.about !== undefined && resourceName(choice.about) === resourceName(about))
}

/** Lists all choices in the current world. */
export function allChoices(context: ChoiceContext, swarm: ReadonlySet<Feature>): readonly Choice[] {
  return choicesOf(choiceKinds, context, swarm)
}

function choicesOf(
  among: readonly ChoiceKind[],
  context: ChoiceContext,
  swarm: ReadonlySet<Feature>,
): readonly Choice[] {
  return among
    .flatMap(({ choices }) => choices(context))
    .filter(({ weight, features: needed }) => weight > 0 && needed.every((feature) => swarm.has(feature)))
}
