import { operationOf } from '../../http/operation.ts'
import type { ScenarioStep } from '../choices/choice.ts'
import type { WalkOperation } from '../step.ts'
import { advance, connectCarrier, createKey, readWallet, revokeKey } from './control-steps.ts'
import {
  batchBy,
  buyBy,
  type Caller,
  callBy,
  callerWithKey,
  callOn,
  otherEnvironment,
  quoteBy,
  registerBy,
  type Scenario,
  type ScenarioContext,
  stepsIf,
} from './scenario.ts'

const uses = ['getWallet', 'createRates', 'getLabel', 'getBatch', 'listDeliveries'] as const

/** Uses a key for a read of the client's own resource. */
function createKeyUse(by: Caller, operation: WalkOperation, { newest }: ScenarioContext): ScenarioStep {
  if (operation === 'createRates') return quoteBy(by)
  if (operation === 'getLabel') return callOn(by, operation, newest('label'))
  return operation === 'getBatch' ? callOn(by, operation, newest('batch')) : callBy(by, operation)
}

/** Creates the resource that the operation reads. */
function stepsToPrepare(
  operation: WalkOperation,
  { newest, owner }: ScenarioContext,
): readonly ScenarioStep[] {
  if (operation === 'getLabel') return [buyBy(owner, newest('rate'))]
  return operation === 'getBatch' ? [batchBy(owner, newest('rate'))] : []
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
      ...stepsIf(prepared.length > 0, quoteBy(owner), ...prepared, createKeyUse(owner, what, context)),
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
      quoteBy(owner),
      batchBy(owner, newest('rate')),
      ...Array.from({ length: limitPerMinute }, () =>
        callBy(owner, 'createBatch', () => ({ body: { items: [] } })),
      ),
      ...stepsIf(isRead, callOn(owner, 'getBatch', batch)),
      callOn(owner, 'buyBatch', batch),
      callOn(owner, 'getBatch', batch),
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
      quoteBy(owner),
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
    callBy(context.elsewhere({ environment: 'test' }).owner, 'getWallet'),
  ]
  const both = [quoteBy(here), quoteBy(there), ...wallet]
  const labels = [buyBy(here, rate), buyBy(there, newestThere('rate'))]
  const voids = [callOn(here, 'voidLabel', label), callOn(there, 'voidLabel', otherLabel)]
  return {
    labels: [...both, ...labels, ...wallet, ...labels, ...wallet],
    voids: [...both, ...labels, ...voids, ...wallet],
    batches: [
      ...both,
      batchBy(here, rate),
      ...wallet,
      batchBy(there, newestThere('rate')),
      callOn(here, 'buyBatch', newest('batch')),
      callOn(there, 'buyBatch', newestThere('batch')),
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
      callOn(here, 'getTracker', newest('tracker')),
      callOn(there, 'getTracker', newestThere('tracker')),
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
      quoteBy(owner),
      buyBy(owner, rate),
      batchBy(owner, rate),
      registerBy(owner, label),
      ...requestsInTurn(context)[first],
      readWallet(theirs),
      ...requestsInTurn(context)[then],
      callOn(owner, 'voidLabel', label),
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
  const askInTurn = (ask: (by: Caller) => ScenarioStep): readonly ScenarioStep[] =>
    [owner, other, owner].map(ask)
  const read = callOn(owner, 'getLabel', label)
  return {
    label: askInTurn((by) => callOn(by, 'getLabel', label)),
    pdf: askInTurn((by) => callOn(by, 'downloadLabel', label)),
    void: [read, callOn(other, 'voidLabel', label), read],
    batch: askInTurn((by) => callOn(by, 'getBatch', batch)),
    start: [callOn(other, 'buyBatch', batch), callOn(owner, 'buyBatch', batch)],
    tracker: askInTurn((by) => callOn(by, 'getTracker', tracker)),
    number: [registerBy(other, label), callOn(owner, 'getTracker', tracker)],
    rate: askInTurn((by) => buyBy(by, newest('rate'))),
    accounts: askInTurn((by) => callBy(by, 'listCarrierAccounts')),
  }
}
