import { referencesIn } from './references.ts'
import { hasSucceeded, integerIn, listIn, resourceIn, textIn } from './response-fields.ts'
import type { Action, CallStep, ClientName, ReferenceTarget, Step, WalletChange } from './step.ts'
import {
  type ClientState,
  clientStateOf,
  nameFault,
  nameResource,
  type Resource,
  type ResourceKind,
  type World,
} from './walk-world.ts'

/** Returns the resources and settings of a walk (its world) as they are after a step. */
export function updateWorldAfterStep(world: World, action: Action, step: Step): World {
  const timed = withClientState(world, step.client, {
    nowMs: step.kind === 'clock' ? step.toMs : step.atMs,
  })
  if (step.kind === 'call') return action.do === 'call' ? updateWorldAfterCall(timed, action, step) : timed
  const { client } = step
  const clientState = clientStateOf(timed, client)
  switch (step.kind) {
    case 'wallet set':
      return withClientState(timed, client, deriveClientStateChange(clientState, step.change))
    case 'webhook set':
      return withClientState(timed, client, { webhook: 'set', webhooks: step.webhook })
    case 'webhook cleared':
      return withClientState(timed, client, { webhook: 'cleared' })
    case 'receiver set':
      return withClientState(timed, client, { isFailing: 'cut' in step.reply || step.reply.status >= 300 })
    case 'fault added':
      return withClientState(timed, client, {
        faults: [...clientState.faults, nameFault(step.fault)],
        hadCarrierFault: clientState.hadCarrierFault || String(step.fault['target']).startsWith('carrier:'),
      })
    case 'faults cleared':
      return withClientState(timed, client, { faults: [] })
    case 'key created':
      return withNewResource(timed, step, {
        kind: 'key',
        environment: step.key.environment,
        scopes: step.key.scopes,
        expiresAtMs: step.key.expiresAtMs,
      })
    case 'carrier connected':
      return withNewResource(timed, step, { kind: 'account', carrier: step.carrier })
    default:
      return withRecordedAction(timed, action, step.kind)
  }
}

/** Returns how a wallet change through the control protocol changes the state of a client. */
function deriveClientStateChange(clientState: ClientState, change: WalletChange): Partial<ClientState> {
  return {
    cents: change.balance_cents ?? clientState.cents,
    card: change.payment_method ?? clientState.card,
    reloads: change.auto_reload === undefined ? clientState.reloads : change.auto_reload !== null,
  }
}

/** Returns the world after a request: with the resources that it created, and what it did to others. */
function updateWorldAfterCall(world: World, action: Extract<Action, { do: 'call' }>, step: CallStep): World {
  const done = withRecordedAction(world, action, undefined)
  if (!hasSucceeded(step.answer)) return done
  switch (step.operation) {
    case 'createRates':
      return withRates(done, action, step)
    case 'buyLabel': {
      const label = resourceIn(step.answer, 'label')
      const made = withNewResource(withReportedBalance(done, step, label), step, {
        kind: 'label',
        cents: integerIn(label, 'rate_cents') ?? 0,
        carrier: textIn(label, 'carrier') ?? '',
      })
      return withRecordedAction(made, action, 'bought')
    }
    case 'createBatch':
      return withNewResource(withReportedBalance(done, step, resourceIn(step.answer, 'batch')), step, {
        kind: 'batch',
      })
    case 'registerTracker':
      return withNewResource(done, step, { kind: 'tracker' })
    case 'voidLabel':
      return withRecordedAction(done, action, 'voided')
    case 'buyBatch':
      return withRecordedAction(done, action, 'started')
    default:
      return done
  }
}

/** Records the wallet balance in the response to a live purchase. */
function withReportedBalance(world: World, step: CallStep, bought: ReturnType<typeof resourceIn>): World {
  const cents = integerIn(bought, 'wallet_balance_after_cents')
  if (step.key.environment !== 'live' || cents === undefined) return world
  return withClientState(world, step.client, { cents })
}

/** How many of a quote's cheapest rates a walk can use later. It can also use the first rate of each carrier and account type. */
const maxRatesKept = 2

/** Adds the rates of a quote that the walk can use later. */
function withRates(world: World, action: Action, step: CallStep): World {
  const rates = listIn(step.answer, 'rates') ?? []
  const isUsual =
    JSON.stringify(action).includes('"standard"') && !JSON.stringify(action).includes('undeliverable')
  const carrierAndAccountTypeOf = (rate: Readonly<Record<string, unknown>>): string =>
    `${textIn(rate, 'carrier')} ${rate['account_type']}`
  const kept = [...rates.entries()].filter(
    ([at, rate]) =>
      at < maxRatesKept ||
      rates.findIndex((each) => carrierAndAccountTypeOf(each) === carrierAndAccountTypeOf(rate)) === at,
  )
  return kept.reduce(
    (next, [at, rate]) =>
      withNewResource(next, step, {
        kind: 'rate',
        at,
        cents: integerIn(rate, 'rate_cents') ?? 0,
        carrier: textIn(rate, 'carrier') ?? '',
        isOwnAccount: rate['account_type'] === 'byoa',
        isUsual,
      }),
    world,
  )
}

/** Adds a resource that a step has created. Fields that `made` leaves out get default values. */
function withNewResource(world: World, step: Step, made: Pick<Resource, 'kind'> & Partial<Resource>): World {
  const resource: Resource = {
    step: step.id,
    at: 0,
    client: step.client,
    environment: step.kind === 'call' ? step.key.environment : 'test',
    createdMs: step.atMs,
    marks: [],
    lastOperation: 'made',
    cents: 0,
    carrier: '',
    scopes: 'all',
    expiresAtMs: undefined,
    isUsual: true,
    isOwnAccount: false,
    ...made,
  }
  return { ...world, resources: [...world.resources, resource] }
}

/** Replaces some settings of a client. */
function withClientState(world: World, client: ClientName, change: Partial<ClientState>): World {
  return {
    ...world,
    clientStates: { ...world.clientStates, [client]: { ...clientStateOf(world, client), ...change } },
  }
}

/** The kind of resource that a reference in an action names, for each kind of reference. */
const kindsByReference: Readonly<Record<ReferenceTarget, ResourceKind>> = {
  rate: 'rate',
  item: 'rate',
  label: 'label',
  tracking_number: 'label',
  batch: 'batch',
  tracker: 'tracker',
  key: 'key',
  account: 'account',
}

/** Records an action on each resource that it names: as the last operation and, if given, as a mark such as `voided`. */
function withRecordedAction(world: World, action: Action, mark: string | undefined): World {
  const named = referencesIn(action).map(({ $, take, at = 0 }) =>
    nameResource({ kind: kindsByReference[take], step: $, at }),
  )
  if (named.length === 0) return world
  const done = action.do === 'call' ? action.operation : action.do
  return {
    ...world,
    resources: world.resources.map((resource) =>
      named.includes(nameResource(resource))
        ? {
            ...resource,
            lastOperation: done,
            marks: mark === undefined ? resource.marks : [...resource.marks, mark],
          }
        : resource,
    ),
  }
}
