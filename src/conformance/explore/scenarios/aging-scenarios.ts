import type { Turn } from '../choices/choice.ts'
import {
  about,
  acting,
  batching,
  buying,
  newestOf,
  partyOf,
  passing,
  quoting,
  registering,
  type Scene,
  type Story,
} from './scenario.ts'

/** A rate, some time, something done with it or beside it, some more time, and a purchase. */
export function agingRate(scene: Scene): Story {
  const { client, pick } = scene
  const owner = partyOf('owner', scene)
  const first = pick([0, 600, 300, 899], 'first')
  const between = pick(
    ['nothing', 'buy', 'quote again', 'quote another', 'void', 'batch'] as const,
    'between',
  )
  const then = pick([890, 899, 899.5, 900, 901, 905, 300], 'then')
  const rest = Math.max(1, then - first)
  const maker = partyOf(pick(['owner', 'owner', 'another key'], 'maker'), scene)
  const isRevoked = maker.who === 'another key' && pick([true, false], 'revoked')
  const key = newestOf('key', scene)
  const rate = newestOf('rate', scene)
  const done: Readonly<Record<typeof between, readonly Turn[]>> = {
    nothing: [],
    buy: [buying(owner, rate)],
    'quote again': [quoting(owner)],
    'quote another': [quoting(owner, 'to a home')],
    void: [buying(owner, rate), about(owner, 'voidLabel', newestOf('label', scene))],
    batch: [batching(owner, rate)],
  }
  return {
    name: `${between}, ${then} s`,
    turns: () => [
      ...maker.before,
      quoting(maker),
      ...(first > 0 ? [passing(client, first)] : []),
      ...done[between],
      ...(isRevoked ? [acting(key, (named) => ({ do: 'revoke key', client, key: named('key') }))] : []),
      passing(client, rest),
      buying(owner, rate),
      buying(owner, newestOf('rate', scene, 1)),
    ],
  }
}

const hour = 3_600

/** How long before and after, so that a poll is due in the one or the other, or in both together. */
const spans = [
  [3 * hour, 2 * hour],
  [3 * hour, 2 * hour],
  [hour, 3 * hour + 61],
  [5 * hour, 5 * hour],
  [25 * hour, 5 * hour],
  [5 * hour, 73 * hour],
] as const

const betweens = [
  'read',
  'nothing',
  'registered again',
  'another registered',
  'voided',
  'stranger',
  'carriers down',
] as const

/** A tracker, something its carrier says, time, something that happens beside it, more time, and it is read. */
export function agingTracker(scene: Scene): Story {
  const { client, pick } = scene
  const owner = partyOf('owner', scene)
  const [first, then] = pick(spans, 'spans')
  const between = pick(betweens, 'between')
  const told = pick(['before', 'before', 'between', 'both'], 'told')
  const [label, tracker] = [newestOf('label', scene), newestOf('tracker', scene)]
  // Where another was registered, the first is the one before it.
  const own = newestOf('tracker', scene, between === 'another registered' ? 1 : 0)
  return {
    name: `${between}, ${first / hour} h and ${then / hour} h`,
    turns: () => [
      quoting(owner),
      buying(owner, newestOf('rate', scene)),
      registering(owner, label),
      ...(told === 'between' ? [] : [saying('Left the depot', scene)]),
      passing(client, first),
      about(owner, 'getTracker', tracker),
      ...(told === 'before' ? [] : [saying('Reached the depot', scene)]),
      ...meanwhile(between, scene),
      passing(client, then),
      about(owner, 'getTracker', own),
      ...(between === 'carriers down' ? upAgain(scene) : []),
      about(owner, 'getTracker', tracker),
    ],
  }
}

/** The carrier says something of the newest parcel, in words that nobody has said before. */
function saying(what: string, scene: Scene): Turn {
  const { can, client, pick } = scene
  const status = pick(['in_transit', 'exception'], 'status')
  const said = acting(newestOf('label', scene), (named, thing) => ({
    do: 'add event',
    client,
    number: named('tracking_number'),
    status,
    detail: `${what}, ${thing.step}`,
  }))
  return can.tracking ? said : () => undefined
}

function meanwhile(between: (typeof betweens)[number], scene: Scene): readonly Turn[] {
  const { can, client } = scene
  const owner = partyOf('owner', scene)
  const [label, tracker] = [newestOf('label', scene), newestOf('tracker', scene)]
  const fault = { target: 'carrier:*', operation: 'tracking', mode: 'down' }
  switch (between) {
    case 'nothing':
      return []
    case 'read':
      return [about(owner, 'getTracker', tracker)]
    case 'registered again':
      return [registering(owner, label), about(owner, 'getTracker', tracker)]
    case 'another registered':
      return [quoting(owner), buying(owner, newestOf('rate', scene)), registering(owner, label)]
    case 'voided':
      return [about(owner, 'voidLabel', label), about(owner, 'getTracker', tracker)]
    case 'stranger':
      return [registering(partyOf('other client', scene), label), about(owner, 'getTracker', tracker)]
    case 'carriers down':
      return [() => (can.faults ? { do: 'add fault', client, fault } : undefined)]
  }
}

/** Carriers can be asked again, say something more, and are asked. */
function upAgain(scene: Scene): readonly Turn[] {
  const { can, client } = scene
  return [
    () => (can.faults ? { do: 'clear faults', client } : undefined),
    saying('Found again', scene),
    passing(client, 5 * hour),
  ]
}
