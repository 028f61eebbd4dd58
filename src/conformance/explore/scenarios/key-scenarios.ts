import { operationOf } from '../../http/operation.ts'
import type { ScenarioStep } from '../choices/choice.ts'
import type { WalkOperation } from '../step.ts'
import { advanceClock, connectCarrier, createKey, readWallet, revokeKey } from './control-steps.ts'
import {
  buyRateAs,
  type Caller,
  callAs,
  callOnResource,
  createBatchAs,
  createKeyCaller,
  quoteAs,
  registerTrackerAs,
  type Scenario,
  type ScenarioContext,
  stepsIf,
  switchEnvironment,
} from './scenario.ts'

const uses = ['getWallet', 'createRates', 'getLabel', 'getBatch', 'listDeliveries'] as const

/** Creates a scenario step that uses a caller's key to read a resource. */
function createKeyUseStep(by: Caller, operation: WalkOperation, { newest }: ScenarioContext): ScenarioStep {
  if (operation === 'createRates') return quoteAs(by)
  if (operation === 'getLabel') return callOnResource(by, operation, newest('label'))
  return operation === 'getBatch' ? callOnResource(by, operation, newest('batch')) : callAs(by, operation)
}

/** Lists the scenario steps that create the resource which an operation reads. */
function listStepsToCreateResource(
  operation: WalkOperation,
  { newest, owner }: ScenarioContext,
): readonly ScenarioStep[] {
  if (operation === 'getLabel') return [buyRateAs(owner, newest('rate'))]
  return operation === 'getBatch' ? [createBatchAs(owner, newest('rate'))] : []
}

/** Creates a scenario that creates two keys, uses both, revokes one or lets it expire, and uses both again later. */
export function createAgedKeyScenario(context: ScenarioContext): Scenario | undefined {
  const { can, newest, owner, pick } = context
  const what = pick(uses, 'use')
  const end = pick(['revoked', 'expired'], 'end')
  const gap = pick([0, 5, 90_000, 691_200], 'gap')
  if (!can.keys) return undefined
  // Draws whether the older or the newer key is revoked or expires: a service may handle only one of them wrongly.
  const at = pick([0, 1], 'first')
  const scopes = pick([undefined, ['rates:read'], ['labels:read']], 'scopes')
  const ending = createKey(context, end === 'expired' ? { expiresInSeconds: 60 } : {})
  const other = createKey(context, scopes === undefined ? {} : { scopes })
  const createNewKeyUse = (back: number): ScenarioStep =>
    createKeyUseStep(createKeyCaller(newest('key', back)), what, context)
  const useBoth = [createNewKeyUse(at), createNewKeyUse(1 - at)]
  const prepared = listStepsToCreateResource(what, context)
  return {
    name: `${end}, ${gap} s later, ${what}`,
    steps: () => [
      ...stepsIf(prepared.length > 0, quoteAs(owner), ...prepared, createKeyUseStep(owner, what, context)),
      ...(at === 0 ? [other, ending] : [ending, other]),
      ...useBoth,
      ...(end === 'expired'
        ? [
            advanceClock(context, 55),
            createNewKeyUse(at),
            advanceClock(context, pick([5.5, 4, 8, 30], 'past')),
          ]
        : [revokeKey(context, at)]),
      ...stepsIf(pick([true, true, false], 'used then'), ...useBoth),
      ...stepsIf(pick([true, false], 'other ends, too'), revokeKey(context, 1 - at)),
      advanceClock(context, gap),
      ...useBoth,
      createKeyUseStep(owner, what, context),
      // A new key must work, even if an older key was revoked or has expired.
      ...stepsIf(pick([true, false], 'a new one'), createKey(context), createNewKeyUse(0)),
    ],
  }
}

/** Creates a scenario that uses up one rate limit, then calls an operation with another limit. */
export function createExhaustedLimitScenario(context: ScenarioContext): Scenario | undefined {
  const { can, newest, owner, pick } = context
  if (!can.load) return undefined
  const { limitPerMinute } = operationOf('createBatch')
  const batch = newest('batch')
  const isRead = pick([true, false], 'read')
  return {
    name: `batches${isRead ? ', read' : ''}`,
    steps: () => [
      quoteAs(owner),
      createBatchAs(owner, newest('rate')),
      ...Array.from({ length: limitPerMinute }, () =>
        callAs(owner, 'createBatch', () => ({ body: { items: [] } })),
      ),
      ...stepsIf(isRead, callOnResource(owner, 'getBatch', batch)),
      callOnResource(owner, 'buyBatch', batch),
      callOnResource(owner, 'getBatch', batch),
    ],
  }
}

const scopedOperations = ['getWallet', 'getLabel', 'getBatch', 'listCarrierAccounts'] as const
const scopeSets = [['rates:read'], ['labels:read'], ['wallet:read'], ['batches:read']] as const

/** Creates a scenario that creates keys with different scopes, and makes the same request with each key. */
export function createScopedKeysScenario(context: ScenarioContext): Scenario {
  const { newest, owner, pick } = context
  const what = pick(scopedOperations, 'what')
  const callWithKey = (back: number): ScenarioStep =>
    createKeyUseStep(createKeyCaller(newest('key', back)), what, context)
  return {
    name: what,
    steps: () => [
      quoteAs(owner),
      ...listStepsToCreateResource(what, context),
      createKey(context),
      callWithKey(0),
      createKey(context, { scopes: pick(scopeSets, 'one') }),
      callWithKey(0),
      createKey(context, { scopes: pick(scopeSets, 'other') }),
      callWithKey(0),
      callWithKey(1),
      callWithKey(2),
      createKeyUseStep(owner, what, context),
    ],
  }
}

const inBoth = ['labels', 'voids', 'batches', 'the same items', 'trackers'] as const

/** Creates a scenario that makes the same purchases in the sandbox and in production, and reads the wallets. */
export function createBothEnvironmentsScenario(context: ScenarioContext): Scenario {
  const what = context.pick(inBoth, 'what')
  return { name: what, steps: () => listStepsInBothEnvironments(context)[what] }
}

/** Lists, for each kind of purchase, its steps in the sandbox and in production. */
function listStepsInBothEnvironments(
  context: ScenarioContext,
): Readonly<Record<(typeof inBoth)[number], readonly ScenarioStep[]>> {
  const { newest, owner: here } = context
  const there = context.caller('other environment')
  const { newest: newestThere } = context.elsewhere({ environment: switchEnvironment(context.environment) })
  const [rate, label, otherLabel] = [newest('rate'), newest('label'), newestThere('label')]
  const wallet = [
    readWallet(context.elsewhere({ environment: 'live' })),
    callAs(context.elsewhere({ environment: 'test' }).owner, 'getWallet'),
  ]
  const both = [quoteAs(here), quoteAs(there), ...wallet]
  const labels = [buyRateAs(here, rate), buyRateAs(there, newestThere('rate'))]
  const voids = [callOnResource(here, 'voidLabel', label), callOnResource(there, 'voidLabel', otherLabel)]
  return {
    labels: [...both, ...labels, ...wallet, ...labels, ...wallet],
    voids: [...both, ...labels, ...voids, ...wallet],
    batches: [
      ...both,
      createBatchAs(here, rate),
      ...wallet,
      createBatchAs(there, newestThere('rate')),
      callOnResource(here, 'buyBatch', newest('batch')),
      callOnResource(there, 'buyBatch', newestThere('batch')),
      ...wallet,
      ...labels,
      ...wallet,
    ],
    'the same items': [quoteAs(here), createBatchAs(here, rate), createBatchAs(there, rate), ...wallet],
    trackers: [
      ...both,
      ...labels,
      registerTrackerAs(here, label),
      registerTrackerAs(there, label),
      callOnResource(here, 'getTracker', newest('tracker')),
      callOnResource(there, 'getTracker', newestThere('tracker')),
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

/** Creates a scenario in which another client requests a resource, and then the resource's owner requests it again. */
export function createOtherClientScenario(context: ScenarioContext): Scenario {
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
      quoteAs(owner),
      buyRateAs(owner, rate),
      createBatchAs(owner, rate),
      registerTrackerAs(owner, label),
      ...listOwnerAndOtherRequests(context)[first],
      readWallet(theirs),
      ...listOwnerAndOtherRequests(context)[then],
      callOnResource(owner, 'voidLabel', label),
      readWallet(theirs),
      readWallet(context),
    ],
  }
}

/** Lists, for each kind of resource, requests by its owner, by another client and by its owner again. */
function listOwnerAndOtherRequests({
  caller,
  newest,
  owner,
}: ScenarioContext): Readonly<Record<(typeof requestedResources)[number], readonly ScenarioStep[]>> {
  const other = caller('other client')
  const [label, tracker, batch] = [newest('label'), newest('tracker'), newest('batch')]
  const requestInTurn = (ask: (by: Caller) => ScenarioStep): readonly ScenarioStep[] =>
    [owner, other, owner].map(ask)
  const read = callOnResource(owner, 'getLabel', label)
  return {
    label: requestInTurn((by) => callOnResource(by, 'getLabel', label)),
    pdf: requestInTurn((by) => callOnResource(by, 'downloadLabel', label)),
    void: [read, callOnResource(other, 'voidLabel', label), read],
    batch: requestInTurn((by) => callOnResource(by, 'getBatch', batch)),
    start: [callOnResource(other, 'buyBatch', batch), callOnResource(owner, 'buyBatch', batch)],
    tracker: requestInTurn((by) => callOnResource(by, 'getTracker', tracker)),
    number: [registerTrackerAs(other, label), callOnResource(owner, 'getTracker', tracker)],
    rate: requestInTurn((by) => buyRateAs(by, newest('rate'))),
    accounts: requestInTurn((by) => callAs(by, 'listCarrierAccounts')),
  }
}
