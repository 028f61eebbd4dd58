import { isReference } from './references.ts'
import { integerIn, listIn, resourceIn, succeeded, textIn } from './response-fields.ts'
import type {
  Action,
  CallStep,
  ClientName,
  Environment,
  Reference,
  Step,
  StepId,
  Taken,
  WalletChange,
} from './step.ts'

/** What a walk has made so far, as far as it decides what can be done next. It judges nothing. */
export interface World {
  readonly things: readonly Thing[]
  readonly sides: Readonly<Partial<Record<ClientName, Side>>>
}

/** Something that was made: what it is called, and what has become of it as far as it is known. */
export interface Thing {
  readonly kind: ThingKind
  readonly step: StepId
  readonly at: number
  readonly client: ClientName
  readonly environment: Environment
  readonly bornMs: number
  /** What was done to it, in order; `bought`, `voided`, `scanned`, `started`, `revoked`, `gone` where that came about. */
  readonly marks: readonly string[]
  /** The operation on it that came last. */
  readonly lastDone: string
  /** Of a rate or a label. */
  readonly cents: number
  readonly carrier: string
  /** Of a key. */
  readonly scopes: readonly string[] | 'all'
  readonly expiresAtMs: number | undefined
  /** What a rate was quoted for. */
  readonly isUsual: boolean
  /** A rate of the client's own carrier account. */
  readonly isOwnAccount: boolean
}

export type ThingKind = 'rate' | 'label' | 'batch' | 'tracker' | 'key' | 'account'

/** What is so for one client at the moment. */
export interface Side {
  readonly nowMs: number
  readonly cents: number | undefined
  readonly card: 'valid' | 'declined' | 'none'
  readonly reloads: boolean
  readonly webhook: 'none' | 'set' | 'cleared'
  readonly webhooks: number
  readonly isFailing: boolean
  readonly faults: readonly string[]
  /** A carrier was set to fail, now or before. */
  readonly wasTroubled: boolean
}

const newSide: Side = {
  nowMs: 0,
  cents: undefined,
  card: 'valid',
  reloads: false,
  webhook: 'none',
  webhooks: 0,
  isFailing: false,
  faults: [],
  wasTroubled: false,
}

export const newWorld: World = { things: [], sides: {} }

export function sideOf({ sides }: World, client: ClientName): Side {
  return sides[client] ?? newSide
}

/** The name of a thing, the same wherever it is spoken of. */
export const nameOf = ({ kind, step, at }: Pick<Thing, 'kind' | 'step' | 'at'>): string =>
  `${kind} ${step}.${at}`

export function referenceTo({ kind, step, at }: Thing, take: Taken = kind, times = 1): Reference {
  return { $: step, take, ...(at > 0 && { at }), ...(times > 1 && { times }) }
}

/** The world after a step. */
export function afterStep(world: World, action: Action, step: Step): World {
  const timed = withSide(world, step.client, { nowMs: step.kind === 'clock' ? step.toMs : step.atMs })
  if (step.kind === 'call') return action.do === 'call' ? afterCall(timed, action, step) : timed
  const { client } = step
  const side = sideOf(timed, client)
  switch (step.kind) {
    case 'wallet set':
      return withSide(timed, client, walletOf(side, step.change))
    case 'webhook set':
      return withSide(timed, client, { webhook: 'set', webhooks: step.webhook })
    case 'webhook cleared':
      return withSide(timed, client, { webhook: 'cleared' })
    case 'receiver set':
      return withSide(timed, client, { isFailing: 'cut' in step.reply || step.reply.status >= 300 })
    case 'fault added':
      return withSide(timed, client, {
        faults: [...side.faults, faultName(step.fault)],
        wasTroubled: side.wasTroubled || String(step.fault['target']).startsWith('carrier:'),
      })
    case 'faults cleared':
      return withSide(timed, client, { faults: [] })
    case 'key created':
      return withThing(timed, step, {
        kind: 'key',
        environment: step.key.environment,
        scopes: step.key.scopes,
        expiresAtMs: step.key.expiresAtMs,
      })
    case 'carrier connected':
      return withThing(timed, step, { kind: 'account', carrier: step.carrier })
    default:
      return markedBy(timed, action, step.kind)
  }
}

/** What a fault is called in the world: what it hits, and how. */
export function faultName(fault: Readonly<Record<string, unknown>>): string {
  return `${fault['target']} ${fault['mode']}`
}

function walletOf(side: Side, change: WalletChange): Partial<Side> {
  return {
    cents: change.balance_cents ?? side.cents,
    card: change.payment_method ?? side.card,
    reloads: change.auto_reload === undefined ? side.reloads : change.auto_reload !== null,
  }
}

function afterCall(world: World, action: Extract<Action, { do: 'call' }>, step: CallStep): World {
  const done = markedBy(world, action, undefined)
  if (!succeeded(step.answer)) return done
  switch (step.operation) {
    case 'createRates':
      return withRates(done, action, step)
    case 'buyLabel': {
      const label = resourceIn(step.answer, 'label')
      const left = integerIn(label, 'wallet_balance_after_cents')
      const paid =
        step.key.environment === 'live' && left !== undefined
          ? withSide(done, step.client, { cents: left })
          : done
      const made = withThing(paid, step, {
        kind: 'label',
        cents: integerIn(label, 'rate_cents') ?? 0,
        carrier: textIn(label, 'carrier') ?? '',
      })
      return markedBy(made, action, 'bought')
    }
    case 'createBatch': {
      const left = integerIn(resourceIn(step.answer, 'batch'), 'wallet_balance_after_cents')
      const paid =
        step.key.environment === 'live' && left !== undefined
          ? withSide(done, step.client, { cents: left })
          : done
      return withThing(paid, step, { kind: 'batch' })
    }
    case 'registerTracker':
      return withThing(done, step, { kind: 'tracker' })
    case 'voidLabel':
      return markedBy(done, action, 'voided')
    case 'buyBatch':
      return markedBy(done, action, 'started')
    default:
      return done
  }
}

/** A few of each quote are enough: the first of them, and the first of each carrier and kind of account. */
const ratesKept = 2

function withRates(world: World, action: Action, step: CallStep): World {
  const rates = listIn(step.answer, 'rates') ?? []
  const isUsual =
    JSON.stringify(action).includes('"standard"') && !JSON.stringify(action).includes('undeliverable')
  const kindOfRate = (rate: Readonly<Record<string, unknown>>): string =>
    `${textIn(rate, 'carrier')} ${rate['account_type']}`
  const kept = [...rates.entries()].filter(
    ([at, rate]) => at < ratesKept || rates.findIndex((each) => kindOfRate(each) === kindOfRate(rate)) === at,
  )
  return kept.reduce(
    (next, [at, rate]) =>
      withThing(next, step, {
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

function withThing(world: World, step: Step, made: Pick<Thing, 'kind'> & Partial<Thing>): World {
  const thing: Thing = {
    step: step.id,
    at: 0,
    client: step.client,
    environment: step.kind === 'call' ? step.key.environment : 'test',
    bornMs: step.atMs,
    marks: [],
    lastDone: 'made',
    cents: 0,
    carrier: '',
    scopes: 'all',
    expiresAtMs: undefined,
    isUsual: true,
    isOwnAccount: false,
    ...made,
  }
  return { ...world, things: [...world.things, thing] }
}

function withSide(world: World, client: ClientName, change: Partial<Side>): World {
  return { ...world, sides: { ...world.sides, [client]: { ...sideOf(world, client), ...change } } }
}

/** What a reference names, by what it takes of it. */
const kindOf: Readonly<Record<Taken, ThingKind>> = {
  rate: 'rate',
  item: 'rate',
  label: 'label',
  tracking_number: 'label',
  batch: 'batch',
  tracker: 'tracker',
  key: 'key',
  account: 'account',
}

/** Everything that an action names was done this to; a mark says what has come of it. */
function markedBy(world: World, action: Action, mark: string | undefined): World {
  const named = referencesIn(action).map(({ $, take, at = 0 }) => nameOf({ kind: kindOf[take], step: $, at }))
  if (named.length === 0) return world
  const done = action.do === 'call' ? action.operation : action.do
  return {
    ...world,
    things: world.things.map((thing) =>
      named.includes(nameOf(thing))
        ? { ...thing, lastDone: done, marks: mark === undefined ? thing.marks : [...thing.marks, mark] }
        : thing,
    ),
  }
}

function referencesIn(value: unknown): readonly Reference[] {
  if (isReference(value)) return value.$ === 'profile' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesIn) : []
}
