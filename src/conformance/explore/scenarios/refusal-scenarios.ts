import type { Turn } from '../choices/choice.ts'
import type { WalletChange } from '../step.ts'
import {
  about,
  acting,
  batching,
  buying,
  calling,
  counting,
  itemOf,
  newestOf,
  type Party,
  partyOf,
  passing,
  quoting,
  type Scene,
  type Story,
} from './scenario.ts'

const unknownRate = 'rate_000000000000000000000000'

/** Purchases or batches that come to nothing, once or twice, and then some that are good; and all of it for another reason. */
export function refusedThenGood(scene: Scene): Story {
  const { pick } = scene
  const owner = partyOf('owner', scene)
  const draw = (purpose: string): (typeof reasons)[number] =>
    scene.environment === 'live' ? pick(reasons, purpose) : pick(anywhere, purpose)
  const [first, then] = [draw('reason'), draw('other reason')]
  const isBatch = pick([false, true], 'batch')
  const rate = newestOf('rate', scene)
  const trying = (by: Party): Turn => (isBatch ? batching(by, rate) : buying(by, rate))
  const isOfBatch = pick([false, false, true], 'good batch')
  const good = isOfBatch ? batching(owner, rate) : buying(owner, rate)
  const sandbox = { ...scene, environment: 'test' } as const
  const free = partyOf('owner', sandbox)
  const isBoth = scene.environment === 'live' && pick([true, false], 'sandbox, too')
  const round = (reason: typeof first): readonly Turn[] => {
    const { before, tried, after } = refusing(reason, { scene, owner, trying, isBatch })
    return [
      ...before,
      counting(scene),
      tried,
      ...(pick([false, true], `${reason} twice`) ? [tried] : []),
      counting(scene),
      ...(isBoth ? [buying(free, newestOf('rate', sandbox))] : []),
      ...after,
      quoting(owner),
      good,
      counting(scene),
    ]
  }
  return {
    name: `${isBatch ? 'batch' : 'label'}, ${first}`,
    turns: () => [
      ...(isBoth ? [quoting(free)] : []),
      quoting(owner),
      // What was sold once can be sold.
      buying(owner, rate),
      ...round(first),
      ...(then === first ? [] : round(then)),
    ],
  }
}

const anywhere = [
  'unknown',
  'nothing in it',
  'too heavy',
  'undeliverable',
  'a field missing',
  'creation fails',
  'carrier fails',
  'carrier refuses',
  'reading key',
  'revoked key',
  'other environment',
  'too late',
] as const
const reasons = [...anywhere, 'no money', 'card declined', 'no card', 'no money', 'card declined'] as const

interface Refusing {
  readonly before: readonly Turn[]
  readonly tried: Turn
  readonly after: readonly Turn[]
}

interface Trying {
  readonly scene: Scene
  readonly owner: Party
  trying(by: Party): Turn
  readonly isBatch: boolean
}

function refusing(reason: (typeof reasons)[number], by: Trying): Refusing {
  const { scene, owner, trying } = by
  switch (reason) {
    case 'unknown':
    case 'nothing in it':
    case 'a field missing':
      return { before: [], tried: spoiled(reason, by), after: [] }
    case 'too heavy':
    case 'undeliverable':
      return { before: [quoting(owner, reason)], tried: trying(owner), after: [] }
    case 'no money':
    case 'card declined':
    case 'no card':
      return poor(reason, by)
    case 'creation fails':
    case 'carrier fails':
    case 'carrier refuses':
      return failing(reason, by)
    case 'too late':
      return { before: [passing(scene.client, 901)], tried: trying(owner), after: [] }
    case 'reading key':
    case 'revoked key':
    case 'other environment': {
      const other = partyOf(reason, scene)
      return { before: other.before, tried: trying(other), after: [] }
    }
  }
}

/** A request that lacks something. */
function spoiled(
  reason: 'unknown' | 'nothing in it' | 'a field missing',
  { scene, owner, isBatch }: Trying,
): Turn {
  const rate = newestOf('rate', scene)
  if (!isBatch) {
    const body = reason === 'nothing in it' ? {} : { rate_id: reason === 'unknown' ? unknownRate : '' }
    return calling(owner, 'buyLabel', () => ({ body }))
  }
  if (reason !== 'a field missing') return calling(owner, 'createBatch', () => ({ body: { items: [] } }))
  return calling(owner, 'createBatch', (world) => {
    const thing = rate(world)
    if (thing === undefined) return undefined
    // An item without its parcel, beside one that has all.
    return { body: { items: [itemOf(thing), { ...itemOf(thing), without: 'parcel' }] } }
  })
}

const reload = { threshold_cents: 100, amount_cents: 20_000 }

function poor(reason: 'no money' | 'card declined' | 'no card', by: Trying): Refusing {
  const { scene, owner, trying } = by
  const { can, client } = scene
  const set = (change: WalletChange): readonly Turn[] =>
    can.wallet ? [() => ({ do: 'set wallet', client, change })] : []
  const card = { 'no money': 'valid', 'card declined': 'declined', 'no card': 'none' } as const
  const poorly = set({
    balance_cents: 1,
    payment_method: card[reason],
    auto_reload: reason === 'no money' ? null : reload,
  })
  const isReloading = scene.pick([true, false], 'reloading')
  return {
    before: poorly,
    tried: trying(owner),
    after: set(
      isReloading
        ? { payment_method: 'valid', auto_reload: reload }
        : { balance_cents: 50_000, payment_method: 'valid', auto_reload: null },
    ),
  }
}

function failing(
  reason: 'creation fails' | 'carrier fails' | 'carrier refuses',
  { scene, owner, trying }: Trying,
): Refusing {
  const { can, client, environment } = scene
  const faults = {
    'creation fails': { target: 'label_creation', mode: 'error' },
    'carrier fails': { target: 'carrier:*', operation: 'labels', mode: 'error' },
    'carrier refuses': {
      target: 'carrier:*',
      operation: 'labels',
      mode: 'reject',
      code: 'LABEL.SERVICE.UNAVAILABLE',
    },
  } as const
  if (!can.faults) return { before: [], tried: trying(owner), after: [] }
  const isPoor = environment === 'live' && can.wallet && scene.pick([false, false, true], 'poor')
  const reloading: WalletChange = { balance_cents: 1, payment_method: 'valid', auto_reload: reload }
  return {
    before: [
      ...(isPoor ? [() => ({ do: 'set wallet', client, change: reloading }) as const] : []),
      () => ({ do: 'add fault', client, fault: faults[reason] }),
    ],
    tried: trying(owner),
    after: [() => ({ do: 'clear faults', client })],
  }
}

/** A void or a quote that comes to nothing, and then one that is good. */
export function quotedInTrouble(scene: Scene): Story {
  const { can, client, pick } = scene
  const owner = partyOf('owner', scene)
  const carrier = pick([can.carriers[0] ?? '*', '*', ...can.carriers], 'carrier')
  const mode = pick(['down', 'error', 'malformed'] as const, 'mode')
  const times = pick([1, 1, 2, 3], 'times')
  const isOwn = pick([true, false], 'connected') && can.carrierAccounts
  const own = pick([can.carriers[0] ?? '', ...can.carriers], 'own')
  const between = pick(['nothing', 'buy at once', 'wait and buy'] as const, 'between')
  const rate = newestOf('rate', scene)
  const fault = { target: `carrier:${carrier}`, operation: 'rates', mode, times }
  return {
    name: `${carrier === '*' ? 'all carriers' : 'a carrier'}${isOwn ? ', an account connected' : ''}, ${between}`,
    turns: () => [
      ...(isOwn
        ? [() => ({ do: 'connect carrier', client, carrier: own, credentials: 'valid' }) as const]
        : []),
      quoting(owner),
      ...(can.faults ? [() => ({ do: 'add fault', client, fault }) as const] : []),
      ...Array.from({ length: times }, () => quoting(owner)),
      ...(between === 'wait and buy' ? [passing(client, 360)] : []),
      ...(between === 'nothing' ? [] : [buying(owner, rate)]),
      quoting(owner),
      ...(can.faults ? [() => ({ do: 'clear faults', client }) as const] : []),
      quoting(owner, pick(['usual', 'to somebody else'], 'last')),
      buying(owner, rate),
    ],
  }
}

/** A label of an own carrier account beside one of the platform, and the account gone in the end. */
export function ownAccount(scene: Scene): Story {
  const { can, client, pick } = scene
  const owner = partyOf('owner', scene)
  const carrier = pick([can.carriers[0] ?? '', ...can.carriers], 'carrier')
  const ofAccount =
    (isOwn: boolean): ReturnType<typeof newestOf> =>
    ({ things }) =>
      things.findLast(
        (thing) =>
          thing.kind === 'rate' &&
          thing.client === client &&
          thing.environment === scene.environment &&
          thing.isOwnAccount === isOwn,
      )
  const account = newestOf('account', scene)
  const isLast = pick([true, false], 'gone')
  return {
    name: `own account${isLast ? ', gone again' : ''}`,
    turns: () => [
      ...(can.carrierAccounts
        ? [() => ({ do: 'connect carrier', client, carrier, credentials: 'valid' }) as const]
        : []),
      quoting(owner),
      buying(owner, ofAccount(false)),
      counting(scene),
      buying(owner, ofAccount(true)),
      counting(scene),
      about(owner, 'getLabel', newestOf('label', scene)),
      ...(isLast
        ? [acting(account, (named) => ({ do: 'disconnect carrier', client, account: named() }))]
        : []),
      ...(isLast ? [buying(owner, ofAccount(true))] : []),
      quoting(owner),
      calling(owner, 'listCarrierAccounts'),
    ],
  }
}
