import type { ScenarioStep } from '../choices/choice.ts'
import type { WalletChange } from '../step.ts'
import { resourcesOf } from '../walk-world.ts'
import {
  advanceBy,
  batchBy,
  buyBy,
  type Caller,
  callBy,
  callerOf,
  callOn,
  controlOn,
  itemOf,
  newestOf,
  quoteBy,
  readWallet,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts'

const unknownRate = 'rate_000000000000000000000000'

/** Tries purchases or batches that fail, then good ones, for one reason or two. */
export function refusedThenGood(context: ScenarioContext): Scenario {
  const { pick } = context
  const owner = callerOf('owner', context)
  const draw = (purpose: string): (typeof reasons)[number] =>
    context.environment === 'live' ? pick(reasons, purpose) : pick(reasonsAnywhere, purpose)
  const [first, then] = [draw('reason'), draw('other reason')]
  const isBatch = pick([false, true], 'batch')
  const rate = newestOf('rate', context)
  const attemptBy = (by: Caller): ScenarioStep => (isBatch ? batchBy(by, rate) : buyBy(by, rate))
  const isOfBatch = pick([false, false, true], 'good batch')
  const good = isOfBatch ? batchBy(owner, rate) : buyBy(owner, rate)
  const sandbox = { ...context, environment: 'test' } as const
  const free = callerOf('owner', sandbox)
  const isBoth = context.environment === 'live' && pick([true, false], 'sandbox, too')
  const round = (reason: typeof first): readonly ScenarioStep[] => {
    const { before, attempt, after } = refusalSteps(reason, { context, owner, attemptBy, isBatch })
    return [
      ...before,
      readWallet(context),
      attempt,
      ...(pick([false, true], `${reason} twice`) ? [attempt] : []),
      readWallet(context),
      ...(isBoth ? [buyBy(free, newestOf('rate', sandbox))] : []),
      ...after,
      quoteBy(owner),
      good,
      readWallet(context),
    ]
  }
  return {
    name: `${isBatch ? 'batch' : 'label'}, ${first}`,
    steps: () => [
      ...(isBoth ? [quoteBy(free)] : []),
      quoteBy(owner),
      // A sold rate shows that it can be sold.
      buyBy(owner, rate),
      ...round(first),
      ...(then === first ? [] : round(then)),
    ],
  }
}

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

interface RefusalSteps {
  readonly before: readonly ScenarioStep[]
  readonly attempt: ScenarioStep
  readonly after: readonly ScenarioStep[]
}

interface Attempt {
  readonly context: ScenarioContext
  readonly owner: Caller
  attemptBy(by: Caller): ScenarioStep
  readonly isBatch: boolean
}

function refusalSteps(reason: (typeof reasons)[number], by: Attempt): RefusalSteps {
  const { context, owner, attemptBy } = by
  switch (reason) {
    case 'unknown':
    case 'nothing in it':
    case 'a field missing':
      return { before: [], attempt: malformedCall(reason, by), after: [] }
    case 'too heavy':
    case 'undeliverable':
      return { before: [quoteBy(owner, reason)], attempt: attemptBy(owner), after: [] }
    case 'no money':
    case 'card declined':
    case 'no card':
      return withoutMoney(reason, by)
    case 'creation fails':
    case 'carrier fails':
    case 'carrier refuses':
      return withFault(reason, by)
    case 'too late':
      return { before: [advanceBy(context.client, 901)], attempt: attemptBy(owner), after: [] }
    case 'reading key':
    case 'revoked key':
    case 'other environment': {
      const other = callerOf(reason, context)
      return { before: other.before, attempt: attemptBy(other), after: [] }
    }
  }
}

/** Returns a request with an unknown or missing field. */
function malformedCall(
  reason: 'unknown' | 'nothing in it' | 'a field missing',
  { context, owner, isBatch }: Attempt,
): ScenarioStep {
  const rate = newestOf('rate', context)
  if (!isBatch) {
    const body = reason === 'nothing in it' ? {} : { rate_id: reason === 'unknown' ? unknownRate : '' }
    return callBy(owner, 'buyLabel', () => ({ body }))
  }
  if (reason !== 'a field missing') return callBy(owner, 'createBatch', () => ({ body: { items: [] } }))
  return callBy(owner, 'createBatch', (world) => {
    const resource = rate(world)
    if (resource === undefined) return undefined
    // A complete item and one without a parcel.
    return { body: { items: [itemOf(resource), { ...itemOf(resource), without: 'parcel' }] } }
  })
}

const reload = { threshold_cents: 100, amount_cents: 20_000 }

function withoutMoney(reason: 'no money' | 'card declined' | 'no card', by: Attempt): RefusalSteps {
  const { context, owner, attemptBy } = by
  const { can, client } = context
  const set = (change: WalletChange): readonly ScenarioStep[] =>
    can.wallet ? [() => ({ do: 'set wallet', client, change })] : []
  const card = { 'no money': 'valid', 'card declined': 'declined', 'no card': 'none' } as const
  const setPoorWallet = set({
    balance_cents: 1,
    payment_method: card[reason],
    auto_reload: reason === 'no money' ? null : reload,
  })
  const isReloading = context.pick([true, false], 'reloading')
  return {
    before: setPoorWallet,
    attempt: attemptBy(owner),
    after: set(
      isReloading
        ? { payment_method: 'valid', auto_reload: reload }
        : { balance_cents: 50_000, payment_method: 'valid', auto_reload: null },
    ),
  }
}

function withFault(
  reason: 'creation fails' | 'carrier fails' | 'carrier refuses',
  { context, owner, attemptBy }: Attempt,
): RefusalSteps {
  const { can, client, environment } = context
  const faults = {
    'creation fails': { target: 'label_creation', mode: 'error' },
    'carrier fails': { target: 'carrier:*', operation: 'labels', mode: 'error' },
    'carrier refuses': {
      target: 'carrier:*',
      operation: 'labels',
      mode: 'reject',
      code: 'LABEL.SERVICE.UNAVAILABLE',
    },
  } as const
  if (!can.faults) return { before: [], attempt: attemptBy(owner), after: [] }
  const isPoor = environment === 'live' && can.wallet && context.pick([false, false, true], 'poor')
  const reloading: WalletChange = { balance_cents: 1, payment_method: 'valid', auto_reload: reload }
  return {
    before: [
      ...(isPoor ? [() => ({ do: 'set wallet', client, change: reloading }) as const] : []),
      () => ({ do: 'add fault', client, fault: faults[reason] }),
    ],
    attempt: attemptBy(owner),
    after: [() => ({ do: 'clear faults', client })],
  }
}

/** Quotes during a carrier fault, then without it. */
export function quoteWithFaults(context: ScenarioContext): Scenario {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const carrier = pick([can.carriers[0] ?? '*', '*', ...can.carriers], 'carrier')
  const mode = pick(['down', 'error', 'malformed'] as const, 'mode')
  const times = pick([1, 1, 2, 3], 'times')
  const isOwn = pick([true, false], 'connected') && can.carrierAccounts
  const own = pick([can.carriers[0] ?? '', ...can.carriers], 'own')
  const between = pick(['nothing', 'buy at once', 'wait and buy'] as const, 'between')
  const rate = newestOf('rate', context)
  const fault = { target: `carrier:${carrier}`, operation: 'rates', mode, times }
  return {
    name: `${carrier === '*' ? 'all carriers' : 'a carrier'}${isOwn ? ', an account connected' : ''}, ${between}`,
    steps: () => [
      ...(isOwn
        ? [() => ({ do: 'connect carrier', client, carrier: own, credentials: 'valid' }) as const]
        : []),
      quoteBy(owner),
      ...(can.faults ? [() => ({ do: 'add fault', client, fault }) as const] : []),
      ...Array.from({ length: times }, () => quoteBy(owner)),
      ...(between === 'wait and buy' ? [advanceBy(client, 360)] : []),
      ...(between === 'nothing' ? [] : [buyBy(owner, rate)]),
      quoteBy(owner),
      ...(can.faults ? [() => ({ do: 'clear faults', client }) as const] : []),
      quoteBy(owner, pick(['usual', 'to somebody else'], 'last')),
      buyBy(owner, rate),
    ],
  }
}

/** Buys with the client's carrier account and with the platform's, and disconnects the account at the end. */
export function ownAccount(context: ScenarioContext): Scenario {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const carrier = pick([can.carriers[0] ?? '', ...can.carriers], 'carrier')
  const ofAccount =
    (isOwn: boolean): ReturnType<typeof newestOf> =>
    (world) =>
      resourcesOf(world, 'rate', client, context.environment).findLast((rate) => rate.isOwnAccount === isOwn)
  const account = newestOf('account', context)
  const isLast = pick([true, false], 'gone')
  return {
    name: `own account${isLast ? ', gone again' : ''}`,
    steps: () => [
      ...(can.carrierAccounts
        ? [() => ({ do: 'connect carrier', client, carrier, credentials: 'valid' }) as const]
        : []),
      quoteBy(owner),
      buyBy(owner, ofAccount(false)),
      readWallet(context),
      buyBy(owner, ofAccount(true)),
      readWallet(context),
      callOn(owner, 'getLabel', newestOf('label', context)),
      ...(isLast
        ? [controlOn(account, (named) => ({ do: 'disconnect carrier', client, account: named() }))]
        : []),
      ...(isLast ? [buyBy(owner, ofAccount(true))] : []),
      quoteBy(owner),
      callBy(owner, 'listCarrierAccounts'),
    ],
  }
}
