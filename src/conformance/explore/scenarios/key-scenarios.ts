import { operationOf } from '../../http/operation.ts'
import type { ScenarioStep } from '../choices/choice.ts'
import type { WalkOperation } from '../step.ts'
import { advance, connectCarrier, createKey, readWallet, revokeKey } from './control-steps.ts'
import {
  type Caller,
  callerWithKey,
  createBatchStep,
  createCallStep,
  createPurchaseStep,
  createQuoteStep,
  createRegistrationStep,
  createStepOn,
  otherEnvironment,
  type Scenario,
  type ScenarioContext,
  stepsIf,
} from './scenario.ts'

const uses = ['getWallet', 'createRates', 'getLabel', 'getBatch', 'listDeliveries'] as const

/** Uses a key for a read of the client's own resource. */
function createKeyUse(by: Caller, operation: WalkOperation, { newest }: ScenarioContext): ScenarioStep {
  if (operation === 'createRates') return createQuoteStep(by)
  if (operation === 'getLabel') return createStepOn(by, operation, newest('label'))
  return operation === 'getBatch'
    ? createStepOn(by, operation, newest('batch'))
    : createCallStep(by, operation)
}

/** Creates the resource that the operation reads. */
function stepsToPrepare(
  operation: WalkOperation,
  { newest, owner }: ScenarioContext,
): readonly ScenarioStep[] {
  if (operation === 'getLabel') return [createPurchaseStep(owner, newest('rate'))]
  return operation === 'getBatch' ? [createBatchStep(owner, newest('rate'))] : []
}

/** Creates two keys, uses both, ends one, and uses both again later. */
export function useAgedKey(context: ScenarioContext): Scenario | undefined {
  const { can, newest, owner, pick } = context
  const what = pick(uses, 'use')
  const end = pick(['revoked', 'expired'], 'end')
  const gap = pick([0, 5, 90_000, 691_200], 'gap')
  if (!can.keys) return undefined
  // The order of creation may matter.
  const at = pick([0, 1], 'first')
  const scopes = pick([undefined, ['rates:read'], ['labels:read']], 'scopes')
  const ending = createKey(context, end === 'expired' ? { expiresInSeconds: 60 } : {})
  const other = createKey(context, scopes === undefined ? {} : { scopes })
  const use = (back: number): ScenarioStep => createKeyUse(callerWithKey(newest('key', back)), what, context)
  const useBoth = [use(at), use(1 - at)]
  const prepared = stepsToPrepare(what, context)
  return {
    name: `${end}, ${gap} s later, ${what}`,
    steps: () => [
      ...stepsIf(
        prepared.length > 0,
        createQuoteStep(owner),
        ...prepared,
        createKeyUse(owner, what, context),
      ),
      ...(at === 0 ? [other, ending] : [ending, other]),
      ...useBoth,
      ...(end === 'expired'
        ? [advance(context, 55), use(at), advance(context, pick([5.5, 4, 8, 30], 'past'))]
        : [revokeKey(context, at)]),
      ...stepsIf(pick([true, true, false], 'used then'), ...useBoth),
      ...stepsIf(pick([true, false], 'other ends, too'), revokeKey(context, 1 - at)),
      advance(context, gap),
      ...useBoth,
      createKeyUse(owner, what, context),
      // A new key must not inherit the end of an old one.
      ...stepsIf(pick([true, false], 'a new one'), createKey(context), use(0)),
    ],
  }
}

/** Uses up one limit, then calls an operation with another limit. */
export function exhaustOneLimit(context: ScenarioContext): Scenario | undefined {
  const { can, newest, owner, pick } = context
  if (!can.load) return undefined
  const { limitPerMinute } = operationOf('createBatch')
  const batch = newest('batch')
  const isRead = pick([true, false], 'read')
  return {
    name: `batches${isRead ? ', read' : ''}`,
    steps: () => [
      createQuoteStep(owner),
      createBatchStep(owner, newest('rate')),
      ...Array.from({ length: limitPerMinute }, () =>
        createCallStep(owner, 'createBatch', () => ({ body: { items: [] } })),
      ),
      ...stepsIf(isRead, createStepOn(owner, 'getBatch', batch)),
      createStepOn(owner, 'buyBatch', batch),
      createStepOn(owner, 'getBatch', batch),
    ],
  }
}

const scopedOperations = ['getWallet', 'getLabel', 'getBatch', 'listCarrierAccounts'] as const
const scopeSets = [['rates:read'], ['labels:read'], ['wallet:read'], ['batches:read']] as const

/** Creates keys with different scopes, and makes the same call with each. */
export function useScopedKeys(context: ScenarioContext): Scenario {
  const { newest, owner, pick } = context
  const what = pick(scopedOperations, 'what')
  const callWithKey = (back: number): ScenarioStep =>
    createKeyUse(callerWithKey(newest('key', back)), what, context)
  return {
    name: what,
    steps: () => [
      createQuoteStep(owner),
      ...stepsToPrepare(what, context),
      createKey(context),
      callWithKey(0),
      createKey(context, { scopes: pick(scopeSets, 'one') }),
      callWithKey(0),
      createKey(context, { scopes: pick(scopeSets, 'other') }),
      callWithKey(0),
      callWithKey(1),
      callWithKey(2),
      createKeyUse(owner, what, context),
    ],
  }
}

const inBoth = ['labels', 'voids', 'batches', 'the same items', 'trackers'] as const

/** Buys in one environment, then does the same in the other. */
export function buyInBothEnvironments(context: ScenarioContext): Scenario {
  const what = context.pick(inBoth, 'what')
  return { name: what, steps: () => stepsInBoth(context)[what] }
}

function stepsInBoth(
  context: ScenarioContext,
): Readonly<Record<(typeof inBoth)[number], readonly ScenarioStep[]>> {
  const { newest, owner: here } = context
  const there = context.caller('other environment')
  const { newest: newestThere } = context.elsewhere({ environment: otherEnvironment(context.environment) })
  const [rate, label, otherLabel] = [newest('rate'), newest('label'), newestThere('label')]
  const wallet = [
    readWallet(context.elsewhere({ environment: 'live' })),
    createCallStep(context.elsewhere({ environment: 'test' }).owner, 'getWallet'),
  ]
  const both = [createQuoteStep(here), createQuoteStep(there), ...wallet]
  const labels = [createPurchaseStep(here, rate), createPurchaseStep(there, newestThere('rate'))]
  const voids = [createStepOn(here, 'voidLabel', label), createStepOn(there, 'voidLabel', otherLabel)]
  return {
    labels: [...both, ...labels, ...wallet, ...labels, ...wallet],
    voids: [...both, ...labels, ...voids, ...wallet],
    batches: [
      ...both,
      createBatchStep(here, rate),
      ...wallet,
      createBatchStep(there, newestThere('rate')),
      createStepOn(here, 'buyBatch', newest('batch')),
      createStepOn(there, 'buyBatch', newestThere('batch')),
      ...wallet,
      ...labels,
      ...wallet,
    ],
    'the same items': [
      createQuoteStep(here),
      createBatchStep(here, rate),
      createBatchStep(there, rate),
      ...wallet,
    ],
    trackers: [
      ...both,
      ...labels,
      createRegistrationStep(here, label),
      createRegistrationStep(there, label),
      createStepOn(here, 'getTracker', newest('tracker')),
      createStepOn(there, 'getTracker', newestThere('tracker')),
    ],
  }
}

const requestedResources = [
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

/** Lets another client request a resource, then its owner. */
export function requestAsOtherClient(context: ScenarioContext): Scenario {
  const { can, client, newest, owner, pick } = context
  const theirs = context.elsewhere({ client: can.clients.find((each) => each !== client) ?? client })
  const [first, then] = [pick(requestedResources, 'first'), pick(requestedResources, 'then')]
  const carrier = pick([can.carriers[0] ?? '', ...can.carriers], 'carrier')
  const rate = newest('rate')
  const label = newest('label')
  return {
    name: first,
    steps: () => [
      ...stepsIf(first === 'accounts' || then === 'accounts', connectCarrier(context, carrier)),
      createQuoteStep(owner),
      createPurchaseStep(owner, rate),
      createBatchStep(owner, rate),
      createRegistrationStep(owner, label),
      ...requestsInTurn(context)[first],
      readWallet(theirs),
      ...requestsInTurn(context)[then],
      createStepOn(owner, 'voidLabel', label),
      readWallet(theirs),
      readWallet(context),
    ],
  }
}

/** Returns a request as owner, as another client and as owner again. */
function requestsInTurn({
  caller,
  newest,
  owner,
}: ScenarioContext): Readonly<Record<(typeof requestedResources)[number], readonly ScenarioStep[]>> {
  const other = caller('other client')
  const [label, tracker, batch] = [newest('label'), newest('tracker'), newest('batch')]
  const repeatForEachCaller = (ask: (by: Caller) => ScenarioStep): readonly ScenarioStep[] =>
    [owner, other, owner].map(ask)
  const read = createStepOn(owner, 'getLabel', label)
  return {
    label: repeatForEachCaller((by) => createStepOn(by, 'getLabel', label)),
    pdf: repeatForEachCaller((by) => createStepOn(by, 'downloadLabel', label)),
    void: [read, createStepOn(other, 'voidLabel', label), read],
    batch: repeatForEachCaller((by) => createStepOn(by, 'getBatch', batch)),
    start: [createStepOn(other, 'buyBatch', batch), createStepOn(owner, 'buyBatch', batch)],
    tracker: repeatForEachCaller((by) => createStepOn(by, 'getTracker', tracker)),
    number: [createRegistrationStep(other, label), createStepOn(owner, 'getTracker', tracker)],
    rate: repeatForEachCaller((by) => createPurchaseStep(by, newest('rate'))),
    accounts: repeatForEachCaller((by) => createCallStep(by, 'listCarrierAccounts')),
  }
}
