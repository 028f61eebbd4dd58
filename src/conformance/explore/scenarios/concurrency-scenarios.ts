import type { ScenarioStep } from '../choices/choice.ts'
import type { WalkOperation } from '../step.ts'
import {
  batchBy,
  buyBy,
  type Caller,
  callBy,
  callerOf,
  callOn,
  concurrently,
  controlOn,
  newestOf,
  quoteBy,
  readWallet,
  registerBy,
  type Scenario,
  type ScenarioContext,
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

/** Sends concurrent requests with one key or two, in three rounds. */
export function concurrentRequests(context: ScenarioContext): Scenario {
  const { can, client, environment, pick } = context
  const owner = callerOf('owner', context)
  const whats = [pick(kinds, 'what'), pick(kinds, 'then'), pick(kinds, 'last')] as const
  const other = callerOf(pick(['owner', 'another key'], 'who'), context)
  const isExact = environment === 'live' && can.wallet && pick([true, false], 'exact')
  const exact = controlOn(newestOf('rate', context), (_, { cents }) => ({
    do: 'set wallet',
    client,
    change: { balance_cents: cents, auto_reload: null, payment_method: 'valid' },
  }))
  return {
    name: `${whats[0]} by ${other.who}`,
    steps: () => [
      ...other.before,
      quoteBy(owner),
      buyBy(owner, newestOf('rate', context)),
      quoteBy(owner, 'to somebody else'),
      buyBy(owner, newestOf('rate', context, pick([0, 1], 'second of'))),
      ...whats.flatMap((what) => [
        ...(what === 'starts' ? [batchBy(owner, newestOf('rate', context))] : []),
        ...(isExact && /^(?:purchase|batches)/.test(what) ? [exact] : []),
        readWallet(context),
        concurrently(...lanesOf(what, { owner, other, context })),
        readWallet(context),
        ...readBack(what, owner, context),
      ]),
    ],
  }
}

type BurstKind = (typeof kinds)[number]

interface ConcurrentCallers {
  readonly owner: Caller
  readonly other: Caller
  readonly context: ScenarioContext
}

function lanesOf(what: BurstKind, by: ConcurrentCallers): readonly ScenarioStep[] {
  const { owner, other } = by
  const [one, two = one] = { ...purchases(by.context), ...readings(by.context) }[what]
  return [one(owner), two(other)]
}

type StepFor = (by: Caller) => ScenarioStep
type Pairs<Kinds extends BurstKind> = Readonly<Record<Kinds, readonly [StepFor, StepFor?]>>

function purchases(
  context: ScenarioContext,
): Pairs<Extract<BurstKind, `purchase${string}` | `batches${string}` | 'starts'>> {
  const [rate, before] = [newestOf('rate', context), newestOf('rate', context, 1)]
  const buy: StepFor = (by) => buyBy(by, rate)
  const batch: StepFor = (by) => batchBy(by, rate)
  return {
    'purchases of a rate': [buy],
    'purchases of two rates': [(by) => buyBy(by, before), buy],
    'purchase and batch': [buy, batch],
    'purchase and wallet': [buy, (by) => callBy(by, 'getWallet')],
    batches: [batch],
    'batches of one and two': [batch, (by) => batchBy(by, rate, rate)],
    starts: [(by) => callOn(by, 'buyBatch', newestOf('batch', context))],
  }
}

function readings(
  context: ScenarioContext,
): Pairs<Exclude<BurstKind, `purchase${string}` | `batches${string}` | 'starts'>> {
  const [label, first] = [newestOf('label', context), newestOf('label', context, 1)]
  const askFor =
    (operation: WalkOperation, found: typeof label): StepFor =>
    (by) =>
      callOn(by, operation, found)
  const other = context.pick(['to somebody else', 'to a home', 'the other way'], 'other')
  return {
    quotes: [(by) => quoteBy(by), (by) => quoteBy(by, other)],
    'readings of two labels': [askFor('getLabel', first), askFor('getLabel', label)],
    'voids of two labels': [askFor('voidLabel', first), askFor('voidLabel', label)],
    'voids of one label': [askFor('voidLabel', label)],
    'void and reading': [askFor('voidLabel', label), askFor('getLabel', label)],
    registrations: [(by) => registerBy(by, first), (by) => registerBy(by, label)],
    'readings of nothing': [(by) => callBy(by, 'getLabel', () => ({ id: nothing }))],
    wallets: [(by) => callBy(by, 'getWallet')],
  }
}

function readBack(what: BurstKind, owner: Caller, context: ScenarioContext): readonly ScenarioStep[] {
  const labels = [0, 1].map((back) => callOn(owner, 'getLabel', newestOf('label', context, back)))
  switch (what) {
    case 'quotes':
      return [buyBy(owner, newestOf('rate', context, 1)), buyBy(owner, newestOf('rate', context)), ...labels]
    case 'starts':
      return [callOn(owner, 'getBatch', newestOf('batch', context))]
    case 'batches':
    case 'batches of one and two':
      return [0, 1].map((back) => callOn(owner, 'getBatch', newestOf('batch', context, back)))
    case 'readings of nothing':
    case 'wallets':
      return []
    default:
      return labels
  }
}

/** Sends concurrent requests to slow carriers: none may be carried out twice or lost. */
export function slowCarriers(context: ScenarioContext): Scenario | undefined {
  const { can, client, pick } = context
  const operation = pick(['labels', 'labels', 'rates'], 'operation')
  const owner = callerOf('owner', context)
  const beside = callerOf(pick(['owner', 'another key', 'other environment'], 'beside'), context)
  const rate = newestOf('rate', context)
  if (!can.faults || !can.bursts) return undefined
  const fault = { target: 'carrier:*', operation, mode: 'slow', latency_ms: 60, times: 4 } as const
  const concurrentSteps =
    operation === 'labels'
      ? [
          concurrently(buyBy(owner, rate), buyBy(beside, rate)),
          concurrently(buyBy(owner, rate), callBy(owner, 'getWallet')),
        ]
      : [concurrently(quoteBy(owner), quoteBy(beside)), buyBy(owner, rate)]
  return {
    name: `${operation}, ${beside.who}`,
    steps: () => [
      quoteBy(owner),
      ...beside.before,
      () => ({ do: 'add fault', client, fault }),
      ...concurrentSteps,
      readWallet(context),
      () => ({ do: 'clear faults', client }),
      quoteBy(owner),
      callBy(owner, 'getLabel', (world) => {
        const label = newestOf('label', context)(world)
        return label && { id: { $: label.step, take: 'label' } }
      }),
    ],
  }
}
