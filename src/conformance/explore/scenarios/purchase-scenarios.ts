import type { ScenarioStep } from '../choices/choice.ts'
import type { WalletChange } from '../step.ts'
import { referenceTo } from '../walk-world.ts'
import { advance, controlOn, readWallet } from './control-steps.ts'
import {
  batchBy,
  buyBy,
  type Caller,
  type CallerKind,
  callBy,
  callOn,
  type FindResource,
  lastRate,
  quoteBy,
  registerBy,
  type Scenario,
  type ScenarioContext,
  type Shipment,
  stepsIf,
} from './scenario.ts'

type SecondShipment = Shipment | 'the same rate' | 'the dearest'
const secondShipments: readonly [SecondShipment, ...SecondShipment[]] = [
  'the same rate',
  'the same rate',
  'the dearest',
  'to somebody else',
  'to a home',
  'the other way',
]

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
export function buyTwoLabels(context: ScenarioContext): Scenario {
  const { caller, newest, owner, pick } = context
  const what = pick(secondShipments, 'second')
  const other = caller(pick(otherCallers, 'who'))
  const first = pick(labelActions, 'first')
  const second = pick(['nothing', 'void', 'read', 'void'] as const, 'then')
  const gap = pick([0, 0, 3_600, 60], 'gap')
  const rate = newest('rate')
  const at = pick([0, 1], 'at')
  const readBoth = [0, 1].map((back) => callOn(owner, 'getLabel', newest('label', back)))
  return {
    name: `${what}, ${first} by ${other.who}`,
    steps: () => [
      quoteBy(owner),
      buyBy(owner, rate),
      advance(context, gap),
      ...(what === 'the same rate' || what === 'the dearest' ? [] : [quoteBy(owner, what)]),
      buyBy(owner, what === 'the dearest' ? lastRate(context) : rate),
      ...readBoth,
      ...other.before,
      ...actionsOnLabel(context, other, newest('label', at))[first],
      readWallet(context),
      ...(second === 'nothing' ? [] : actionsOnLabel(context, owner, newest('label', 1 - at))[second]),
      ...readBoth,
      callOn(owner, 'downloadLabel', newest('label', at)),
      readWallet(context),
    ],
  }
}

function actionsOnLabel(
  { can, client, newest, owner }: ScenarioContext,
  by: Caller,
  label: FindResource,
): Readonly<Record<(typeof labelActions)[number], readonly ScenarioStep[]>> {
  const scan = controlOn(label, (resource) => ({ do: 'scan', client, label: referenceTo(resource) }))
  const voidLabel = callOn(by, 'voidLabel', label)
  const voidByOwner = callOn(owner, 'voidLabel', label)
  return {
    void: [voidLabel],
    'void twice': [voidLabel, voidByOwner],
    'scan and void': [...stepsIf(can.scan, scan), voidLabel],
    download: [callOn(by, 'downloadLabel', label)],
    register: [registerBy(by, label), voidByOwner, callOn(by, 'getTracker', newest('tracker'))],
    read: [callOn(by, 'getLabel', label)],
  }
}

/** More items than a service is likely to cache or to list on one page. */
const manyItems = 55

/** Uses the first resource again after fifty newer ones: labels of a batch, or rates of several quotes. */
export function useFirstAfterMany(context: ScenarioContext): Scenario | undefined {
  const { can, newest, owner, pick } = context
  const [rate, label] = [newest('rate'), newest('label')]
  const what = pick(['labels', 'rates'], 'what')
  if (!can.clock) return undefined
  const batch = callBy(owner, 'createBatch', (world) => {
    const fresh = rate(world)
    return fresh && { body: { items: [referenceTo(fresh, 'item', manyItems)] } }
  })
  const manyLabels = [
    batch,
    callOn(owner, 'buyBatch', newest('batch')),
    advance(context, 120),
    callOn(owner, 'getTracker', newest('tracker')),
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
      ...(what === 'labels' ? manyLabels : [...quotes, buyBy(owner, newest('rate', quotes.length))]),
      callOn(owner, 'getLabel', label),
      readWallet(context),
      callBy(owner, 'listDeliveries'),
    ],
  }
}

const walletStates = [
  'ample',
  'exact',
  'a cent short',
  'reloading',
  'reloading',
  'declined',
  'no card',
] as const

/** Sets the wallet so that a purchase is just possible or just not, buys, and sets it again. */
export function buyWithTightBalance(context: ScenarioContext): Scenario | undefined {
  const { caller, can, client, newest, owner, pick } = context
  const [first, then] = [pick(walletStates, 'first'), pick(walletStates, 'then')]
  const kind = pick(['label', 'label', 'batch'] as const, 'kind')
  const buyer = caller(pick(['owner', 'owner', 'another key'], 'buyer'))
  const rate = newest('rate')
  const buy = kind === 'label' ? buyBy(buyer, rate) : batchBy(buyer, rate)
  const set = (state: typeof first): ScenarioStep =>
    controlOn(rate, ({ cents }) => ({ do: 'set wallet', client, change: walletChangesFor(cents)[state] }))
  const readBoth: readonly ScenarioStep[] = [callBy(buyer, 'getWallet'), readWallet(context)]
  if (!can.wallet || context.environment === 'test') return undefined
  return {
    name: `${first}, then ${then}, ${kind}`,
    steps: () => [
      ...buyer.before,
      quoteBy(owner),
      ...stepsIf(pick([true, false], 'bought before'), buyBy(owner, rate)),
      set(first),
      ...readBoth,
      buy,
      ...readBoth,
      ...stepsIf(pick([true, false], 'by the other'), buyBy(owner, rate), ...readBoth),
      set(then),
      buy,
      ...readBoth,
      // A reload may take time, but not an hour.
      ...stepsIf(
        pick([true, false], 'an hour later'),
        advance(context, 3_600),
        quoteBy(owner),
        buy,
        ...readBoth,
      ),
      buyBy(owner, rate),
      ...readBoth,
    ],
  }
}

function walletChangesFor(cents: number): Readonly<Record<(typeof walletStates)[number], WalletChange>> {
  const short = { balance_cents: Math.max(0, cents - 1), payment_method: 'valid' } as const
  const auto_reload = { threshold_cents: 0, amount_cents: 50_000 }
  return {
    ample: { balance_cents: 60_000, payment_method: 'valid', auto_reload: null },
    exact: { balance_cents: cents, payment_method: 'valid', auto_reload: null },
    'a cent short': { ...short, auto_reload: null },
    reloading: { ...short, auto_reload },
    declined: { ...short, payment_method: 'declined', auto_reload },
    'no card': { ...short, payment_method: 'none', auto_reload },
  }
}
