import type { ScenarioStep } from '../choices/choice.ts'
import { referenceTo } from '../walk-world.ts'
import {
  advanceBy,
  buyBy,
  type CallerKind,
  callBy,
  callerOf,
  callOn,
  controlOn,
  lastRate,
  newestOf,
  quoteBy,
  readWallet,
  registerBy,
  type Scenario,
  type ScenarioContext,
  type Shipment,
} from './scenario.ts'

const secondShipments: readonly [
  Shipment | 'the same rate' | 'the dearest',
  ...(Shipment | 'the same rate' | 'the dearest')[],
] = ['the same rate', 'the same rate', 'the dearest', 'to somebody else', 'to a home', 'the other way']

const otherCallers: readonly [CallerKind, ...CallerKind[]] = [
  'owner',
  'owner',
  'another key',
  'other client',
  'revoked key',
  'narrow key',
  'other environment',
]

const labelActions = ['void', 'void', 'scan and void', 'void twice', 'download', 'register', 'read'] as const

/** Buys two labels with something in common, acts on one, and reads both. */
export function twoLabels(context: ScenarioContext): Scenario {
  const { client, pick } = context
  const owner = callerOf('owner', context)
  const what = pick(secondShipments, 'second')
  const other = callerOf(pick(otherCallers, 'who'), context)
  const first = pick(labelActions, 'first')
  const second = pick(['nothing', 'void', 'read', 'void'] as const, 'then')
  const gap = pick([0, 0, 3_600, 60], 'gap')
  const label = (back: number): ReturnType<typeof newestOf> => newestOf('label', context, back)
  const rate = newestOf('rate', context)
  const at = pick([0, 1], 'at')
  return {
    name: `${what}, ${first} by ${other.who}`,
    steps: () => [
      quoteBy(owner),
      buyBy(owner, rate),
      ...(gap > 0 ? [advanceBy(client, gap)] : []),
      ...(what === 'the same rate' || what === 'the dearest' ? [] : [quoteBy(owner, what)]),
      buyBy(owner, what === 'the dearest' ? lastRate(context) : rate),
      callOn(owner, 'getLabel', label(0)),
      callOn(owner, 'getLabel', label(1)),
      ...other.before,
      ...actOnLabel(first, { by: other, owner, label: label(at), context }),
      readWallet(context),
      ...(second === 'nothing'
        ? []
        : actOnLabel(second, { by: owner, owner, label: label(1 - at), context })),
      callOn(owner, 'getLabel', label(0)),
      callOn(owner, 'getLabel', label(1)),
      callOn(owner, 'downloadLabel', label(at)),
      readWallet(context),
    ],
  }
}

function actOnLabel(
  what: (typeof labelActions)[number],
  on: {
    readonly by: ReturnType<typeof callerOf>
    readonly owner: ReturnType<typeof callerOf>
    readonly label: ReturnType<typeof newestOf>
    readonly context: ScenarioContext
  },
): readonly ScenarioStep[] {
  const { by, owner, label, context } = on
  const { can, client } = context
  const scan = controlOn(label, (named) => ({ do: 'scan', client, label: named() }))
  switch (what) {
    case 'void':
      return [callOn(by, 'voidLabel', label)]
    case 'void twice':
      return [callOn(by, 'voidLabel', label), callOn(owner, 'voidLabel', label)]
    case 'scan and void':
      return [...(can.scan ? [scan] : []), callOn(by, 'voidLabel', label)]
    case 'download':
      return [callOn(by, 'downloadLabel', label)]
    case 'register': {
      const tracker = newestOf('tracker', context)
      return [registerBy(by, label), callOn(owner, 'voidLabel', label), callOn(by, 'getTracker', tracker)]
    }
    case 'read':
      return [callOn(by, 'getLabel', label)]
  }
}

/** More than a service is likely to cache or list. */
const manyItems = 55

/** Uses the first resource again after fifty newer ones: labels of a batch, or rates of several quotes. */
export function firstAfterMany(context: ScenarioContext): Scenario | undefined {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const [rate, label] = [newestOf('rate', context), newestOf('label', context)]
  const what = pick(['labels', 'rates'], 'what')
  if (!can.clock) return undefined
  const batch = callBy(owner, 'createBatch', (world) => {
    const fresh = rate(world)
    return fresh && { body: { items: [referenceTo(fresh, 'item', manyItems)] } }
  })
  const otherCallers = [
    batch,
    callOn(owner, 'buyBatch', newestOf('batch', context)),
    advanceBy(client, 120),
    callOn(owner, 'getTracker', newestOf('tracker', context)),
    callOn(owner, 'getLabel', label),
    callOn(owner, 'downloadLabel', label),
    callOn(owner, 'voidLabel', label),
  ]
  const quotes = Array.from({ length: 6 }, () => quoteBy(owner, 'to a home'))
  return {
    name: what,
    steps: () => [
      quoteBy(owner),
      buyBy(owner, rate),
      callOn(owner, 'getLabel', label),
      registerBy(owner, label),
      ...(what === 'labels'
        ? otherCallers
        : [...quotes, buyBy(owner, newestOf('rate', context, quotes.length))]),
      callOn(owner, 'getLabel', label),
      readWallet(context),
      callBy(owner, 'listDeliveries'),
    ],
  }
}
