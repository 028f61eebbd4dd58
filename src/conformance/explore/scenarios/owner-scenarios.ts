import type { Turn } from '../choices/choice.ts'
import {
  about,
  batching,
  buying,
  calling,
  counting,
  newestOf,
  type Party,
  partyOf,
  quoting,
  registering,
  type Scene,
  type Story,
} from './scenario.ts'

/** What is bought in the one environment, and then the like of it in the other. */
export function twoEnvironments(scene: Scene): Story {
  const what = scene.pick(inBoth, 'what')
  return {
    name: what,
    turns: () => doneInBoth(what, scene),
  }
}

const inBoth = ['labels', 'voids', 'batches', 'the same items', 'trackers'] as const

function doneInBoth(what: (typeof inBoth)[number], scene: Scene): readonly Turn[] {
  const here = partyOf('owner', scene)
  const there = partyOf('other environment', scene)
  const other = { client: scene.client, environment: scene.environment === 'test' ? 'live' : 'test' } as const
  const [rate, label] = [newestOf('rate', scene), newestOf('label', scene)]
  const [otherRate, otherLabel] = [newestOf('rate', other), newestOf('label', other)]
  const wallet = [
    counting({ ...scene, environment: 'live' }),
    calling(partyOf('owner', { ...scene, environment: 'test' }), 'getWallet'),
  ]
  const both = [quoting(here), quoting(there), ...wallet]
  const labels = [buying(here, rate), buying(there, otherRate)]
  const turns = {
    labels: [...both, ...labels, ...wallet, ...labels, ...wallet],
    voids: [
      ...both,
      ...labels,
      about(here, 'voidLabel', label),
      about(there, 'voidLabel', otherLabel),
      ...wallet,
    ],
    batches: [
      ...both,
      batching(here, rate),
      ...wallet,
      batching(there, otherRate),
      about(here, 'buyBatch', newestOf('batch', scene)),
      about(there, 'buyBatch', newestOf('batch', other)),
      ...wallet,
      buying(here, rate),
      buying(there, otherRate),
      ...wallet,
    ],
    'the same items': [quoting(here), batching(here, rate), batching(there, rate), ...wallet],
    trackers: [
      ...both,
      ...labels,
      registering(here, label),
      registering(there, label),
      about(here, 'getTracker', newestOf('tracker', scene)),
      about(there, 'getTracker', newestOf('tracker', other)),
    ],
  }
  return turns[what]
}

/** A stranger asks for what somebody has, and then the owner does. */
export function stranger(scene: Scene): Story {
  const { can, client, pick } = scene
  const owner = partyOf('owner', scene)
  const theirs = { ...scene, client: can.clients.find((each) => each !== client) ?? client }
  const [first, then] = [pick(sought, 'first'), pick(sought, 'then')]
  const carrier = pick([can.carriers[0] ?? '', ...can.carriers], 'carrier')
  const rate = newestOf('rate', scene)
  return {
    name: first,
    turns: () => [
      ...(can.carrierAccounts && (first === 'accounts' || then === 'accounts')
        ? [() => ({ do: 'connect carrier', client, carrier, credentials: 'valid' }) as const]
        : []),
      quoting(owner),
      buying(owner, rate),
      batching(owner, rate),
      registering(owner, newestOf('label', scene)),
      ...seek(first, scene),
      counting(theirs),
      ...seek(then, scene),
      about(owner, 'voidLabel', newestOf('label', scene)),
      counting(theirs),
      counting(scene),
    ],
  }
}

const sought = ['label', 'void', 'pdf', 'batch', 'start', 'tracker', 'number', 'rate', 'accounts'] as const

/** The owner, the stranger, and the owner again. */
function seek(what: (typeof sought)[number], scene: Scene): readonly Turn[] {
  const [owner, other] = [partyOf('owner', scene), partyOf('other client', scene)]
  const label = newestOf('label', scene)
  const inTurn = (ask: (by: Party) => Turn): readonly Turn[] => [ask(owner), ask(other), ask(owner)]
  switch (what) {
    case 'label':
      return inTurn((by) => about(by, 'getLabel', label))
    case 'pdf':
      return inTurn((by) => about(by, 'downloadLabel', label))
    case 'void':
      return [
        about(owner, 'getLabel', label),
        about(other, 'voidLabel', label),
        about(owner, 'getLabel', label),
      ]
    case 'batch':
      return inTurn((by) => about(by, 'getBatch', newestOf('batch', scene)))
    case 'start':
      return [other, owner].map((by) => about(by, 'buyBatch', newestOf('batch', scene)))
    case 'tracker':
      return inTurn((by) => about(by, 'getTracker', newestOf('tracker', scene)))
    case 'number':
      return [registering(other, label), about(owner, 'getTracker', newestOf('tracker', scene))]
    case 'rate':
      return inTurn((by) => buying(by, newestOf('rate', scene)))
    case 'accounts':
      return inTurn((by) => calling(by, 'listCarrierAccounts'))
  }
}
