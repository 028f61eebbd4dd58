import type { Turn } from '../choices/choice.ts'
import type { Asked } from '../step.ts'
import {
  about,
  acting,
  atOnce,
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

const kinds = [
  'purchases of a rate',
  'purchases of two rates',
  'purchase and batch',
  'purchase and wallet',
  'batches',
  'batches of one and two',
  'starts',
  'quotes',
  'readings of two labels',
  'voids of two labels',
  'voids of one label',
  'void and reading',
  'registrations',
  'readings of nothing',
  'wallets',
] as const

const nothing = 'lbl_000000000000000000000000'

/** Requests that are under way at the same time, by one key or by two of the client's, several times over. */
export function atTheSameTime(scene: Scene): Story {
  const { can, client, environment, pick } = scene
  const owner = partyOf('owner', scene)
  const whats = [pick(kinds, 'what'), pick(kinds, 'then'), pick(kinds, 'last')] as const
  const other = partyOf(pick(['owner', 'another key'], 'who'), scene)
  const isExact = environment === 'live' && can.wallet && pick([true, false], 'exact')
  const exact = acting(newestOf('rate', scene), (_, { cents }) => ({
    do: 'set wallet',
    client,
    change: { balance_cents: cents, auto_reload: null, payment_method: 'valid' },
  }))
  return {
    name: `${whats[0]} by ${other.who}`,
    turns: () => [
      ...other.before,
      quoting(owner),
      buying(owner, newestOf('rate', scene)),
      quoting(owner, 'to somebody else'),
      buying(owner, newestOf('rate', scene, pick([0, 1], 'second of'))),
      ...whats.flatMap((what) => [
        ...(what === 'starts' ? [batching(owner, newestOf('rate', scene))] : []),
        ...(isExact && /^(?:purchase|batches)/.test(what) ? [exact] : []),
        counting(scene),
        atOnce(...lanesOf(what, { owner, other, scene })),
        counting(scene),
        ...lookedAt(what, owner, scene),
      ]),
    ],
  }
}

type Kind = (typeof kinds)[number]

interface Together {
  readonly owner: Party
  readonly other: Party
  readonly scene: Scene
}

function lanesOf(what: Kind, by: Together): readonly Turn[] {
  const { owner, other } = by
  const [one, two = one] = { ...purchases(by.scene), ...readings(by.scene) }[what]
  return [one(owner), two(other)]
}

type Asking = (by: Party) => Turn
type Pairs<Kinds extends Kind> = Readonly<Record<Kinds, readonly [Asking, Asking?]>>

function purchases(scene: Scene): Pairs<Extract<Kind, `purchase${string}` | `batches${string}` | 'starts'>> {
  const [rate, before] = [newestOf('rate', scene), newestOf('rate', scene, 1)]
  const buy: Asking = (by) => buying(by, rate)
  const batch: Asking = (by) => batching(by, rate)
  return {
    'purchases of a rate': [buy],
    'purchases of two rates': [(by) => buying(by, before), buy],
    'purchase and batch': [buy, batch],
    'purchase and wallet': [buy, (by) => calling(by, 'getWallet')],
    batches: [batch],
    'batches of one and two': [batch, (by) => batching(by, rate, rate)],
    starts: [(by) => about(by, 'buyBatch', newestOf('batch', scene))],
  }
}

function readings(scene: Scene): Pairs<Exclude<Kind, `purchase${string}` | `batches${string}` | 'starts'>> {
  const [label, first] = [newestOf('label', scene), newestOf('label', scene, 1)]
  const asking =
    (operation: Asked, found: typeof label): Asking =>
    (by) =>
      about(by, operation, found)
  const other = scene.pick(['to somebody else', 'to a home', 'the other way'], 'other')
  return {
    quotes: [(by) => quoting(by), (by) => quoting(by, other)],
    'readings of two labels': [asking('getLabel', first), asking('getLabel', label)],
    'voids of two labels': [asking('voidLabel', first), asking('voidLabel', label)],
    'voids of one label': [asking('voidLabel', label)],
    'void and reading': [asking('voidLabel', label), asking('getLabel', label)],
    registrations: [(by) => registering(by, first), (by) => registering(by, label)],
    'readings of nothing': [(by) => calling(by, 'getLabel', () => ({ id: nothing }))],
    wallets: [(by) => calling(by, 'getWallet')],
  }
}

function lookedAt(what: Kind, owner: Party, scene: Scene): readonly Turn[] {
  const labels = [0, 1].map((back) => about(owner, 'getLabel', newestOf('label', scene, back)))
  switch (what) {
    case 'quotes':
      return [buying(owner, newestOf('rate', scene, 1)), buying(owner, newestOf('rate', scene)), ...labels]
    case 'starts':
      return [about(owner, 'getBatch', newestOf('batch', scene))]
    case 'batches':
    case 'batches of one and two':
      return [0, 1].map((back) => about(owner, 'getBatch', newestOf('batch', scene, back)))
    case 'readings of nothing':
    case 'wallets':
      return []
    default:
      return labels
  }
}

/** What meets while a carrier takes its time: nothing is carried out twice, or left out. */
export function slowCarriers(scene: Scene): Story | undefined {
  const { can, client, pick } = scene
  const operation = pick(['labels', 'labels', 'rates'], 'operation')
  const owner = partyOf('owner', scene)
  const beside = partyOf(pick(['owner', 'another key', 'other environment'], 'beside'), scene)
  const rate = newestOf('rate', scene)
  if (!can.faults || !can.bursts) return undefined
  const fault = { target: 'carrier:*', operation, mode: 'slow', latency_ms: 60, times: 4 } as const
  const meeting =
    operation === 'labels'
      ? [
          atOnce(buying(owner, rate), buying(beside, rate)),
          atOnce(buying(owner, rate), calling(owner, 'getWallet')),
        ]
      : [atOnce(quoting(owner), quoting(beside)), buying(owner, rate)]
  return {
    name: `${operation}, ${beside.who}`,
    turns: () => [
      quoting(owner),
      ...beside.before,
      () => ({ do: 'add fault', client, fault }),
      ...meeting,
      counting(scene),
      () => ({ do: 'clear faults', client }),
      quoting(owner),
      calling(owner, 'getLabel', (world) => {
        const label = newestOf('label', scene)(world)
        return label && { id: { $: label.step, take: 'label' } }
      }),
    ],
  }
}
