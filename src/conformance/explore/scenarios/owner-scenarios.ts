import type { ScenarioStep } from '../choices/choice.ts'
import {
  batchBy,
  buyBy,
  type Caller,
  callBy,
  callerOf,
  callOn,
  newestOf,
  quoteBy,
  readWallet,
  registerBy,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts'

/** Buys in one environment, then does the same in the other. */
export function twoEnvironments(context: ScenarioContext): Scenario {
  const what = context.pick(inBoth, 'what')
  return {
    name: what,
    steps: () => stepsInBoth(what, context),
  }
}

const inBoth = ['labels', 'voids', 'batches', 'the same items', 'trackers'] as const

function stepsInBoth(what: (typeof inBoth)[number], context: ScenarioContext): readonly ScenarioStep[] {
  const here = callerOf('owner', context)
  const there = callerOf('other environment', context)
  const { client, environment } = context
  const other = { client, environment: environment === 'test' ? 'live' : 'test' } as const
  const [rate, label] = [newestOf('rate', context), newestOf('label', context)]
  const [otherRate, otherLabel] = [newestOf('rate', other), newestOf('label', other)]
  const wallet = [
    readWallet({ ...context, environment: 'live' }),
    callBy(callerOf('owner', { ...context, environment: 'test' }), 'getWallet'),
  ]
  const both = [quoteBy(here), quoteBy(there), ...wallet]
  const labels = [buyBy(here, rate), buyBy(there, otherRate)]
  const voids = [callOn(here, 'voidLabel', label), callOn(there, 'voidLabel', otherLabel)]
  const steps = {
    labels: [...both, ...labels, ...wallet, ...labels, ...wallet],
    voids: [...both, ...labels, ...voids, ...wallet],
    batches: [
      ...both,
      batchBy(here, rate),
      ...wallet,
      batchBy(there, otherRate),
      callOn(here, 'buyBatch', newestOf('batch', context)),
      callOn(there, 'buyBatch', newestOf('batch', other)),
      ...wallet,
      ...labels,
      ...wallet,
    ],
    'the same items': [quoteBy(here), batchBy(here, rate), batchBy(there, rate), ...wallet],
    trackers: [
      ...both,
      ...labels,
      registerBy(here, label),
      registerBy(there, label),
      callOn(here, 'getTracker', newestOf('tracker', context)),
      callOn(there, 'getTracker', newestOf('tracker', other)),
    ],
  }
  return steps[what]
}

/** Lets a stranger request a resource, then its owner. */
export function stranger(context: ScenarioContext): Scenario {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const theirs = { ...context, client: can.clients.find((each) => each !== client) ?? client }
  const [first, then] = [pick(soughtResources, 'first'), pick(soughtResources, 'then')]
  const carrier = pick([can.carriers[0] ?? '', ...can.carriers], 'carrier')
  const rate = newestOf('rate', context)
  return {
    name: first,
    steps: () => [
      ...(can.carrierAccounts && (first === 'accounts' || then === 'accounts')
        ? [() => ({ do: 'connect carrier', client, carrier, credentials: 'valid' }) as const]
        : []),
      quoteBy(owner),
      buyBy(owner, rate),
      batchBy(owner, rate),
      registerBy(owner, newestOf('label', context)),
      ...seekSteps(first, context),
      readWallet(theirs),
      ...seekSteps(then, context),
      callOn(owner, 'voidLabel', newestOf('label', context)),
      readWallet(theirs),
      readWallet(context),
    ],
  }
}

const soughtResources = [
  'label',
  'void',
  'pdf',
  'batch',
  'start',
  'tracker',
  'number',
  'rate',
  'accounts',
] as const

/** Makes a request as owner, stranger and owner again. */
function seekSteps(
  what: (typeof soughtResources)[number],
  context: ScenarioContext,
): readonly ScenarioStep[] {
  const [owner, other] = [callerOf('owner', context), callerOf('other client', context)]
  const label = newestOf('label', context)
  const inTurn = (ask: (by: Caller) => ScenarioStep): readonly ScenarioStep[] => [
    ask(owner),
    ask(other),
    ask(owner),
  ]
  switch (what) {
    case 'label':
      return inTurn((by) => callOn(by, 'getLabel', label))
    case 'pdf':
      return inTurn((by) => callOn(by, 'downloadLabel', label))
    case 'void':
      return [
        callOn(owner, 'getLabel', label),
        callOn(other, 'voidLabel', label),
        callOn(owner, 'getLabel', label),
      ]
    case 'batch':
      return inTurn((by) => callOn(by, 'getBatch', newestOf('batch', context)))
    case 'start':
      return [other, owner].map((by) => callOn(by, 'buyBatch', newestOf('batch', context)))
    case 'tracker':
      return inTurn((by) => callOn(by, 'getTracker', newestOf('tracker', context)))
    case 'number':
      return [registerBy(other, label), callOn(owner, 'getTracker', newestOf('tracker', context))]
    case 'rate':
      return inTurn((by) => buyBy(by, newestOf('rate', context)))
    case 'accounts':
      return inTurn((by) => callBy(by, 'listCarrierAccounts'))
  }
}
