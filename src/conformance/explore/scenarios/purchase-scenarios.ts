import type { ScenarioStep } from '../choices/choice.ts'
import type { WalletChange } from '../step.ts'
import { referenceTo } from '../walk-world.ts'
import {
  advanceBy,
  batchBy,
  buyBy,
  type CallerKind,
  callBy,
  callerOf,
  callOn,
  controlOn,
  lastRate,
  newestOf,
  quoteBy,
  readWallet,
  registerBy,
  type Scenario,
  type ScenarioContext,
  type Shipment,
} from './scenario.ts'

const secondShipments: readonly [
  Shipment | 'the same rate' | 'the dearest',
  ...(Shipment | 'the same rate' | 'the dearest')[],
] = ['the same rate', 'the same rate', 'the dearest', 'to somebody else', 'to a home', 'the other way']

const otherCallers: readonly [CallerKind, ...CallerKind[]] = [
  'owner',
  'owner',
  'another key',
  'other client',
  'revoked key',
  'narrow key',
  'other environment',
]

const labelActions = ['void', 'void', 'scan and void', 'void twice', 'download', 'register', 'read'] as const

/** Buys two labels with something in common, acts on one, and reads both. */
export function twoLabels(context: ScenarioContext): Scenario {
  const { client, pick } = context
  const owner = callerOf('owner', context)
  const what = pick(secondShipments, 'second')
  const other = callerOf(pick(otherCallers, 'who'), context)
  const first = pick(labelActions, 'first')
  const second = pick(['nothing', 'void', 'read', 'void'] as const, 'then')
  const gap = pick([0, 0, 3_600, 60], 'gap')
  const label = (back: number): ReturnType<typeof newestOf> => newestOf('label', context, back)
  const rate = newestOf('rate', context)
  const at = pick([0, 1], 'at')
  return {
    name: `${what}, ${first} by ${other.who}`,
    steps: () => [
      quoteBy(owner),
      buyBy(owner, rate),
      ...(gap > 0 ? [advanceBy(client, gap)] : []),
      ...(what === 'the same rate' || what === 'the dearest' ? [] : [quoteBy(owner, what)]),
      buyBy(owner, what === 'the dearest' ? lastRate(context) : rate),
      callOn(owner, 'getLabel', label(0)),
      callOn(owner, 'getLabel', label(1)),
      ...other.before,
      ...actOnLabel(first, { by: other, owner, label: label(at), context }),
      readWallet(context),
      ...(second === 'nothing'
        ? []
        : actOnLabel(second, { by: owner, owner, label: label(1 - at), context })),
      callOn(owner, 'getLabel', label(0)),
      callOn(owner, 'getLabel', label(1)),
      callOn(owner, 'downloadLabel', label(at)),
      readWallet(context),
    ],
  }
}

function actOnLabel(
  what: (typeof labelActions)[number],
  on: {
    readonly by: ReturnType<typeof callerOf>
    readonly owner: ReturnType<typeof callerOf>
    readonly label: ReturnType<typeof newestOf>
    readonly context: ScenarioContext
  },
): readonly ScenarioStep[] {
  const { by, owner, label, context } = on
  const { can, client } = context
  const scan = controlOn(label, (named) => ({ do: 'scan', client, label: named() }))
  switch (what) {
    case 'void':
      return [callOn(by, 'voidLabel', label)]
    case 'void twice':
      return [callOn(by, 'voidLabel', label), callOn(owner, 'voidLabel', label)]
    case 'scan and void':
      return [...(can.scan ? [scan] : []), callOn(by, 'voidLabel', label)]
    case 'download':
      return [callOn(by, 'downloadLabel', label)]
    case 'register': {
      const tracker = newestOf('tracker', context)
      return [registerBy(by, label), callOn(owner, 'voidLabel', label), callOn(by, 'getTracker', tracker)]
    }
    case 'read':
      return [callOn(by, 'getLabel', label)]
  }
}

/** More than a service is likely to cache or list. */
const manyItems = 55

/** Uses the first resource again after fifty newer ones: labels of a batch, or rates of several quotes. */
export function firstAfterMany(context: ScenarioContext): Scenario | undefined {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const [rate, label] = [newestOf('rate', context), newestOf('label', context)]
  const what = pick(['labels', 'rates'], 'what')
  if (!can.clock) return undefined
  const batch = callBy(owner, 'createBatch', (world) => {
    const fresh = rate(world)
    return fresh && { body: { items: [referenceTo(fresh, 'item', manyItems)] } }
  })
  const otherCallers = [
    batch,
    callOn(owner, 'buyBatch', newestOf('batch', context)),
    advanceBy(client, 120),
    callOn(owner, 'getTracker', newestOf('tracker', context)),
    callOn(owner, 'getLabel', label),
    callOn(owner, 'downloadLabel', label),
    callOn(owner, 'voidLabel', label),
  ]
  const quotes = Array.from({ length: 6 }, () => quoteBy(owner, 'to a home'))
  return {
    name: what,
    steps: () => [
      quoteBy(owner),
      buyBy(owner, rate),
      callOn(owner, 'getLabel', label),
      registerBy(owner, label),
      ...(what === 'labels'
        ? otherCallers
        : [...quotes, buyBy(owner, newestOf('rate', context, quotes.length))]),
      callOn(owner, 'getLabel', label),
      readWallet(context),
      callBy(owner, 'listDeliveries'),
    ],
  }
}

/** Creates two batches, of the same or of other items, buys one or both, and reads both. */
export function twoBatches(context: ScenarioContext): Scenario {
  const { client, pick } = context
  const owner = callerOf('owner', context)
  const isSame = pick([true, false], 'same')
  const rate = newestOf('rate', context)
  const [batch, first] = [newestOf('batch', context), newestOf('batch', context, 1)]
  const buyer = callerOf(
    pick(['owner', 'owner', 'revoked key', 'other client', 'another key'], 'buyer'),
    context,
  )
  const starts = pick(['first', 'last', 'both', 'both', 'first later both'] as const, 'starts')
  const gap = pick([0, 1, 60, 3_600, 90_000], 'gap')
  const lookAtBoth = [callOn(owner, 'getBatch', first), callOn(owner, 'getBatch', batch)]
  const wait = gap > 0 ? [advanceBy(client, gap)] : []
  const started: Readonly<Record<typeof starts, readonly ScenarioStep[]>> = {
    first: [callOn(buyer, 'buyBatch', first)],
    last: [callOn(buyer, 'buyBatch', batch)],
    both: [callOn(buyer, 'buyBatch', first), readWallet(context), callOn(owner, 'buyBatch', batch)],
    'first later both': [callOn(buyer, 'buyBatch', first), ...wait, callOn(owner, 'buyBatch', batch)],
  }
  return {
    name: `${isSame ? 'alike, ' : ''}bought ${starts} by ${buyer.who}`,
    steps: () => [
      quoteBy(owner),
      readWallet(context),
      batchBy(owner, rate),
      ...(isSame ? [] : [quoteBy(owner, 'to a home')]),
      ...(isSame ? [batchBy(owner, rate)] : [batchBy(owner, rate, rate)]),
      readWallet(context),
      ...lookAtBoth,
      ...buyer.before,
      ...(pick([true, false], 'later') ? wait : []),
      ...started[starts],
      readWallet(context),
      ...lookAtBoth,
      ...wait,
      ...lookAtBoth,
      callOn(owner, 'buyBatch', pick([batch, first], 'again')),
      buyBy(owner, rate),
      readWallet(context),
    ],
  }
}

/** Buys a batch with failing items, and another batch after it. */
export function failingItems(context: ScenarioContext): Scenario {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const carriers = can.carriers
  const carrier = pick(['*', carriers[0] ?? '*', ...carriers], 'carrier')
  const hasWebhook = pick([true, true, false], 'told') && can.webhooks
  const times = pick([undefined, 1], 'times')
  const fault = { target: `carrier:${carrier}`, operation: 'labels', mode: 'down', ...(times && { times }) }
  const rate = newestOf('rate', context)
  const batch = newestOf('batch', context)
  const span = pick([60, 600, 3_600], 'span')
  const end: ScenarioStep = () => (can.faults ? { do: 'clear faults', client } : undefined)
  return {
    name: `${carrier === '*' ? 'all carriers' : 'a carrier'} down${times ? ' once' : ''}${hasWebhook ? ', told' : ''}`,
    steps: () => [
      ...(hasWebhook
        ? [
            ({ clientStates }: Parameters<ScenarioStep>[0]) =>
              clientStates[client]?.webhook === 'set' ? undefined : ({ do: 'set webhook', client } as const),
          ]
        : []),
      quoteBy(owner),
      batchBy(owner, rate, lastRate(context), rate),
      readWallet(context),
      () => (can.faults ? { do: 'add fault', client, fault } : undefined),
      callOn(owner, 'buyBatch', batch),
      advanceBy(client, span),
      readWallet(context),
      callOn(owner, 'getBatch', batch),
      end,
      quoteBy(owner),
      batchBy(owner, rate),
      callOn(owner, 'buyBatch', batch),
      advanceBy(client, span),
      callOn(owner, 'getBatch', batch),
      readWallet(context),
      ...(hasWebhook ? [callBy(owner, 'listDeliveries')] : []),
    ],
  }
}

/** Sets the wallet so that a purchase is just possible or just not, buys, and sets it again. */
export function tightBalance(context: ScenarioContext): Scenario | undefined {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const [first, then] = [pick(states, 'first'), pick(states, 'then')]
  const kind = pick(['label', 'label', 'batch'] as const, 'kind')
  const buyer = callerOf(pick(['owner', 'owner', 'another key'], 'buyer'), context)
  const rate = newestOf('rate', context)
  const buy = kind === 'label' ? buyBy(buyer, rate) : batchBy(buyer, rate)
  const set = (state: (typeof states)[number]): ScenarioStep =>
    controlOn(rate, (_, { cents }) => ({ do: 'set wallet', client, change: walletAs(state, cents) }))
  const readBoth: readonly ScenarioStep[] = [callBy(buyer, 'getWallet'), readWallet(context)]
  if (!can.wallet || context.environment === 'test') return undefined
  return {
    name: `${first}, then ${then}, ${kind}`,
    steps: () => [
      ...buyer.before,
      quoteBy(owner),
      ...(pick([true, false], 'bought before') ? [buyBy(owner, rate)] : []),
      set(first),
      ...readBoth,
      buy,
      ...readBoth,
      ...(pick([true, false], 'by the other') ? [buyBy(owner, rate), ...readBoth] : []),
      set(then),
      buy,
      ...readBoth,
      // A reload may take time, but not an hour.
      ...(pick([true, false], 'an hour later')
        ? [advanceBy(client, 3_600), quoteBy(owner), buy, ...readBoth]
        : []),
      buyBy(owner, rate),
      ...readBoth,
    ],
  }
}

const states = ['ample', 'exact', 'a cent short', 'reloading', 'reloading', 'declined', 'no card'] as const

function walletAs(state: (typeof states)[number], cents: number): WalletChange {
  const short = Math.max(0, cents - 1)
  const auto_reload = { threshold_cents: 0, amount_cents: 50_000 }
  switch (state) {
    case 'ample':
      return { balance_cents: 60_000, payment_method: 'valid', auto_reload: null }
    case 'exact':
      return { balance_cents: cents, payment_method: 'valid', auto_reload: null }
    case 'a cent short':
      return { balance_cents: short, payment_method: 'valid', auto_reload: null }
    case 'reloading':
      return { balance_cents: short, payment_method: 'valid', auto_reload }
    case 'declined':
      return { balance_cents: short, payment_method: 'declined', auto_reload }
    case 'no card':
      return { balance_cents: short, payment_method: 'none', auto_reload }
  }
}
