import type { ScenarioStep } from '../choices/choice.ts'
import { addFault, clearFaults, createControlStep, readWallet } from './control-steps.ts'
import {
  buyRateAs,
  type Caller,
  callAs,
  callOnResource,
  createBatchAs,
  quoteAs,
  registerTrackerAs,
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

/** Creates a scenario that sends two concurrent requests with one key or two, three times in a row. */
export function createConcurrencyScenario(context: ScenarioContext): Scenario {
  const { caller, can, client, environment, newest, owner, pick } = context
  const whats = [pick(kinds, 'what'), pick(kinds, 'then'), pick(kinds, 'last')] as const
  const other = caller(pick(['owner', 'another key'], 'who'))
  const isExact = environment === 'live' && can.wallet && pick([true, false], 'exact')
  const exact = createControlStep(newest('rate'), ({ cents }) => ({
    do: 'set wallet',
    client,
    change: { balance_cents: cents, auto_reload: null, payment_method: 'valid' },
  }))
  return {
    name: `${whats[0]} by ${other.who}`,
    steps: () => [
      ...other.before,
      quoteAs(owner),
      buyRateAs(owner, newest('rate')),
      quoteAs(owner, 'to somebody else'),
      buyRateAs(owner, newest('rate', pick([0, 1], 'second of'))),
      ...whats.flatMap((what) => {
        const [one, two = one] = listBurstRequests(context)[what]
        return [
          ...stepsIf(what === 'starts', createBatchAs(owner, newest('rate'))),
          ...stepsIf(isExact && /^(?:purchase|batches)/.test(what), exact),
          readWallet(context),
          runConcurrently(one(owner), two(other)),
          readWallet(context),
          ...listStepsToReadBack(what, context),
        ]
      }),
    ],
  }
}

type StepFor = (by: Caller) => ScenarioStep

/** Lists, for each kind of concurrent requests, the requests of two callers. If a kind has only one request, both callers send it. */
function listBurstRequests({
  newest,
  pick,
}: ScenarioContext): Readonly<Record<BurstKind, readonly [StepFor, StepFor?]>> {
  const [rate, rateBefore] = [newest('rate'), newest('rate', 1)]
  const [label, labelBefore] = [newest('label'), newest('label', 1)]
  const buy: StepFor = (by) => buyRateAs(by, rate)
  const batch: StepFor = (by) => createBatchAs(by, rate)
  const readWalletBy: StepFor = (by) => callAs(by, 'getWallet')
  const voidLabel: StepFor = (by) => callOnResource(by, 'voidLabel', label)
  const readLabel: StepFor = (by) => callOnResource(by, 'getLabel', label)
  const other = pick(['to somebody else', 'to a home', 'the other way'], 'other')
  return {
    'purchases of a rate': [buy],
    'purchases of two rates': [(by) => buyRateAs(by, rateBefore), buy],
    'purchase and batch': [buy, batch],
    'purchase and wallet': [buy, readWalletBy],
    batches: [batch],
    'batches of one and two': [batch, (by) => createBatchAs(by, rate, rate)],
    starts: [(by) => callOnResource(by, 'buyBatch', newest('batch'))],
    quotes: [(by) => quoteAs(by), (by) => quoteAs(by, other)],
    'readings of two labels': [(by) => callOnResource(by, 'getLabel', labelBefore), readLabel],
    'voids of two labels': [(by) => callOnResource(by, 'voidLabel', labelBefore), voidLabel],
    'voids of one label': [voidLabel],
    'void and reading': [voidLabel, readLabel],
    registrations: [(by) => registerTrackerAs(by, labelBefore), (by) => registerTrackerAs(by, label)],
    'readings of nothing': [(by) => callAs(by, 'getLabel', () => ({ id: 'lbl_000000000000000000000000' }))],
    wallets: [readWalletBy],
  }
}

/** Lists the steps that show the effect of concurrent requests of a kind. */
function listStepsToReadBack(kind: BurstKind, { newest, owner }: ScenarioContext): readonly ScenarioStep[] {
  const labels = [0, 1].map((back) => callOnResource(owner, 'getLabel', newest('label', back)))
  switch (kind) {
    case 'quotes':
      return [buyRateAs(owner, newest('rate', 1)), buyRateAs(owner, newest('rate')), ...labels]
    case 'starts':
      return [callOnResource(owner, 'getBatch', newest('batch'))]
    case 'batches':
    case 'batches of one and two':
      return [0, 1].map((back) => callOnResource(owner, 'getBatch', newest('batch', back)))
    case 'readings of nothing':
    case 'wallets':
      return []
    default:
      return labels
  }
}

/** Creates a scenario that sends concurrent requests while carriers are slow. The service must not carry out a request twice or lose one. */
export function createSlowCarriersScenario(context: ScenarioContext): Scenario | undefined {
  const { caller, can, newest, owner, pick } = context
  const operation = pick(['labels', 'labels', 'rates'], 'operation')
  const beside = caller(pick(['owner', 'another key', 'other environment'], 'beside'))
  const rate = newest('rate')
  if (!can.faults || !can.bursts) return undefined
  const concurrentSteps =
    operation === 'labels'
      ? [
          runConcurrently(buyRateAs(owner, rate), buyRateAs(beside, rate)),
          runConcurrently(buyRateAs(owner, rate), callAs(owner, 'getWallet')),
        ]
      : [runConcurrently(quoteAs(owner), quoteAs(beside)), buyRateAs(owner, rate)]
  return {
    name: `${operation}, ${beside.who}`,
    steps: () => [
      quoteAs(owner),
      ...beside.before,
      addFault(context, { target: 'carrier:*', operation, mode: 'slow', latency_ms: 60, times: 4 }),
      ...concurrentSteps,
      readWallet(context),
      clearFaults(context),
      quoteAs(owner),
      callOnResource(owner, 'getLabel', newest('label')),
    ],
  }
}
