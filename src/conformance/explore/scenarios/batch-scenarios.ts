import type { Turn } from '../choices/choice.ts'
import {
  about,
  batching,
  buying,
  calling,
  counting,
  newestOf,
  partyOf,
  passing,
  quoting,
  type Scene,
  type Story,
} from './scenario.ts'

/** Two batches, of the same or of other items; what is done to one, and to both; and how they go on. */
export function twoBatches(scene: Scene): Story {
  const { client, pick } = scene
  const owner = partyOf('owner', scene)
  const isSame = pick([true, false], 'same')
  const rate = newestOf('rate', scene)
  const [batch, first] = [newestOf('batch', scene), newestOf('batch', scene, 1)]
  const buyer = partyOf(
    pick(['owner', 'owner', 'revoked key', 'other client', 'another key'], 'buyer'),
    scene,
  )
  const starts = pick(['first', 'last', 'both', 'both', 'first later both'] as const, 'starts')
  const gap = pick([0, 1, 60, 3_600, 90_000], 'gap')
  const lookAtBoth = [about(owner, 'getBatch', first), about(owner, 'getBatch', batch)]
  const wait = gap > 0 ? [passing(client, gap)] : []
  const started: Readonly<Record<typeof starts, readonly Turn[]>> = {
    first: [about(buyer, 'buyBatch', first)],
    last: [about(buyer, 'buyBatch', batch)],
    both: [about(buyer, 'buyBatch', first), counting(scene), about(owner, 'buyBatch', batch)],
    'first later both': [about(buyer, 'buyBatch', first), ...wait, about(owner, 'buyBatch', batch)],
  }
  return {
    name: `${isSame ? 'alike, ' : ''}bought ${starts} by ${buyer.who}`,
    turns: () => [
      quoting(owner),
      counting(scene),
      batching(owner, rate),
      ...(isSame ? [] : [quoting(owner, 'to a home')]),
      ...(isSame ? [batching(owner, rate)] : [batching(owner, rate, rate)]),
      counting(scene),
      ...lookAtBoth,
      ...buyer.before,
      ...(pick([true, false], 'later') ? wait : []),
      ...started[starts],
      counting(scene),
      ...lookAtBoth,
      ...wait,
      ...lookAtBoth,
      about(owner, 'buyBatch', pick([batch, first], 'again')),
      buying(owner, rate),
      counting(scene),
    ],
  }
}

/** A batch some of whose items fail, what comes of it, and a batch after it. */
export function failingItems(scene: Scene): Story {
  const { can, client, pick } = scene
  const owner = partyOf('owner', scene)
  const carriers = can.carriers
  const carrier = pick(['*', carriers[0] ?? '*', ...carriers], 'carrier')
  const isTold = pick([true, true, false], 'told') && can.webhooks
  const times = pick([undefined, 1], 'times')
  const fault = { target: `carrier:${carrier}`, operation: 'labels', mode: 'down', ...(times && { times }) }
  const rate = newestOf('rate', scene)
  const batch = newestOf('batch', scene)
  const span = pick([60, 600, 3_600], 'span')
  const end: Turn = () => (can.faults ? { do: 'clear faults', client } : undefined)
  return {
    name: `${carrier === '*' ? 'all carriers' : 'a carrier'} down${times ? ' once' : ''}${isTold ? ', told' : ''}`,
    turns: () => [
      ...(isTold
        ? [
            ({ sides }: Parameters<Turn>[0]) =>
              sides[client]?.webhook === 'set' ? undefined : ({ do: 'set webhook', client } as const),
          ]
        : []),
      quoting(owner),
      batching(owner, rate, lastRate(scene), rate),
      counting(scene),
      () => (can.faults ? { do: 'add fault', client, fault } : undefined),
      about(owner, 'buyBatch', batch),
      passing(client, span),
      counting(scene),
      about(owner, 'getBatch', batch),
      end,
      quoting(owner),
      batching(owner, rate),
      about(owner, 'buyBatch', batch),
      passing(client, span),
      about(owner, 'getBatch', batch),
      counting(scene),
      ...(isTold ? [calling(owner, 'listDeliveries')] : []),
    ],
  }
}

/** Of the newest quote the one of another carrier than the first. */
function lastRate({ client, environment }: Scene): ReturnType<typeof newestOf> {
  return ({ things }) =>
    things.findLast(
      (thing) => thing.kind === 'rate' && thing.client === client && thing.environment === environment,
    )
}
