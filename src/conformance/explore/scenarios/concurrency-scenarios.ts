import type { ScenarioStep } from '../choices/choice.ts'
import { addFault, clearFaults, createControlStep, readWallet } from './control-steps.ts'
import {
  type Caller,
  createBatchStep,
  createCallStep,
  createPurchaseStep,
  createQuoteStep,
  createRegistrationStep,
  createStepOn,
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
  const exact = createControlStep(newest('rate'), ({ cents }) => ({
    do: 'set wallet',
    client,
    change: { balance_cents: cents, auto_reload: null, payment_method: 'valid' },
  }))
  return {
    name: `${whats[0]} by ${other.who}`,
    steps: () => [
      ...other.before,
      createQuoteStep(owner),
      createPurchaseStep(owner, newest('rate')),
      createQuoteStep(owner, 'to somebody else'),
      createPurchaseStep(owner, newest('rate', pick([0, 1], 'second of'))),
      ...whats.flatMap((what) => {
        const [one, two = one] = requestLanes(context)[what]
        return [
          ...stepsIf(what === 'starts', createBatchStep(owner, newest('rate'))),
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
  const buy: StepFor = (by) => createPurchaseStep(by, rate)
  const batch: StepFor = (by) => createBatchStep(by, rate)
  const readWalletBy: StepFor = (by) => createCallStep(by, 'getWallet')
  const voidLabel: StepFor = (by) => createStepOn(by, 'voidLabel', label)
  const readLabel: StepFor = (by) => createStepOn(by, 'getLabel', label)
  const other = pick(['to somebody else', 'to a home', 'the other way'], 'other')
  return {
    'purchases of a rate': [buy],
    'purchases of two rates': [(by) => createPurchaseStep(by, rateBefore), buy],
    'purchase and batch': [buy, batch],
    'purchase and wallet': [buy, readWalletBy],
    batches: [batch],
    'batches of one and two': [batch, (by) => createBatchStep(by, rate, rate)],
    starts: [(by) => createStepOn(by, 'buyBatch', newest('batch'))],
    quotes: [(by) => createQuoteStep(by), (by) => createQuoteStep(by, other)],
    'readings of two labels': [(by) => createStepOn(by, 'getLabel', labelBefore), readLabel],
    'voids of two labels': [(by) => createStepOn(by, 'voidLabel', labelBefore), voidLabel],
    'voids of one label': [voidLabel],
    'void and reading': [voidLabel, readLabel],
    registrations: [
      (by) => createRegistrationStep(by, labelBefore),
      (by) => createRegistrationStep(by, label),
    ],
    'readings of nothing': [
      (by) => createCallStep(by, 'getLabel', () => ({ id: 'lbl_000000000000000000000000' })),
    ],
    wallets: [readWalletBy],
  }
}

function stepsToReadBack(what: BurstKind, { newest, owner }: ScenarioContext): readonly ScenarioStep[] {
  const labels = [0, 1].map((back) => createStepOn(owner, 'getLabel', newest('label', back)))
  switch (what) {
    case 'quotes':
      return [
        createPurchaseStep(owner, newest('rate', 1)),
        createPurchaseStep(owner, newest('rate')),
        ...labels,
      ]
    case 'starts':
      return [createStepOn(owner, 'getBatch', newest('batch'))]
    case 'batches':
    case 'batches of one and two':
      return [0, 1].map((back) => createStepOn(owner, 'getBatch', newest('batch', back)))
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
          runConcurrently(createPurchaseStep(owner, rate), createPurchaseStep(beside, rate)),
          runConcurrently(createPurchaseStep(owner, rate), createCallStep(owner, 'getWallet')),
        ]
      : [runConcurrently(createQuoteStep(owner), createQuoteStep(beside)), createPurchaseStep(owner, rate)]
  return {
    name: `${operation}, ${beside.who}`,
    steps: () => [
      createQuoteStep(owner),
      ...beside.before,
      addFault(context, { target: 'carrier:*', operation, mode: 'slow', latency_ms: 60, times: 4 }),
      ...concurrentSteps,
      readWallet(context),
      clearFaults(context),
      createQuoteStep(owner),
      createStepOn(owner, 'getLabel', newest('label')),
    ],
  }
}
