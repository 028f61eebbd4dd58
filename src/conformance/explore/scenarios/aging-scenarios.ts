import type { ScenarioStep } from '../choices/choice.ts'
import {
  advanceBy,
  batchBy,
  buyBy,
  callerOf,
  callOn,
  controlOn,
  newestOf,
  quoteBy,
  registerBy,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts'

/** Buys a rate at a certain age, after another action in between. */
export function agingRate(context: ScenarioContext): Scenario {
  const { client, pick } = context
  const owner = callerOf('owner', context)
  const first = pick([0, 600, 300, 899], 'first')
  const between = pick(
    ['nothing', 'buy', 'quote again', 'quote another', 'void', 'batch'] as const,
    'between',
  )
  const then = pick([890, 899, 899.5, 900, 901, 905, 300], 'then')
  const rest = Math.max(1, then - first)
  const maker = callerOf(pick(['owner', 'owner', 'another key'], 'maker'), context)
  const isRevoked = maker.who === 'another key' && pick([true, false], 'revoked')
  const key = newestOf('key', context)
  const rate = newestOf('rate', context)
  const done: Readonly<Record<typeof between, readonly ScenarioStep[]>> = {
    nothing: [],
    buy: [buyBy(owner, rate)],
    'quote again': [quoteBy(owner)],
    'quote another': [quoteBy(owner, 'to a home')],
    void: [buyBy(owner, rate), callOn(owner, 'voidLabel', newestOf('label', context))],
    batch: [batchBy(owner, rate)],
  }
  return {
    name: `${between}, ${then} s`,
    steps: () => [
      ...maker.before,
      quoteBy(maker),
      ...(first > 0 ? [advanceBy(client, first)] : []),
      ...done[between],
      ...(isRevoked ? [controlOn(key, (named) => ({ do: 'revoke key', client, key: named('key') }))] : []),
      advanceBy(client, rest),
      buyBy(owner, rate),
      buyBy(owner, newestOf('rate', context, 1)),
    ],
  }
}

const hour = 3_600

/** Hours before and after the interlude. A poll is due in one of the two, or in both together. */
const spans = [
  [3 * hour, 2 * hour],
  [3 * hour, 2 * hour],
  [hour, 3 * hour + 61],
  [5 * hour, 5 * hour],
  [25 * hour, 5 * hour],
  [5 * hour, 73 * hour],
] as const

const interludes = [
  'read',
  'nothing',
  'registered again',
  'another registered',
  'voided',
  'stranger',
  'carriers down',
] as const

/** Reads a tracker after a carrier event, an interlude and some time. */
export function agingTracker(context: ScenarioContext): Scenario {
  const { client, pick } = context
  const owner = callerOf('owner', context)
  const [first, then] = pick(spans, 'spans')
  const between = pick(interludes, 'between')
  const saidWhen = pick(['before', 'before', 'between', 'both'], 'told')
  const [label, tracker] = [newestOf('label', context), newestOf('tracker', context)]
  // If another tracker was registered, the first is the second newest.
  const own = newestOf('tracker', context, between === 'another registered' ? 1 : 0)
  return {
    name: `${between}, ${first / hour} h and ${then / hour} h`,
    steps: () => [
      quoteBy(owner),
      buyBy(owner, newestOf('rate', context)),
      registerBy(owner, label),
      ...(saidWhen === 'between' ? [] : [carrierSays('Left the depot', context)]),
      advanceBy(client, first),
      callOn(owner, 'getTracker', tracker),
      ...(saidWhen === 'before' ? [] : [carrierSays('Reached the depot', context)]),
      ...interludeSteps(between, context),
      advanceBy(client, then),
      callOn(owner, 'getTracker', own),
      ...(between === 'carriers down' ? carriersRecover(context) : []),
      callOn(owner, 'getTracker', tracker),
    ],
  }
}

/** Adds an event of the newest parcel, with a unique text. */
function carrierSays(what: string, context: ScenarioContext): ScenarioStep {
  const { can, client, pick } = context
  const status = pick(['in_transit', 'exception'], 'status')
  const event = controlOn(newestOf('label', context), (named, resource) => ({
    do: 'add event',
    client,
    number: named('tracking_number'),
    status,
    detail: `${what}, ${resource.step}`,
  }))
  return can.tracking ? event : () => undefined
}

function interludeSteps(
  between: (typeof interludes)[number],
  context: ScenarioContext,
): readonly ScenarioStep[] {
  const { can, client } = context
  const owner = callerOf('owner', context)
  const [label, tracker] = [newestOf('label', context), newestOf('tracker', context)]
  const fault = { target: 'carrier:*', operation: 'tracking', mode: 'down' }
  switch (between) {
    case 'nothing':
      return []
    case 'read':
      return [callOn(owner, 'getTracker', tracker)]
    case 'registered again':
      return [registerBy(owner, label), callOn(owner, 'getTracker', tracker)]
    case 'another registered':
      return [quoteBy(owner), buyBy(owner, newestOf('rate', context)), registerBy(owner, label)]
    case 'voided':
      return [callOn(owner, 'voidLabel', label), callOn(owner, 'getTracker', tracker)]
    case 'stranger':
      return [registerBy(callerOf('other client', context), label), callOn(owner, 'getTracker', tracker)]
    case 'carriers down':
      return [() => (can.faults ? { do: 'add fault', client, fault } : undefined)]
  }
}

/** Ends the faults, adds an event and waits for a poll. */
function carriersRecover(context: ScenarioContext): readonly ScenarioStep[] {
  const { can, client } = context
  return [
    () => (can.faults ? { do: 'clear faults', client } : undefined),
    carrierSays('Found again', context),
    advanceBy(client, 5 * hour),
  ]
}
