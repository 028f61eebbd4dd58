import type { Turn } from '../choices/choice.ts'
import { referenceTo } from '../walk-state.ts'
import {
  about,
  acting,
  buying,
  calling,
  counting,
  newestOf,
  partyOf,
  passing,
  quoting,
  registering,
  type Scene,
  type Shipment,
  type Story,
  type Who,
} from './scenario.ts'

const seconds: readonly [
  Shipment | 'the same rate' | 'the dearest',
  ...(Shipment | 'the same rate' | 'the dearest')[],
] = ['the same rate', 'the same rate', 'the dearest', 'to somebody else', 'to a home', 'the other way']

const others: readonly [Who, ...Who[]] = [
  'owner',
  'owner',
  'another key',
  'other client',
  'revoked key',
  'narrow key',
  'other environment',
]

const onLabels = ['void', 'void', 'scan and void', 'void twice', 'download', 'register', 'read'] as const

/** Two labels that have something in common; then something is done to one of them, and both are looked at. */
export function twoLabels(scene: Scene): Story {
  const { client, pick } = scene
  const owner = partyOf('owner', scene)
  const what = pick(seconds, 'second')
  const other = partyOf(pick(others, 'who'), scene)
  const first = pick(onLabels, 'first')
  const second = pick(['nothing', 'void', 'read', 'void'] as const, 'then')
  const gap = pick([0, 0, 3_600, 60], 'gap')
  const label = (back: number): ReturnType<typeof newestOf> => newestOf('label', scene, back)
  const rate = newestOf('rate', scene)
  const at = pick([0, 1], 'at')
  return {
    name: `${what}, ${first} by ${other.who}`,
    turns: () => [
      quoting(owner),
      buying(owner, rate),
      ...(gap > 0 ? [passing(client, gap)] : []),
      ...(what === 'the same rate' || what === 'the dearest' ? [] : [quoting(owner, what)]),
      buying(owner, what === 'the dearest' ? dearestOf(scene) : rate),
      about(owner, 'getLabel', label(0)),
      about(owner, 'getLabel', label(1)),
      ...other.before,
      ...doneTo(first, { by: other, owner, label: label(at), scene }),
      counting(scene),
      ...(second === 'nothing' ? [] : doneTo(second, { by: owner, owner, label: label(1 - at), scene })),
      about(owner, 'getLabel', label(0)),
      about(owner, 'getLabel', label(1)),
      about(owner, 'downloadLabel', label(at)),
      counting(scene),
    ],
  }
}

/** The last that is kept of the newest quote. */
function dearestOf({ client, environment }: Scene): ReturnType<typeof newestOf> {
  return ({ things }) =>
    things.findLast(
      (thing) => thing.kind === 'rate' && thing.client === client && thing.environment === environment,
    )
}

function doneTo(
  what: (typeof onLabels)[number],
  on: {
    readonly by: ReturnType<typeof partyOf>
    readonly owner: ReturnType<typeof partyOf>
    readonly label: ReturnType<typeof newestOf>
    readonly scene: Scene
  },
): readonly Turn[] {
  const { by, owner, label, scene } = on
  const { can, client } = scene
  const scan = acting(label, (named) => ({ do: 'scan', client, label: named() }))
  switch (what) {
    case 'void':
      return [about(by, 'voidLabel', label)]
    case 'void twice':
      return [about(by, 'voidLabel', label), about(owner, 'voidLabel', label)]
    case 'scan and void':
      return [...(can.scan ? [scan] : []), about(by, 'voidLabel', label)]
    case 'download':
      return [about(by, 'downloadLabel', label)]
    case 'register': {
      const tracker = newestOf('tracker', scene)
      return [registering(by, label), about(owner, 'voidLabel', label), about(by, 'getTracker', tracker)]
    }
    case 'read':
      return [about(by, 'getLabel', label)]
  }
}

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
