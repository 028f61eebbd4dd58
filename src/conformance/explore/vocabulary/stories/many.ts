import { referenceTo } from '../../world.ts'
import {
  about,
  buying,
  calling,
  counting,
  newestOf,
  partyOf,
  passing,
  quoting,
  registering,
  type Scene,
  type Story,
} from './turns.ts'

/** More than a list of the service is known to hold. */
const many = 55

/** The first of its kind is used again after fifty others were made: labels by a batch, rates by several quotes. */
export function firstAfterMany(scene: Scene): Story | undefined {
  const { can, client, pick } = scene
  const owner = partyOf('owner', scene)
  const [rate, label] = [newestOf('rate', scene), newestOf('label', scene)]
  const what = pick(['labels', 'rates'], 'what')
  if (!can.clock) return undefined
  const batch = calling(owner, 'createBatch', (world) => {
    const fresh = rate(world)
    return fresh && { body: { items: [referenceTo(fresh, 'item', many)] } }
  })
  const others = [
    batch,
    about(owner, 'buyBatch', newestOf('batch', scene)),
    passing(client, 120),
    about(owner, 'getTracker', newestOf('tracker', scene)),
    about(owner, 'getLabel', label),
    about(owner, 'downloadLabel', label),
    about(owner, 'voidLabel', label),
  ]
  const quotes = Array.from({ length: 6 }, () => quoting(owner, 'to a home'))
  return {
    name: what,
    turns: () => [
      quoting(owner),
      buying(owner, rate),
      about(owner, 'getLabel', label),
      registering(owner, label),
      ...(what === 'labels' ? others : [...quotes, buying(owner, newestOf('rate', scene, quotes.length))]),
      about(owner, 'getLabel', label),
      counting(scene),
      calling(owner, 'listDeliveries'),
    ],
  }
}
