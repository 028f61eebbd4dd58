import type { ScenarioStep } from '../choices/choice.ts'
import type { WalletChange } from '../step.ts'
import { referenceTo, resourcesOf } from '../walk-world.ts'
import {
  addFault,
  advanceClock,
  clearFaults,
  connectCarrier,
  createControlStep,
  readWallet,
  setWallet,
} from './control-steps.ts'
import {
  buyRateAs,
  type Caller,
  callAs,
  callOnResource,
  createBatchAs,
  type FindResource,
  quoteAs,
  referToBatchItem,
  type Scenario,
  type ScenarioContext,
  stepsIf,
} from './scenario.ts'

const reasonsAnywhere = [
  'unknown',
  'nothing in it',
  'too heavy',
  'undeliverable',
  'a field missing',
  'creation fails',
  'carrier fails',
  'carrier refuses',
  'reading key',
  'revoked key',
  'other environment',
  'too late',
] as const
const reasons = [
  ...reasonsAnywhere,
  'no money',
  'card declined',
  'no card',
  'no money',
  'card declined',
] as const
type Reason = (typeof reasons)[number]

/** Creates a scenario that makes a purchase that must fail for some reason, and then a valid one; the same for a second reason. */
export function createRefusalScenario(context: ScenarioContext): Scenario {
  const { environment, newest, owner, pick } = context
  const drawReason = (purpose: string): Reason =>
    environment === 'live' ? pick(reasons, purpose) : pick(reasonsAnywhere, purpose)
  const [first, then] = [drawReason('reason'), drawReason('other reason')]
  const isBatch = pick([false, true], 'batch')
  const rate = newest('rate')
  const good = pick([false, false, true], 'good batch') ? createBatchAs(owner, rate) : buyRateAs(owner, rate)
  const sandbox = context.elsewhere({ environment: 'test' })
  const isBoth = environment === 'live' && pick([true, false], 'sandbox, too')
  const listStepsForReason = (reason: Reason): readonly ScenarioStep[] => {
    const { before = [], attempt, after = [] } = listRefusalSteps(reason, context, isBatch)
    return [
      ...before,
      readWallet(context),
      attempt,
      ...stepsIf(pick([false, true], `${reason} twice`), attempt),
      readWallet(context),
      ...stepsIf(isBoth, buyRateAs(sandbox.owner, sandbox.newest('rate'))),
      ...after,
      quoteAs(owner),
      good,
      readWallet(context),
    ]
  }
  return {
    name: `${isBatch ? 'batch' : 'label'}, ${first}`,
    steps: () => [
      ...stepsIf(isBoth, quoteAs(sandbox.owner)),
      quoteAs(owner),
      // The first purchase shows that the service can sell this rate.
      buyRateAs(owner, rate),
      ...listStepsForReason(first),
      ...(then === first ? [] : listStepsForReason(then)),
    ],
  }
}

/** The steps of a purchase that must fail. */
interface RefusalSteps {
  readonly before?: readonly ScenarioStep[]
  readonly attempt: ScenarioStep
  readonly after?: readonly ScenarioStep[]
}

/** Lists the steps of a purchase that must fail for a reason: before, during and after the attempt. */
function listRefusalSteps(reason: Reason, context: ScenarioContext, isBatch: boolean): RefusalSteps {
  const { caller, newest, owner } = context
  const createAttempt = (by: Caller): ScenarioStep =>
    isBatch ? createBatchAs(by, newest('rate')) : buyRateAs(by, newest('rate'))
  const attempt = createAttempt(owner)
  switch (reason) {
    case 'unknown':
    case 'nothing in it':
    case 'a field missing':
      return { attempt: createMalformedCall(reason, context, isBatch) }
    case 'too heavy':
    case 'undeliverable':
      return { before: [quoteAs(owner, reason)], attempt }
    case 'no money':
    case 'card declined':
    case 'no card':
      return { attempt, ...listStepsAroundWalletRefusal(reason, context) }
    case 'creation fails':
    case 'carrier fails':
    case 'carrier refuses':
      return { attempt, ...listStepsAroundFault(reason, context) }
    case 'too late':
      return { before: [advanceClock(context, 901)], attempt }
    case 'reading key':
    case 'revoked key':
    case 'other environment': {
      const other = caller(reason)
      return { before: other.before, attempt: createAttempt(other) }
    }
  }
}

/** Creates a scenario step that sends a request with an unknown id or a missing field. */
function createMalformedCall(
  reason: 'unknown' | 'nothing in it' | 'a field missing',
  { newest, owner }: ScenarioContext,
  isBatch: boolean,
): ScenarioStep {
  if (!isBatch) {
    const rate_id = reason === 'unknown' ? 'rate_000000000000000000000000' : ''
    return callAs(owner, 'buyLabel', () => ({ body: reason === 'nothing in it' ? {} : { rate_id } }))
  }
  if (reason !== 'a field missing') return callAs(owner, 'createBatch', () => ({ body: { items: [] } }))
  return callAs(owner, 'createBatch', (world) => {
    const rate = newest('rate')(world)
    // Sends a complete batch item and an item without a parcel.
    return (
      rate && { body: { items: [referToBatchItem(rate), { ...referToBatchItem(rate), without: 'parcel' }] } }
    )
  })
}

const reload = { threshold_cents: 100, amount_cents: 20_000 }

/** Lists the steps that empty the wallet before a purchase, and fill it afterwards. */
function listStepsAroundWalletRefusal(
  reason: 'no money' | 'card declined' | 'no card',
  context: ScenarioContext,
): Omit<RefusalSteps, 'attempt'> {
  const card = { 'no money': 'valid', 'card declined': 'declined', 'no card': 'none' } as const
  const refilled: WalletChange = context.pick([true, false], 'reloading')
    ? { payment_method: 'valid', auto_reload: reload }
    : { balance_cents: 50_000, payment_method: 'valid', auto_reload: null }
  const auto_reload = reason === 'no money' ? null : reload
  return {
    before: [setWallet(context, { balance_cents: 1, payment_method: card[reason], auto_reload })],
    after: [setWallet(context, refilled)],
  }
}

const carrierFault = { target: 'carrier:*', operation: 'labels' }
const purchaseFaults = {
  'creation fails': { target: 'label_creation', mode: 'error' },
  'carrier fails': { ...carrierFault, mode: 'error' },
  'carrier refuses': { ...carrierFault, mode: 'reject', code: 'LABEL.SERVICE.UNAVAILABLE' },
}

/** Lists the steps that add a fault before a purchase, and clear it afterwards. */
function listStepsAroundFault(
  reason: keyof typeof purchaseFaults,
  context: ScenarioContext,
): Omit<RefusalSteps, 'attempt'> {
  const { can, environment, pick } = context
  const isPoor = can.faults && environment === 'live' && pick([false, false, true], 'poor')
  const reloading: WalletChange = { balance_cents: 1, payment_method: 'valid', auto_reload: reload }
  return {
    before: [...stepsIf(isPoor, setWallet(context, reloading)), addFault(context, purchaseFaults[reason])],
    after: [clearFaults(context)],
  }
}

/** Creates a scenario that requests rates during a carrier fault, then without it. */
export function createFaultyQuoteScenario(context: ScenarioContext): Scenario {
  const { can, newest, owner, pick } = context
  const carrier = pick([can.carriers[0] ?? '*', '*', ...can.carriers], 'carrier')
  const mode = pick(['down', 'error', 'malformed'] as const, 'mode')
  const times = pick([1, 1, 2, 3], 'times')
  const isOwn = pick([true, false], 'connected') && can.carrierAccounts
  const own = pick([can.carriers[0] ?? '', ...can.carriers], 'own')
  const between = pick(['nothing', 'buy at once', 'wait and buy'] as const, 'between')
  const buy = buyRateAs(owner, newest('rate'))
  return {
    name: `${carrier === '*' ? 'all carriers' : 'a carrier'}${isOwn ? ', an account connected' : ''}, ${between}`,
    steps: () => [
      ...stepsIf(isOwn, connectCarrier(context, own)),
      quoteAs(owner),
      addFault(context, { target: `carrier:${carrier}`, operation: 'rates', mode, times }),
      ...Array.from({ length: times }, () => quoteAs(owner)),
      ...stepsIf(between === 'wait and buy', advanceClock(context, 360)),
      ...stepsIf(between !== 'nothing', buy),
      quoteAs(owner),
      clearFaults(context),
      quoteAs(owner, pick(['usual', 'to somebody else'], 'last')),
      buy,
    ],
  }
}

/** Creates a scenario that buys with the client's carrier account and with the platform's, and disconnects the account at the end. */
export function createOwnAccountScenario(context: ScenarioContext): Scenario {
  const { can, client, environment, newest, owner, pick } = context
  const carrier = pick([can.carriers[0] ?? '', ...can.carriers], 'carrier')
  const newestRate =
    (isOwn: boolean): FindResource =>
    (world) =>
      resourcesOf(world, 'rate', client, environment).findLast((rate) => rate.isOwnAccount === isOwn)
  const disconnect = createControlStep(newest('account'), (account) => ({
    do: 'disconnect carrier',
    client,
    account: referenceTo(account),
  }))
  const isLast = pick([true, false], 'gone')
  return {
    name: `own account${isLast ? ', gone again' : ''}`,
    steps: () => [
      connectCarrier(context, carrier),
      quoteAs(owner),
      buyRateAs(owner, newestRate(false)),
      readWallet(context),
      buyRateAs(owner, newestRate(true)),
      readWallet(context),
      callOnResource(owner, 'getLabel', newest('label')),
      ...stepsIf(isLast, disconnect, buyRateAs(owner, newestRate(true))),
      quoteAs(owner),
      callAs(owner, 'listCarrierAccounts'),
    ],
  }
}
