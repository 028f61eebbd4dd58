import { type Choice, type Moment, storyCell } from '../choices/choice.ts'
import { agingRate, agingTracker } from './aging-scenarios.ts'
import { failingItems, twoBatches } from './batch-scenarios.ts'
import { atTheSameTime, slowCarriers } from './concurrency-scenarios.ts'
import { agingKey, scopedKeys, usedUp } from './key-scenarios.ts'
import { firstAfterMany, twoLabels } from './label-scenarios.ts'
import { stranger, twoEnvironments } from './owner-scenarios.ts'
import { ownAccount, quotedInTrouble, refusedThenGood } from './refusal-scenarios.ts'
import { type Scene, type Story, sceneOf } from './scenario.ts'
import { oddNumbers, oddTexts } from './text-scenarios.ts'
import { countedMoney } from './wallet-scenarios.ts'
import { sameUrl, toldOf } from './webhook-scenarios.ts'

/** Kinds of stories, and how often each is told. */
const kinds: readonly (readonly [name: string, tell: (scene: Scene) => Story | undefined, weight: number])[] =
  [
    ['two labels', twoLabels, 1.5],
    ['two environments', twoEnvironments, 1],
    ['stranger', stranger, 0.8],
    ['at once', atTheSameTime, 2],
    ['refused', refusedThenGood, 2],
    ['troubled quote', quotedInTrouble, 0.8],
    ['own account', ownAccount, 0.4],
    ['aging rate', agingRate, 0.8],
    ['aging key', agingKey, 1],
    ['scoped keys', scopedKeys, 0.4],
    ['used up', usedUp, 0.3],
    ['aging tracker', agingTracker, 1.6],
    ['told of', toldOf, 1.8],
    ['two batches', twoBatches, 1],
    ['failing items', failingItems, 1],
    ['money', countedMoney, 0.8],
    ['odd texts', oddTexts, 0.6],
    ['odd numbers', oddNumbers, 0.5],
  ]

/** Kinds that only some walks tell. */
const unusualKinds: typeof kinds = [
  ['slow carriers', slowCarriers, 8],
  ['same URL again', sameUrl, 8],
  ['first after many', firstAfterMany, 8],
]

/** Each kind is drawn so often, so that there is one among them that nobody has told yet. */
const takes = [1, 2, 3]

/**
 * What goes wrong between calls takes several to show: two things of a kind, one after the other or at once, a refusal and
 * then a success, time that passes between. Drawn call by call they seldom follow each other, so each kind of story
 * draws what its parts are.
 */
export function stories(moment: Moment): readonly Choice[] {
  const { can } = moment
  if (!can.buying) return []
  return can.clients.flatMap((client) =>
    can.environments.flatMap((environment) =>
      [...kinds, ...unusualKinds].flatMap(([kind, tell, weight], index) =>
        takes.flatMap((take): readonly Choice[] => {
          const story = tell(sceneOf(moment, { client, environment }, `${kind} ${take}`))
          if (story === undefined) return []
          return [
            {
              cell: storyCell(`${kind}, ${story.name} / ${environment} / ${client}`),
              // Its parts go together by themselves, whatever else the walk leaves out.
              features: index < kinds.length ? ['stories'] : ['stories', 'unusual'],
              actions: [],
              turns: () => story.turns(),
              weight: client === 'a' ? weight : weight / 4,
            },
          ]
        }),
      ),
    ),
  )
}
