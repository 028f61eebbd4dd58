import type { Draw } from '../draw.ts'
import { listScenarioChoices } from '../scenarios/scenarios.ts'
import { nameResource, type Resource, type ResourceKind } from '../walk-world.ts'
import { listAccountChoices, listKeyChoices } from './account-choices.ts'
import { listBurstChoices, listLimitChoices } from './burst-choices.ts'
import { type Choice, type ChoiceContext, type Feature, features } from './choice.ts'
import { listFaultChoices } from './fault-choices.ts'
import { listBatchChoices, listPurchaseChoices } from './purchase-choices.ts'
import { listTrackerChoices } from './tracker-choices.ts'
import { listWebhookChoices } from './webhook-choices.ts'

/** A kind of choices, and how often a random walk draws it. */
interface ChoiceKind {
  readonly choices: (context: ChoiceContext) => readonly Choice[]
  readonly weight: number
  /** Groups of actions. A walk must use at least one of them to draw this kind of choices. */
  readonly features: readonly Feature[]
  /** The kinds of resources that choices of this kind use. */
  readonly about: readonly ResourceKind[]
}

const choiceKinds: readonly ChoiceKind[] = [
  { choices: listScenarioChoices, weight: 45, features: ['stories'], about: [] },
  { choices: listPurchaseChoices, weight: 5, features: ['buying'], about: ['rate', 'label'] },
  { choices: listBatchChoices, weight: 1.6, features: ['batches'], about: ['rate', 'batch'] },
  { choices: listTrackerChoices, weight: 1.4, features: ['trackers'], about: ['label', 'tracker'] },
  { choices: listAccountChoices, weight: 2, features: ['clock', 'money', 'buying'], about: [] },
  { choices: listKeyChoices, weight: 0.8, features: ['keys'], about: ['key'] },
  { choices: listWebhookChoices, weight: 1, features: ['webhooks'], about: [] },
  {
    choices: listFaultChoices,
    weight: 1.2,
    features: ['faults', 'addresses', 'carrier accounts'],
    about: ['account'],
  },
  { choices: listLimitChoices, weight: 0.15, features: ['limits'], about: [] },
  { choices: listBurstChoices, weight: 0.9, features: ['bursts'], about: ['rate', 'label', 'batch'] },
]

/** The share of walks that use a group of actions. */
const usualShare = 0.6
/** The share of walks that use the group `unusual`. */
const unusualShare = 0.3

/**
 * Draws the groups of actions that a random walk uses. Each group is left out of some walks, because it may hide the
 * effects of other groups.
 */
export function drawFeatures(draw: Draw): ReadonlySet<Feature> {
  const probabilityOf = (feature: Feature): number => (feature === 'unusual' ? unusualShare : usualShare)
  return new Set(
    features.filter(
      (feature) => feature === 'buying' || draw.chance(probabilityOf(feature), 'swarm', feature),
    ),
  )
}

/**
 * Draws one kind of choices and lists only the choices of that kind, as a list of all kinds would take too long. The
 * order of the list depends only on the resources and settings of the walk.
 */
export function drawChoices(
  context: ChoiceContext,
  by: { readonly usedFeatures: ReadonlySet<Feature>; readonly at: number },
): readonly Choice[] {
  const { usedFeatures, at } = by
  const isOn = (feature: Feature): boolean => usedFeatures.has(feature)
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

/** Lists all choices of a random walk that use this resource. */
export function listChoicesAbout(
  context: ChoiceContext,
  about: Resource,
  usedFeatures: ReadonlySet<Feature>,
): readonly Choice[] {
  const { world } = context
  const resources = world.resources.filter(
    (each) => each.kind === 'key' || nameResource(each) === nameResource(about),
  )
  return listChoicesOfKinds(
    choiceKinds.filter((kind) => kind.about.includes(about.kind)),
    { ...context, world: { ...world, resources } },
    usedFeatures,
  ).filter((choice) => choice.about !== undefined && nameResource(choice.about) === nameResource(about))
}

/** Lists all choices that the resources and settings of a random walk now allow. */
export function listAllChoices(
  context: ChoiceContext,
  usedFeatures: ReadonlySet<Feature>,
): readonly Choice[] {
  return listChoicesOfKinds(choiceKinds, context, usedFeatures)
}

/** Lists the choices of some kinds that the walk's groups of actions allow. */
function listChoicesOfKinds(
  among: readonly ChoiceKind[],
  context: ChoiceContext,
  usedFeatures: ReadonlySet<Feature>,
): readonly Choice[] {
  return among
    .flatMap(({ choices }) => choices(context))
    .filter(
      ({ weight, features: needed }) => weight > 0 && needed.every((feature) => usedFeatures.has(feature)),
    )
}
