import type { ScenarioStep } from '../choices/choice.ts'
import { addFault, clearFaults, controlOn, readWallet } from './control-steps.ts'
import {
  batchBy,
  buyBy,
  type Caller,
  callBy,
  callOn,
  quoteBy,
  registerBy,
  runConcurrently,
  type Scenario,
  type ScenarioContext,
  stepsIf,
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
type BurstKind = (typeof kinds)[number]

/** Sends concurrent requests with one key or two, in three rounds. */
export function sendConcurrentRequests(context: ScenarioContext): Scenario {
  const { caller, can, client, environment, newest, owner, pick } = context
  const whats = [pick(kinds, 'what'), pick(kinds, 'then'), pick(kinds, 'last')] as const
  const other = caller(pick(['owner', 'another key'], 'who'))
  const isExact = environment === 'live' && can.wallet && pick([true, false], 'exact')
  const exact = controlOn(newest('rate'), ({ cents }) => ({
    do: 'set wallet',
    client,
    change: { balance_cents: cents, auto_reload: null, payment_method: 'valid' },
  }))
  return {
    name: `${whats[0]} by ${other.who}`,
    steps: () => [
      ...other.before,
      quoteBy(owner),
      buyBy(owner, newest('rate')),
      quoteBy(owner, 'to somebody else'),
      buyBy(owner, newest('rate', pick([0, 1], 'second of'))),
      ...whats.flatMap((what) => {
        const [one, two = one] = requestLanes(context)[what]
        return [
          ...stepsIf(what === 'starts', batchBy(owner, newest('rate'))),
          ...stepsIf(isExact && /^(?:purchase|batches)/.test(what), exact),
          readWallet(context),
          runConcurrently(one(owner), two(other)),
          readWallet(context),
          ...stepsToReadBack(what, context),
        ]
      }),
    ],
  }
}

type StepFor = (by: Caller) => ScenarioStep

/** Returns the request of each caller; the same one for both if there is only one. */
function requestLanes({
  newest,
  pick,
}: ScenarioContext): Readonly<Record<BurstKind, readonly [StepFor, StepFor?]>> {
  const [rate, rateBefore] = [newest('rate'), newest('rate', 1)]
  const [label, labelBefore] = [newest('label'), newest('label', 1)]
  const buy: StepFor = (by) => buyBy(by, rate)
  const batch: StepFor = (by) => batchBy(by, rate)
  const readWalletBy: StepFor = (by) => callBy(by, 'getWallet')
  const voidLabel: StepFor = (by) => callOn(by, 'voidLabel', label)
  const readLabel: StepFor = (by) => callOn(by, 'getLabel', label)
  const other = pick(['to somebody else', 'to a home', 'the other way'], 'other')
  return {
    'purchases of a rate': [buy],
    'purchases of two rates': [(by) => buyBy(by, rateBefore), buy],
    'purchase and batch': [buy, batch],
    'purchase and wallet': [buy, readWalletBy],
    batches: [batch],
    'batches of one and two': [batch, (by) => batchBy(by, rate, rate)],
    starts: [(by) => callOn(by, 'buyBatch', newest('batch'))],
    quotes: [(by) => quoteBy(by), (by) => quoteBy(by, other)],
    'readings of two labels': [(by) => callOn(by, 'getLabel', labelBefore), readLabel],
    'voids of two labels': [(by) => callOn(by, 'voidLabel', labelBefore), voidLabel],
    'voids of one label': [voidLabel],
    'void and reading': [voidLabel, readLabel],
    registrations: [(by) => registerBy(by, labelBefore), (by) => registerBy(by, label)],
    'readings of nothing': [(by) => callBy(by, 'getLabel', () => ({ id: 'lbl_000000000000000000000000' }))],
    wallets: [readWalletBy],
  }
}

function stepsToReadBack(what: BurstKind, { newest, owner }: ScenarioContext): readonly ScenarioStep[] {
  const labels = [0, 1].map((back) => callOn(owner, 'getLabel', newest('label', back)))
  switch (what) {
    case 'quotes':
      return [buyBy(owner, newest('rate', 1)), buyBy(owner, newest('rate')), ...labels]
    case 'starts':
      return [callOn(owner, 'getBatch', newest('batch'))]
    case 'batches':
    case 'batches of one and two':
      return [0, 1].map((back) => callOn(owner, 'getBatch', newest('batch', back)))
    case 'readings of nothing':
    case 'wallets':
      return []
    default:
      return labels
  }
}

/** Sends concurrent requests to slow carriers: none may be carried out twice or lost. */
export function quoteSlowCarriers(context: ScenarioContext): Scenario | undefined {
  const { caller, can, newest, owner, pick } = context
  const operation = pick(['labels', 'labels', 'rates'], 'operation')
  const beside = caller(pick(['owner', 'another key', 'other environment'], 'beside'))
  const rate = newest('rate')
  if (!can.faults || !can.bursts) return undefined
  const concurrentSteps =
    operation === 'labels'
      ? [
          runConcurrently(buyBy(owner, rate), buyBy(beside, rate)),
          runConcurrently(buyBy(owner, rate), callBy(owner, 'getWallet')),
        ]
      : [runConcurrently(quoteBy(owner), quoteBy(beside)), buyBy(owner, rate)]
  return {
    name: `${operation}, ${beside.who}`,
    steps: () => [
      quoteBy(owner),
      ...beside.before,
      addFault(context, { target: 'carrier:*', operation, mode: 'slow', latency_ms: 60, times: 4 }),
      ...concurrentSteps,
      readWallet(context),
      clearFaults(context),
      quoteBy(owner),
      callOn(owner, 'getLabel', newest('label')),
    ],
  }
}
