import type { Reply } from '../../target/arrival.ts'
import { phaseOf, rateSeconds, walletPhase } from '../resource-phase.ts'
import type { Action, CallAction, ClientName, WalletChange } from '../step.ts'
import {
  type ClientState,
  clientStateOf,
  type Resource,
  type ResourceKind,
  referenceTo,
  resourcesOf,
} from '../walk-world.ts'
import {
  askersFor,
  type Choice,
  type ChoiceContext,
  findFreshRate,
  latestOfEach,
  purchaseOf,
  strangerFeatures,
  usualQuote,
  withFollowUp,
} from './choice.ts'

/** Lists wallet reads, wallet changes and clock moves. */
export function accountChoices(context: ChoiceContext): readonly Choice[] {
  const { can } = context
  return can.clients.flatMap((client) => [
    ...readingChoices(context, client),
    ...(can.wallet ? walletChoices(context, client) : []),
    ...(can.clock ? clockChoices(context, client) : []),
  ])
}

function readingChoices(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { can, world } = context
  const clientState = clientStateOf(world, client)
  return can.environments.flatMap((environment) =>
    (['getWallet', 'listDeliveries'] as const).flatMap((operation) =>
      askersFor({ client, environment }, operation, context)
        .filter(({ who }) => who !== 'other client' && who !== 'other environment')
        .map(
          ({ who, key, features }): Choice => ({
            cell: `${operation} / ${operation === 'getWallet' ? walletState(clientState, environment) : webhookState(clientState)} / ${who}`,
            features,
            actions: [{ do: 'call', client, key, operation }],
            weight: who === 'owner' ? 0.6 : 0.2,
          }),
        ),
    ),
  )
}

function walletState(clientState: ClientState, environment: string): string {
  return environment === 'test' ? 'sandbox wallet' : walletPhase(500, clientState)
}

function webhookState({ webhook, isFailing, webhooks }: ClientState): string {
  if (webhook !== 'set') return `webhook ${webhook}`
  return `webhook ${isFailing ? 'failing' : 'accepting'}${webhooks > 1 ? ', moved' : ''}`
}

/** Sets the wallet to zero, to the price of the cheapest fresh rate or a cent less, with each kind of card. */
function walletChoices(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { world } = context
  const fresh = findFreshRate(world, client, 'live')
  const changes = { ...wallets, ...(fresh === undefined ? {} : walletsFor(fresh.cents)) }
  return Object.entries(changes).flatMap(([name, change]) => {
    const choice: Choice = {
      cell: `set wallet / ${name} / ${client}`,
      features: ['money', 'live', ...strangerFeatures(client)],
      actions: [{ do: 'set wallet', client, change }],
      weight: 0.4,
    }
    const canBuy = fresh !== undefined && context.can.buying
    return withFollowUp(choice, canBuy ? purchasesAfter(change, client, purchaseOf(fresh)) : [])
  })
}

/** Returns a purchase with this wallet, and another after the card is valid again. */
function purchasesAfter(change: WalletChange, client: ClientName, buy: CallAction): readonly Action[] {
  const read: Action = { do: 'call', client, key: 'live', operation: 'getWallet' }
  const isBad = change.payment_method === 'declined' || change.payment_method === 'none'
  return isBad
    ? [buy, { do: 'set wallet', client, change: { payment_method: 'valid' } }, read, buy]
    : [buy, read, buy]
}

const wallets: Readonly<Record<string, WalletChange>> = {
  ample: { balance_cents: 100_000, auto_reload: null, payment_method: 'valid' },
  empty: { balance_cents: 0, auto_reload: null, payment_method: 'valid' },
}

function walletsFor(cents: number): Readonly<Record<string, WalletChange>> {
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

function clockChoices(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { world } = context
  const clientState = clientStateOf(world, client)
  const move = (cell: string, action: Action, weight: number): Choice => ({
    cell,
    features: ['clock', ...strangerFeatures(client)],
    actions: [action],
    weight,
  })
  const advance = (cell: string, seconds: number, weight: number): Choice =>
    move(cell, { do: 'advance', client, seconds }, weight)
  const newest = (kind: ResourceKind, phase: string): Resource | undefined =>
    resourcesOf(world, kind, client).findLast((each) => phaseOf(each, world).startsWith(phase))
  const rate = newest('rate', 'rate fresh')
  const ageSeconds = rate === undefined ? 0 : (clientState.nowMs - rate.createdMs) / 1_000
  const key = newest('key', 'key expiring')
  const leftSeconds = key === undefined ? 0 : ((key.expiresAtMs ?? 0) - clientState.nowMs) / 1_000
  return [
    ...spans.map(([name, seconds]) => advance(`advance / ${name} / ${client}`, seconds, 0.25)),
    ...(rate === undefined
      ? []
      : [
          advance('advance / to the last second of a rate / clock', rateSeconds - 1 - ageSeconds, 0.8),
          advance('advance / to the end of a rate / clock', rateSeconds - ageSeconds, 0.8),
          advance('advance / just past the end of a rate / clock', rateSeconds - ageSeconds + 0.001, 0.3),
          advance('advance / a second past the end of a rate / clock', rateSeconds - ageSeconds + 1, 0.6),
        ]
          .filter(isForward)
          .flatMap((choice) => withFollowUp(choice, context.can.buying ? [purchaseOf(rate)] : []))),
    ...(key === undefined
      ? []
      : [
          advance('advance / to a second before a key expires / clock', leftSeconds - 1, 0.6),
          advance('advance / just past the end of a key / clock', leftSeconds + 0.001, 0.8),
        ]
          .filter(isForward)
          .flatMap((choice) => withFollowUp(choice, [usualQuote(client, referenceTo(key))]))),
    ...(['webhook', 'poll', 'batch'] as const).map((kind) =>
      move(`next / ${kind} / clock`, { do: 'next', client, kind }, 0.2),
    ),
  ]
}

function isForward({ actions }: Choice): boolean {
  return actions.every((action) => action.do !== 'advance' || action.seconds > 0)
}

/** Scopes for limited keys: each scope alone in some set, and some together. */
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

const lifetimes = [60, 600, 86_400] as const

/** Lists how keys can be created and revoked. */
export function keyChoices(context: ChoiceContext): readonly Choice[] {
  const { can, world, draw } = context
  if (!can.keys) return []
  const count = world.resources.filter(({ kind }) => kind === 'key').length
  const make = (client: ClientName, cell: string, action: Action): Choice => ({
    cell,
    features: ['keys', ...strangerFeatures(client)],
    actions: [action],
    weight: count < 3 ? 0.6 : 0.1,
  })
  const scopes = draw.pick(scopeSets, 'scopes', world.resources.length) ?? ['wallet:read']
  const expiresInSeconds = draw.pick(lifetimes, 'lifetime', world.resources.length) ?? 60
  return [
    ...can.clients.flatMap((client) =>
      can.environments.flatMap((environment) => [
        make(client, `create key / full / ${environment}`, { do: 'create key', client, environment }),
        make(client, `create key / ${scopes.join(' ')} / ${environment}`, {
          do: 'create key',
          client,
          environment,
          scopes,
        }),
        make(client, `create key / for ${expiresInSeconds} s / ${environment}`, {
          do: 'create key',
          client,
          environment,
          expiresInSeconds,
        }),
      ]),
    ),
    ...latestOfEach(world, 'key')
      .filter((key) => !key.marks.includes('key revoked'))
      .flatMap((key) => {
        const named = referenceTo(key)
        const choice: Choice = {
          cell: `revoke key / ${phaseOf(key, world)} / ${key.environment}`,
          features: ['keys'],
          actions: [{ do: 'revoke key', client: key.client, key: named }],
          about: key,
          weight: 0.8,
        }
        return withFollowUp(choice, [usualQuote(key.client, named)])
      }),
  ]
}

const refusals: readonly (readonly [string, Reply])[] = [
  ['500', { status: 500 }],
  ['404', { status: 404 }],
  ['a redirect', { status: 302, headers: { Location: '/elsewhere' } }],
  ['nothing', { cut: true }],
]

const acceptances: readonly (readonly [string, Reply])[] = [
  ['200', { status: 200 }],
  ['204', { status: 204 }],
]

/** Lists webhook changes and replies of the receiver. */
export function webhookChoices(context: ChoiceContext): readonly Choice[] {
  return context.can.webhooks ? context.can.clients.flatMap((client) => choicesOfClient(context, client)) : []
}

function choicesOfClient({ world, can }: ChoiceContext, client: ClientName): readonly Choice[] {
  const rate = can.buying ? findFreshRate(world, client) : undefined
  const tried = (one: Choice): readonly Choice[] =>
    withFollowUp(one, rate === undefined ? [] : [purchaseOf(rate)])
  const { webhook, isFailing, webhooks: count } = clientStateOf(world, client)
  const choice = (cell: string, action: Action, weight: number): Choice => ({
    cell,
    features: ['webhooks', ...strangerFeatures(client)],
    actions: [action],
    weight,
  })
  const set = choice(
    `set webhook / webhook ${webhook}, ${isFailing ? 'failing' : 'accepting'} / ${client}`,
    { do: 'set webhook', client },
    webhook === 'none' ? 3 : count < 3 ? 0.3 : 0,
  )
  if (webhook === 'none') return tried(set)
  const answers = isFailing ? acceptances : refusals
  return [
    ...tried(set),
    ...answers.flatMap(([name, reply]) =>
      tried(
        choice(
          `answer deliveries / ${name}, webhook ${webhook} / ${client}`,
          { do: 'answer deliveries', client, reply },
          0.5,
        ),
      ),
    ),
    ...(webhook === 'set'
      ? [choice(`clear webhook / webhook set / ${client}`, { do: 'clear webhook', client }, 0.2)]
      : []),
  ]
}
