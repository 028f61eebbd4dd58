import { operationOf } from '../../http/operation.ts'
import { type ScenarioStep, shipments } from '../choices/choice.ts'
import type { WalkOperation } from '../step.ts'
import { referenceTo } from '../walk-world.ts'
import {
  advanceBy,
  batchBy,
  buyBy,
  type Caller,
  callBy,
  callerOf,
  callOn,
  controlOn,
  newestOf,
  quoteBy,
  readWallet,
  registerBy,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts'

const uses = ['getWallet', 'createRates', 'getLabel', 'getBatch', 'listDeliveries'] as const

/** Uses a key for a read of the client's own resource. */
function useKey(by: Caller, what: (typeof uses)[number], context: ScenarioContext): ScenarioStep {
  switch (what) {
    case 'createRates':
      return callBy(by, what, () => ({ body: shipments.usual }))
    case 'getLabel':
      return callOn(by, what, newestOf('label', context))
    case 'getBatch':
      return callOn(by, what, newestOf('batch', context))
    default:
      return callBy(by, what)
  }
}

/** A caller with the newest key, or an older one. */
const callerWithKey = (context: ScenarioContext, back: number): Caller => ({
  who: '',
  before: [],
  ask: (world) => {
    const made = newestOf('key', context, back)(world)
    return made && { client: context.client, key: referenceTo(made) }
  },
})

const revokeKey = (context: ScenarioContext, back: number): ScenarioStep =>
  controlOn(newestOf('key', context, back), (named) => ({
    do: 'revoke key',
    client: context.client,
    key: named('key'),
  }))

/** Creates two keys, uses both, ends one, and uses both again later. */
export function agingKey(context: ScenarioContext): Scenario | undefined {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const what = pick(uses, 'use')
  const end = pick(['revoked', 'expired'], 'end')
  const gap = pick([0, 5, 90_000, 691_200], 'gap')
  if (!can.keys) return undefined
  // The order of creation may matter.
  const at = pick([0, 1], 'first')
  const narrow = pick([undefined, ['rates:read'], ['labels:read']], 'scopes')
  const [used, beside] = [callerWithKey(context, at), callerWithKey(context, 1 - at)]
  const each = [useKey(used, what, context), useKey(beside, what, context)]
  return {
    name: `${end}, ${gap} s later, ${what}`,
    steps: () => [
      ...prepareFor(what, owner, context),
      ...twoKeys(context, { at, isExpiring: end === 'expired', narrow }),
      ...each,
      ...(end === 'expired'
        ? [
            advanceBy(client, 55),
            useKey(used, what, context),
            advanceBy(client, pick([5.5, 4, 8, 30], 'past')),
          ]
        : [revokeKey(context, at)]),
      ...(pick([true, true, false], 'used then') ? each : []),
      ...(pick([true, false], 'other ends, too') ? [revokeKey(context, 1 - at)] : []),
      ...(gap > 0 ? [advanceBy(client, gap)] : []),
      ...each,
      useKey(owner, what, context),
      // A new key must not inherit the end of an old one.
      ...(pick([true, false], 'a new one')
        ? [newKey(context), useKey(callerWithKey(context, 0), what, context)]
        : []),
    ],
  }
}

const newKey =
  ({ client, environment }: ScenarioContext): ScenarioStep =>
  () => ({ do: 'create key', client, environment })

/** Uses up one limit, then calls an operation with another limit. */
export function exhaustedLimit(context: ScenarioContext): Scenario | undefined {
  const { can, pick } = context
  if (!can.load) return undefined
  const owner = callerOf('owner', context)
  const { limitPerMinute } = operationOf('createBatch')
  const batch = newestOf('batch', context)
  const isRead = pick([true, false], 'read')
  return {
    name: `batches${isRead ? ', read' : ''}`,
    steps: () => [
      quoteBy(owner),
      batchBy(owner, newestOf('rate', context)),
      ...Array.from({ length: limitPerMinute }, () =>
        callBy(owner, 'createBatch', () => ({ body: { items: [] } })),
      ),
      ...(isRead ? [callOn(owner, 'getBatch', batch)] : []),
      callOn(owner, 'buyBatch', batch),
      callOn(owner, 'getBatch', batch),
    ],
  }
}

/** Creates the key that will end, and the other. */
function twoKeys(
  { client, environment }: ScenarioContext,
  by: { readonly at: number; readonly isExpiring: boolean; readonly narrow: readonly string[] | undefined },
): readonly ScenarioStep[] {
  const { at, isExpiring, narrow } = by
  const make = { do: 'create key', client, environment } as const
  const ending: ScenarioStep = () => (isExpiring ? { ...make, expiresInSeconds: 60 } : make)
  const other: ScenarioStep = () => (narrow === undefined ? make : { ...make, scopes: narrow })
  return at === 0 ? [other, ending] : [ending, other]
}

/** Creates the resource that the keys will read, and reads it as its owner. */
function prepareFor(
  what: (typeof uses)[number],
  owner: Caller,
  context: ScenarioContext,
): readonly ScenarioStep[] {
  const rate = newestOf('rate', context)
  if (what === 'getLabel') return [quoteBy(owner), buyBy(owner, rate), useKey(owner, what, context)]
  return what === 'getBatch' ? [quoteBy(owner), batchBy(owner, rate), useKey(owner, what, context)] : []
}

/** Creates keys with different scopes, and makes the same call with each. */
export function scopedKeys(context: ScenarioContext): Scenario {
  const { can, client, environment, pick } = context
  const owner = callerOf('owner', context)
  const asked: readonly [WalkOperation, ...WalkOperation[]] = [
    'getWallet',
    'getLabel',
    'getBatch',
    'listCarrierAccounts',
  ]
  const what = pick(asked, 'what')
  const scopes = [['rates:read'], ['labels:read'], ['wallet:read'], ['batches:read']] as const
  const one = pick(scopes, 'one')
  const other = pick(scopes, 'other')
  const make = (of: readonly string[]): ScenarioStep => {
    return () => (can.keys ? { do: 'create key', client, environment, scopes: of } : undefined)
  }
  const call = (by: Caller): ScenarioStep => {
    if (what === 'getLabel') return callOn(by, what, newestOf('label', context))
    return what === 'getBatch' ? callOn(by, what, newestOf('batch', context)) : callBy(by, what)
  }
  const rate = newestOf('rate', context)
  return {
    name: what,
    steps: () => [
      quoteBy(owner),
      ...(what === 'getLabel' ? [buyBy(owner, rate)] : []),
      ...(what === 'getBatch' ? [batchBy(owner, rate)] : []),
      () => (can.keys ? { do: 'create key', client, environment } : undefined),
      call(callerWithKey(context, 0)),
      make(one),
      call(callerWithKey(context, 0)),
      make(other),
      call(callerWithKey(context, 0)),
      call(callerWithKey(context, 1)),
      call(callerWithKey(context, 2)),
      call(owner),
    ],
  }
}

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

/** Lets another client request a resource, then its owner. */
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

/** Makes a request as owner, as another client and as owner again. */
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
