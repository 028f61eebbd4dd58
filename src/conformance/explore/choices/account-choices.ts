import { rateValidMs, second } from '../durations.ts'
import { describePaymentPhase, phaseOf } from '../resource-phase.ts'
import type { Action, CallAction, ClientName, ControlAction, WalletChange } from '../step.ts'
import {
  type ClientState,
  clientStateOf,
  type Resource,
  type ResourceKind,
  referenceTo,
  resourcesOf,
} from '../walk-world.ts'
import { listCallsWithEachKey } from './askers.ts'
import { createCall, createPurchaseCall, createUsualRatesCall } from './calls.ts'
import {
  type Choice,
  type ChoiceContext,
  createControlChoice,
  findFreshRate,
  findLatestOfEachPhase,
  listChoicesWithFollowUps,
  listFeaturesForClient,
} from './choice.ts'

/** Lists the wallet reads, wallet changes and clock moves that a random walk may take next. */
export function listAccountChoices(context: ChoiceContext): readonly Choice[] {
  const { can } = context
  return can.clients.flatMap((client) => [
    ...listWalletAndLogReads(context, client),
    ...(can.wallet ? listWalletChoices(context, client) : []),
    ...(can.clock ? listClockChoices(context, client) : []),
  ])
}

function listWalletAndLogReads(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const clientState = clientStateOf(context.world, client)
  return context.can.environments.flatMap((environment) => {
    const states = {
      getWallet: describeWalletState(clientState, environment),
      listDeliveries: describeWebhookState(clientState),
    }
    return (['getWallet', 'listDeliveries'] as const).flatMap((operation) =>
      listCallsWithEachKey(context, { client, environment }, operation, (who) => [
        { state: states[operation], features: [], weight: who === 'owner' ? 0.6 : 0.2 },
      ]),
    )
  })
}

/** Describes how the wallet would pay 500 cents, about the price of a label. */
function describeWalletState(clientState: ClientState, environment: string): string {
  return environment === 'test' ? 'sandbox wallet' : describePaymentPhase(500, clientState)
}

function describeWebhookState({ webhook, isFailing, webhooks }: ClientState): string {
  if (webhook !== 'set') return `webhook ${webhook}`
  return `webhook ${isFailing ? 'failing' : 'accepting'}${webhooks > 1 ? ', moved' : ''}`
}

/**
 * Lists changes of the live wallet: full, empty, and balances around the price of the cheapest unexpired rate. The last
 * are listed with each kind of card.
 */
function listWalletChoices(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { world } = context
  const fresh = findFreshRate(world, client, 'live')
  const changes = { ...wallets, ...(fresh === undefined ? {} : listWalletChangesForPrice(fresh.cents)) }
  return Object.entries(changes).flatMap(([name, change]) => {
    const choice: Choice = {
      cell: `set wallet / ${name} / ${client}`,
      features: ['money', 'live', ...listFeaturesForClient(client)],
      actions: [{ do: 'set wallet', client, change }],
      weight: 0.4,
    }
    const canBuy = fresh !== undefined && context.can.buying
    return listChoicesWithFollowUps(
      choice,
      canBuy ? listPurchasesAfterWalletChange(change, client, createPurchaseCall(fresh)) : [],
    )
  })
}

/** Lists the actions that follow a wallet change: a purchase, and a second purchase after the wallet has a valid card again. */
function listPurchasesAfterWalletChange(
  change: WalletChange,
  client: ClientName,
  buy: CallAction,
): readonly Action[] {
  const read = createCall(client, 'live', 'getWallet')
  const isBad = change.payment_method === 'declined' || change.payment_method === 'none'
  return isBad
    ? [buy, { do: 'set wallet', client, change: { payment_method: 'valid' } }, read, buy]
    : [buy, read, buy]
}

const wallets: Readonly<Record<string, WalletChange>> = {
  ample: { balance_cents: 100_000, auto_reload: null, payment_method: 'valid' },
  empty: { balance_cents: 0, auto_reload: null, payment_method: 'valid' },
}

function listWalletChangesForPrice(cents: number): Readonly<Record<string, WalletChange>> {
  const reloading = {
    balance_cents: Math.max(0, cents - 1),
    auto_reload: { threshold_cents: 500, amount_cents: 5_000 },
  }
  return {
    exact: { balance_cents: cents, auto_reload: null },
    'a cent short': { balance_cents: Math.max(0, cents - 1), auto_reload: null },
    'for two': { balance_cents: 2 * cents, auto_reload: null },
    reloading: { ...reloading, payment_method: 'valid' },
    'reloading, card declined': { ...reloading, payment_method: 'declined' },
    'reloading, no card': { ...reloading, payment_method: 'none' },
  }
}

/** Clock moves that depend on no resource: the name and the seconds. */
const spans = [
  ['a minute', 60],
  ['a minute and a bit', 61],
  ['five minutes', 300],
  ['half an hour', 1_800],
  ['two hours', 7_200],
  ['four hours', 14_400],
  ['a day', 86_400],
  ['a month', 2_592_000],
] as const

/** Lists clock moves: of a fixed length, around the expiry of a rate or a key, and to the next due work. */
function listClockChoices(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { can, world } = context
  const { nowMs } = clientStateOf(world, client)
  const createClockChoice = (what: string, action: ControlAction, weight: number): Choice =>
    createControlChoice(`${action.do} / ${what}`, 'clock', action, { weight })
  const createAdvanceChoice = (what: string, seconds: number, weight: number): Choice =>
    createClockChoice(what, { do: 'advance', client, seconds }, weight)
  const findNewest = (kind: ResourceKind, phase: string): Resource | undefined =>
    resourcesOf(world, kind, client).findLast((each) => phaseOf(each, world).startsWith(phase))
  const rate = findNewest('rate', 'rate fresh')
  const key = findNewest('key', 'key expiring')
  const rateLeft = ((rate?.createdMs ?? 0) + rateValidMs - nowMs) / second
  const keyLeft = ((key?.expiresAtMs ?? 0) - nowMs) / second
  /** Lists clock moves to just before, at and after the expiry of a resource, each with and without a request that uses the resource. */
  const listMovesToExpiry = (
    leftSeconds: number,
    moves: readonly (readonly [what: string, seconds: number, weight: number])[],
    use: readonly CallAction[],
  ): readonly Choice[] =>
    moves
      .filter(([, seconds]) => leftSeconds + seconds > 0)
      .flatMap(([what, seconds, weight]) =>
        listChoicesWithFollowUps(createAdvanceChoice(`${what} / clock`, leftSeconds + seconds, weight), use),
      )
  return [
    ...spans.map(([name, seconds]) => createAdvanceChoice(`${name} / ${client}`, seconds, 0.25)),
    ...(rate === undefined
      ? []
      : listMovesToExpiry(rateLeft, rateEnds, can.buying ? [createPurchaseCall(rate)] : [])),
    ...(key === undefined
      ? []
      : listMovesToExpiry(keyLeft, keyEnds, [createUsualRatesCall(client, referenceTo(key))])),
    ...(['webhook', 'poll', 'batch'] as const).map((kind) =>
      createClockChoice(`${kind} / clock`, { do: 'next', client, kind }, 0.2),
    ),
  ]
}

/** Clock moves around the expiry of a rate: the name, the seconds after the expiry, and how often a walk chooses the move. */
const rateEnds = [
  ['to the last second of a rate', -1, 0.8],
  ['to the end of a rate', 0, 0.8],
  ['just past the end of a rate', 0.001, 0.3],
  ['a second past the end of a rate', 1, 0.6],
] as const

/** Clock moves around the expiry of a key, in the form of `rateEnds`. */
const keyEnds = [
  ['to a second before a key expires', -1, 0.6],
  ['just past the end of a key', 0.001, 0.8],
] as const

/** Sets of scopes for new keys. Most sets have a single scope, so that the key lacks all others. */
const scopeSets: readonly (readonly string[])[] = [
  ['wallet:read'],
  ['rates:read'],
  ['labels:write'],
  ['labels:read'],
  ['tracking:read'],
  ['batches:write'],
  ['batches:read'],
  ['addresses:read', 'carrier-accounts:read'],
  ['rates:read', 'labels:read', 'batches:read', 'wallet:read'],
]

/** How long new keys are valid, in seconds. */
const lifetimes = [60, 600, 86_400] as const

/** Lists the key creations and revocations that a random walk may take next. */
export function listKeyChoices(context: ChoiceContext): readonly Choice[] {
  const { can, world, draw } = context
  if (!can.keys) return []
  const weight = world.resources.filter(({ kind }) => kind === 'key').length < 3 ? 0.6 : 0.1
  const scopes = draw.pick(scopeSets, 'scopes', world.resources.length) ?? ['wallet:read']
  const expiresInSeconds = draw.pick(lifetimes, 'lifetime', world.resources.length) ?? 60
  const kinds = {
    full: {},
    [scopes.join(' ')]: { scopes },
    [`for ${expiresInSeconds} s`]: { expiresInSeconds },
  }
  return [
    ...can.clients.flatMap((client) =>
      can.environments.flatMap((environment) =>
        Object.entries(kinds).map(([what, limits]) =>
          createControlChoice(
            `create key / ${what} / ${environment}`,
            'keys',
            { do: 'create key', client, environment, ...limits },
            { weight },
          ),
        ),
      ),
    ),
    ...findLatestOfEachPhase(world, 'key')
      .filter((key) => !key.marks.includes('key revoked'))
      .flatMap((key) => {
        const { client, environment } = key
        const named = referenceTo(key)
        const choice = createControlChoice(
          `revoke key / ${phaseOf(key, world)} / ${environment}`,
          'keys',
          { do: 'revoke key', client, key: named },
          { about: key, weight: 0.8 },
        )
        return listChoicesWithFollowUps(choice, [createUsualRatesCall(client, named)])
      }),
  ]
}
