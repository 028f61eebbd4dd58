import { type Choice, type ChoiceContext, scenarioCell } from '../choices/choice.ts'
import { agingRate, agingTracker } from './aging-scenarios.ts'
import { failingItems, twoBatches } from './batch-scenarios.ts'
import { concurrentRequests, slowCarriers } from './concurrency-scenarios.ts'
import { agingKey, exhaustedLimit, scopedKeys, stranger, twoEnvironments } from './key-scenarios.ts'
import { firstAfterMany, tightBalance, twoLabels } from './purchase-scenarios.ts'
import { ownAccount, quoteWithFaults, refusedThenGood } from './refusal-scenarios.ts'
import { createContext, type Scenario, type ScenarioContext } from './scenario.ts'
import { oddNumbers, oddTexts } from './text-scenarios.ts'
import { notifiedLabels, sameUrl } from './webhook-scenarios.ts'

/** Kinds of scenarios, with their weights. */
const kinds: readonly (readonly [
  name: string,
  make: (context: ScenarioContext) => Scenario | undefined,
  weight: number,
])[] = [
  ['two labels', twoLabels, 1.5],
  ['two environments', twoEnvironments, 1],
  ['stranger', stranger, 0.8],
  ['at once', concurrentRequests, 2],
  ['refused', refusedThenGood, 2],
  ['troubled quote', quoteWithFaults, 0.8],
  ['own account', ownAccount, 0.4],
  ['aging rate', agingRate, 0.8],
  ['aging key', agingKey, 1],
  ['scoped keys', scopedKeys, 0.4],
  ['used up', exhaustedLimit, 0.3],
  ['aging tracker', agingTracker, 1.6],
  ['told of', notifiedLabels, 1.8],
  ['two batches', twoBatches, 1],
  ['failing items', failingItems, 1],
  ['money', tightBalance, 0.8],
  ['odd texts', oddTexts, 0.6],
  ['odd numbers', oddNumbers, 0.5],
]

/** Kinds that only some walks have. */
const unusualKinds: typeof kinds = [
  ['slow carriers', slowCarriers, 8],
  ['same URL again', sameUrl, 8],
  ['first after many', firstAfterMany, 8],
]

/** Each kind is drawn three times, so that a new variant is likely among them. */
const drawsPerKind = [1, 2, 3]

/**
 * Lists scenarios. Bugs between calls need several steps: two resources, a refusal and a success, or time in between. Single
 * draws seldom combine them.
 */
export function scenarioChoices(context: ChoiceContext): readonly Choice[] {
  const { can } = context
  if (!can.buying) return []
  return can.clients.flatMap((client) =>
    can.environments.flatMap((environment) =>
      [...kinds, ...unusualKinds].flatMap(([kind, make, weight], index) =>
        drawsPerKind.flatMap((drawNumber): readonly Choice[] => {
          const scenario = make(createContext(context, { client, environment }, `${kind} ${drawNumber}`))
          if (scenario === undefined) return []
          return [
            {
              cell: scenarioCell(`${kind}, ${scenario.name} / ${environment} / ${client}`),
              // A scenario is complete by itself, so it needs no other feature of the walk.
              features: index < kinds.length ? ['stories'] : ['stories', 'unusual'],
              actions: [],
              steps: () => scenario.steps(),
              weight: client === 'a' ? weight : weight / 4,
            },
          ]
        }),
      ),
    ),
  )
}
