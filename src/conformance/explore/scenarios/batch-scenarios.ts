import type { ScenarioStep } from '../choices/choice.ts'
import {
  advanceBy,
  batchBy,
  buyBy,
  callBy,
  callerOf,
  callOn,
  lastRate,
  newestOf,
  quoteBy,
  readWallet,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts'

/** Creates two batches, of the same or of other items, buys one or both, and reads both. */
export function twoBatches(context: ScenarioContext): Scenario {
  const { client, pick } = context
  const owner = callerOf('owner', context)
  const isSame = pick([true, false], 'same')
  const rate = newestOf('rate', context)
  const [batch, first] = [newestOf('batch', context), newestOf('batch', context, 1)]
  const buyer = callerOf(
    pick(['owner', 'owner', 'revoked key', 'other client', 'another key'], 'buyer'),
    context,
  )
  const starts = pick(['first', 'last', 'both', 'both', 'first later both'] as const, 'starts')
  const gap = pick([0, 1, 60, 3_600, 90_000], 'gap')
  const lookAtBoth = [callOn(owner, 'getBatch', first), callOn(owner, 'getBatch', batch)]
  const wait = gap > 0 ? [advanceBy(client, gap)] : []
  const started: Readonly<Record<typeof starts, readonly ScenarioStep[]>> = {
    first: [callOn(buyer, 'buyBatch', first)],
    last: [callOn(buyer, 'buyBatch', batch)],
    both: [callOn(buyer, 'buyBatch', first), readWallet(context), callOn(owner, 'buyBatch', batch)],
    'first later both': [callOn(buyer, 'buyBatch', first), ...wait, callOn(owner, 'buyBatch', batch)],
  }
  return {
    name: `${isSame ? 'alike, ' : ''}bought ${starts} by ${buyer.who}`,
    steps: () => [
      quoteBy(owner),
      readWallet(context),
      batchBy(owner, rate),
      ...(isSame ? [] : [quoteBy(owner, 'to a home')]),
      ...(isSame ? [batchBy(owner, rate)] : [batchBy(owner, rate, rate)]),
      readWallet(context),
      ...lookAtBoth,
      ...buyer.before,
      ...(pick([true, false], 'later') ? wait : []),
      ...started[starts],
      readWallet(context),
      ...lookAtBoth,
      ...wait,
      ...lookAtBoth,
      callOn(owner, 'buyBatch', pick([batch, first], 'again')),
      buyBy(owner, rate),
      readWallet(context),
    ],
  }
}

/** Buys a batch with failing items, and another batch after it. */
export function failingItems(context: ScenarioContext): Scenario {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const carriers = can.carriers
  const carrier = pick(['*', carriers[0] ?? '*', ...carriers], 'carrier')
  const hasWebhook = pick([true, true, false], 'told') && can.webhooks
  const times = pick([undefined, 1], 'times')
  const fault = { target: `carrier:${carrier}`, operation: 'labels', mode: 'down', ...(times && { times }) }
  const rate = newestOf('rate', context)
  const batch = newestOf('batch', context)
  const span = pick([60, 600, 3_600], 'span')
  const end: ScenarioStep = () => (can.faults ? { do: 'clear faults', client } : undefined)
  return {
    name: `${carrier === '*' ? 'all carriers' : 'a carrier'} down${times ? ' once' : ''}${hasWebhook ? ', told' : ''}`,
    steps: () => [
      ...(hasWebhook
        ? [
            ({ clientStates }: Parameters<ScenarioStep>[0]) =>
              clientStates[client]?.webhook === 'set' ? undefined : ({ do: 'set webhook', client } as const),
          ]
        : []),
      quoteBy(owner),
      batchBy(owner, rate, lastRate(context), rate),
      readWallet(context),
      () => (can.faults ? { do: 'add fault', client, fault } : undefined),
      callOn(owner, 'buyBatch', batch),
      advanceBy(client, span),
      readWallet(context),
      callOn(owner, 'getBatch', batch),
      end,
      quoteBy(owner),
      batchBy(owner, rate),
      callOn(owner, 'buyBatch', batch),
      advanceBy(client, span),
      callOn(owner, 'getBatch', batch),
      readWallet(context),
      ...(hasWebhook ? [callBy(owner, 'listDeliveries')] : []),
    ],
  }
}
