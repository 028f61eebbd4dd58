import type { ScenarioStep } from '../choices/choice.ts'
import { addFault, advance, clearFaults, readWallet, setWebhook } from './control-steps.ts'
import {
  batchBy,
  buyBy,
  callBy,
  callOn,
  lastRate,
  quoteBy,
  type Scenario,
  type ScenarioContext,
  stepsIf,
} from './scenario.ts'

/** Creates two batches, of the same or of other items, buys one or both, and reads both. */
export function buyTwoBatches(context: ScenarioContext): Scenario {
  const { caller, newest, owner, pick } = context
  const isSame = pick([true, false], 'same')
  const rate = newest('rate')
  const [batch, first] = [newest('batch'), newest('batch', 1)]
  const buyer = caller(pick(['owner', 'owner', 'revoked key', 'other client', 'another key'], 'buyer'))
  const starts = pick(['first', 'last', 'both', 'both', 'first later both'] as const, 'starts')
  const wait = advance(context, pick([0, 1, 60, 3_600, 90_000], 'gap'))
  const readBoth = [callOn(owner, 'getBatch', first), callOn(owner, 'getBatch', batch)]
  const startFirst = callOn(buyer, 'buyBatch', first)
  const started: Readonly<Record<typeof starts, readonly ScenarioStep[]>> = {
    first: [startFirst],
    last: [callOn(buyer, 'buyBatch', batch)],
    both: [startFirst, readWallet(context), callOn(owner, 'buyBatch', batch)],
    'first later both': [startFirst, wait, callOn(owner, 'buyBatch', batch)],
  }
  return {
    name: `${isSame ? 'alike, ' : ''}bought ${starts} by ${buyer.who}`,
    steps: () => [
      quoteBy(owner),
      readWallet(context),
      batchBy(owner, rate),
      ...(isSame ? [batchBy(owner, rate)] : [quoteBy(owner, 'to a home'), batchBy(owner, rate, rate)]),
      readWallet(context),
      ...readBoth,
      ...buyer.before,
      ...stepsIf(pick([true, false], 'later'), wait),
      ...started[starts],
      readWallet(context),
      ...readBoth,
      wait,
      ...readBoth,
      callOn(owner, 'buyBatch', pick([batch, first], 'again')),
      buyBy(owner, rate),
      readWallet(context),
    ],
  }
}

/** Buys a batch with failing items, and another batch after it. */
export function buyFailingItems(context: ScenarioContext): Scenario {
  const { can, newest, owner, pick } = context
  const carrier = pick(['*', can.carriers[0] ?? '*', ...can.carriers], 'carrier')
  const hasWebhook = pick([true, true, false], 'told') && can.webhooks
  const times = pick([undefined, 1], 'times')
  const fault = { target: `carrier:${carrier}`, operation: 'labels', mode: 'down', ...(times && { times }) }
  const [rate, batch] = [newest('rate'), newest('batch')]
  const span = pick([60, 600, 3_600], 'span')
  return {
    name: `${carrier === '*' ? 'all carriers' : 'a carrier'} down${times ? ' once' : ''}${hasWebhook ? ', told' : ''}`,
    steps: () => [
      ...stepsIf(hasWebhook, setWebhook(context)),
      quoteBy(owner),
      batchBy(owner, rate, lastRate(context), rate),
      readWallet(context),
      addFault(context, fault),
      callOn(owner, 'buyBatch', batch),
      advance(context, span),
      readWallet(context),
      callOn(owner, 'getBatch', batch),
      clearFaults(context),
      quoteBy(owner),
      batchBy(owner, rate),
      callOn(owner, 'buyBatch', batch),
      advance(context, span),
      callOn(owner, 'getBatch', batch),
      readWallet(context),
      ...stepsIf(hasWebhook, callBy(owner, 'listDeliveries')),
    ],
  }
}
