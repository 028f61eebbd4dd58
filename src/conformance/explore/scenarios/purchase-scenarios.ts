import type { ScenarioStep } from '../choices/choice.ts'
import type { WalletChange } from '../step.ts'
import { referenceTo } from '../walk-world.ts'
import { advanceClock, createControlStep, readWallet } from './control-steps.ts'
import {
  buyRateAs,
  type Caller,
  type CallerKind,
  callAs,
  callOnResource,
  createBatchAs,
  type FindResource,
  findLastRate,
  quoteAs,
  registerTrackerAs,
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

/** Creates a scenario that buys two labels of the same or a similar rate, voids or uses one of them, and reads both. */
export function createTwoLabelsScenario(context: ScenarioContext): Scenario {
  const { caller, newest, owner, pick } = context
  const what = pick(secondShipments, 'second')
  const other = caller(pick(otherCallers, 'who'))
  const first = pick(labelActions, 'first')
  const second = pick(['nothing', 'void', 'read', 'void'] as const, 'then')
  const gap = pick([0, 0, 3_600, 60], 'gap')
  const rate = newest('rate')
  const at = pick([0, 1], 'at')
  const readBoth = [0, 1].map((back) => callOnResource(owner, 'getLabel', newest('label', back)))
  return {
    name: `${what}, ${first} by ${other.who}`,
    steps: () => [
      quoteAs(owner),
      buyRateAs(owner, rate),
      advanceClock(context, gap),
      ...(what === 'the same rate' || what === 'the dearest' ? [] : [quoteAs(owner, what)]),
      buyRateAs(owner, what === 'the dearest' ? findLastRate(context) : rate),
      ...readBoth,
      ...other.before,
      ...listActionsOnLabel(context, other, newest('label', at))[first],
      readWallet(context),
      ...(second === 'nothing' ? [] : listActionsOnLabel(context, owner, newest('label', 1 - at))[second]),
      ...readBoth,
      callOnResource(owner, 'downloadLabel', newest('label', at)),
      readWallet(context),
    ],
  }
}

/** Lists, for each action on a label, its scenario steps. */
function listActionsOnLabel(
  { can, client, newest, owner }: ScenarioContext,
  by: Caller,
  label: FindResource,
): Readonly<Record<(typeof labelActions)[number], readonly ScenarioStep[]>> {
  const scan = createControlStep(label, (resource) => ({ do: 'scan', client, label: referenceTo(resource) }))
  const voidLabel = callOnResource(by, 'voidLabel', label)
  const voidByOwner = callOnResource(owner, 'voidLabel', label)
  return {
    void: [voidLabel],
    'void twice': [voidLabel, voidByOwner],
    'scan and void': [...stepsIf(can.scan, scan), voidLabel],
    download: [callOnResource(by, 'downloadLabel', label)],
    register: [
      registerTrackerAs(by, label),
      voidByOwner,
      callOnResource(by, 'getTracker', newest('tracker')),
    ],
    read: [callOnResource(by, 'getLabel', label)],
  }
}

/** The number of labels in a batch: more than a service is likely to cache or to show on one page. */
const manyItems = 55

/** Creates a scenario that creates many labels or rates, and then uses the oldest of them again. */
export function createManyResourcesScenario(context: ScenarioContext): Scenario | undefined {
  const { can, newest, owner, pick } = context
  const [rate, label] = [newest('rate'), newest('label')]
  const what = pick(['labels', 'rates'], 'what')
  if (!can.clock) return undefined
  const batch = callAs(owner, 'createBatch', (world) => {
    const fresh = rate(world)
    return fresh && { body: { items: [referenceTo(fresh, 'item', manyItems)] } }
  })
  const manyLabels = [
    batch,
    callOnResource(owner, 'buyBatch', newest('batch')),
    advanceClock(context, 120),
    callOnResource(owner, 'getTracker', newest('tracker')),
    callOnResource(owner, 'getLabel', label),
    callOnResource(owner, 'downloadLabel', label),
    callOnResource(owner, 'voidLabel', label),
  ]
  const quotes = Array.from({ length: 6 }, () => quoteAs(owner, 'to a home'))
  return {
    name: what,
    steps: () => [
      quoteAs(owner),
      buyRateAs(owner, rate),
      callOnResource(owner, 'getLabel', label),
      registerTrackerAs(owner, label),
      ...(what === 'labels' ? manyLabels : [...quotes, buyRateAs(owner, newest('rate', quotes.length))]),
      callOnResource(owner, 'getLabel', label),
      readWallet(context),
      callAs(owner, 'listDeliveries'),
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

/** Creates a scenario that sets the wallet so that a purchase is just possible or just impossible, buys, and sets the wallet again. */
export function createTightBalanceScenario(context: ScenarioContext): Scenario | undefined {
  const { caller, can, client, newest, owner, pick } = context
  const [first, then] = [pick(walletStates, 'first'), pick(walletStates, 'then')]
  const kind = pick(['label', 'label', 'batch'] as const, 'kind')
  const buyer = caller(pick(['owner', 'owner', 'another key'], 'buyer'))
  const rate = newest('rate')
  const buy = kind === 'label' ? buyRateAs(buyer, rate) : createBatchAs(buyer, rate)
  const setWalletTo = (state: typeof first): ScenarioStep =>
    createControlStep(rate, ({ cents }) => ({
      do: 'set wallet',
      client,
      change: listWalletChangesForPrice(cents)[state],
    }))
  const readBoth: readonly ScenarioStep[] = [callAs(buyer, 'getWallet'), readWallet(context)]
  if (!can.wallet || context.environment === 'test') return undefined
  return {
    name: `${first}, then ${then}, ${kind}`,
    steps: () => [
      ...buyer.before,
      quoteAs(owner),
      ...stepsIf(pick([true, false], 'bought before'), buyRateAs(owner, rate)),
      setWalletTo(first),
      ...readBoth,
      buy,
      ...readBoth,
      ...stepsIf(pick([true, false], 'by the other'), buyRateAs(owner, rate), ...readBoth),
      setWalletTo(then),
      buy,
      ...readBoth,
      // An automatic reload may take time, but not an hour.
      ...stepsIf(
        pick([true, false], 'an hour later'),
        advanceClock(context, 3_600),
        quoteAs(owner),
        buy,
        ...readBoth,
      ),
      buyRateAs(owner, rate),
      ...readBoth,
    ],
  }
}

/** Lists the wallet changes that lead to each state of the wallet for a purchase of this price. */
function listWalletChangesForPrice(
  cents: number,
): Readonly<Record<(typeof walletStates)[number], WalletChange>> {
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
