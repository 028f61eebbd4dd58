import { type Choice, type ChoiceContext, nameScenarioCell } from '../choices/choice.ts'
import { buyAgedRate, readAgedTracker } from './aging-scenarios.ts'
import { buyFailingItems, buyTwoBatches } from './batch-scenarios.ts'
import { quoteSlowCarriers, sendConcurrentRequests } from './concurrency-scenarios.ts'
import {
  buyInBothEnvironments,
  exhaustOneLimit,
  requestAsOtherClient,
  useAgedKey,
  useScopedKeys,
} from './key-scenarios.ts'
import { buyTwoLabels, buyWithTightBalance, useOldestOfManyResources } from './purchase-scenarios.ts'
import { buyWithOwnAccount, failThenSucceed, quoteWithFaults } from './refusal-scenarios.ts'
import { createScenarioContext, type Scenario, type ScenarioContext } from './scenario.ts'
import { buyWithOddTexts, registerOddNumbers } from './text-scenarios.ts'
import { buyNotifiedLabels, resetSameUrl } from './webhook-scenarios.ts'

/** The kinds of scenarios, and how often a random walk draws each. */
const kinds: readonly (readonly [
  name: string,
  make: (context: ScenarioContext) => Scenario | undefined,
  weight: number,
])[] = [
  ['two labels', buyTwoLabels, 1.5],
  ['two environments', buyInBothEnvironments, 1],
  ['stranger', requestAsOtherClient, 0.8],
  ['at once', sendConcurrentRequests, 2],
  ['refused', failThenSucceed, 2],
  ['troubled quote', quoteWithFaults, 0.8],
  ['own account', buyWithOwnAccount, 0.4],
  ['aging rate', buyAgedRate, 0.8],
  ['aging key', useAgedKey, 1],
  ['scoped keys', useScopedKeys, 0.4],
  ['used up', exhaustOneLimit, 0.3],
  ['aging tracker', readAgedTracker, 1.6],
  ['told of', buyNotifiedLabels, 1.8],
  ['two batches', buyTwoBatches, 1],
  ['failing items', buyFailingItems, 1],
  ['money', buyWithTightBalance, 0.8],
  ['odd texts', buyWithOddTexts, 0.6],
  ['odd numbers', registerOddNumbers, 0.5],
]

/** Kinds of scenarios that only walks with the group of actions `unusual` draw. */
const unusualKinds: typeof kinds = [
  ['slow carriers', quoteSlowCarriers, 8],
  ['same URL again', resetSameUrl, 8],
  ['first after many', useOldestOfManyResources, 8],
]

/** A walk can choose from three variants of each kind of scenario, so that it probably finds one that no walk has tested. */
const drawsPerKind = [1, 2, 3]

/**
 * Lists scenarios that a random walk may run next. Some bugs show only after a certain series of steps, such as a
 * refusal, then a success, then a wait of a day. If a walk draws single actions, it seldom finds such a series.
 */
export function listScenarioChoices(context: ChoiceContext): readonly Choice[] {
  const { can } = context
  if (!can.buying) return []
  return can.clients.flatMap((client) =>
    can.environments.flatMap((environment) =>
      [...kinds, ...unusualKinds].flatMap(([kind, make, weight], index) =>
        drawsPerKind.flatMap((drawNumber): readonly Choice[] => {
          const scenario = make(
            createScenarioContext(context, { client, environment }, `${kind} ${drawNumber}`),
          )
          if (scenario === undefined) return []
          return [
            {
              cell: nameScenarioCell(`${kind}, ${scenario.name} / ${environment} / ${client}`),
              // A scenario is complete by itself, so it needs no other group of actions.
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
