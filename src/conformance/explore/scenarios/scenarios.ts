import { type Choice, type ChoiceContext, nameScenarioCell } from '../choices/choice.ts'
import { createAgedRateScenario, createAgedTrackerScenario } from './aging-scenarios.ts'
import { createFailingItemsScenario, createTwoBatchesScenario } from './batch-scenarios.ts'
import { createConcurrencyScenario, createSlowCarriersScenario } from './concurrency-scenarios.ts'
import {
  createAgedKeyScenario,
  createBothEnvironmentsScenario,
  createExhaustedLimitScenario,
  createOtherClientScenario,
  createScopedKeysScenario,
} from './key-scenarios.ts'
import {
  createManyResourcesScenario,
  createTightBalanceScenario,
  createTwoLabelsScenario,
} from './purchase-scenarios.ts'
import {
  createFaultyQuoteScenario,
  createOwnAccountScenario,
  createRefusalScenario,
} from './refusal-scenarios.ts'
import { createScenarioContext, type Scenario, type ScenarioContext } from './scenario.ts'
import { createOddNumbersScenario, createOddTextsScenario } from './text-scenarios.ts'
import { createNotifiedLabelsScenario, createSameUrlScenario } from './webhook-scenarios.ts'

/** The kinds of scenarios, and how often a random walk draws each. */
const kinds: readonly (readonly [
  name: string,
  make: (context: ScenarioContext) => Scenario | undefined,
  weight: number,
])[] = [
  ['two labels', createTwoLabelsScenario, 1.5],
  ['two environments', createBothEnvironmentsScenario, 1],
  ['stranger', createOtherClientScenario, 0.8],
  ['at once', createConcurrencyScenario, 2],
  ['refused', createRefusalScenario, 2],
  ['troubled quote', createFaultyQuoteScenario, 0.8],
  ['own account', createOwnAccountScenario, 0.4],
  ['aging rate', createAgedRateScenario, 0.8],
  ['aging key', createAgedKeyScenario, 1],
  ['scoped keys', createScopedKeysScenario, 0.4],
  ['used up', createExhaustedLimitScenario, 0.3],
  ['aging tracker', createAgedTrackerScenario, 1.6],
  ['told of', createNotifiedLabelsScenario, 1.8],
  ['two batches', createTwoBatchesScenario, 1],
  ['failing items', createFailingItemsScenario, 1],
  ['money', createTightBalanceScenario, 0.8],
  ['odd texts', createOddTextsScenario, 0.6],
  ['odd numbers', createOddNumbersScenario, 0.5],
]

/** Kinds of scenarios that only walks with the group of actions `unusual` draw. */
const unusualKinds: typeof kinds = [
  ['slow carriers', createSlowCarriersScenario, 8],
  ['same URL again', createSameUrlScenario, 8],
  ['first after many', createManyResourcesScenario, 8],
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
