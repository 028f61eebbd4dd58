import type { ScenarioStep } from '../choices/choice.ts'
import { addFault, advanceClock, clearFaults, readWallet, setWebhook } from './control-steps.ts'
import {
  buyRateAs,
  callAs,
  callOnResource,
  createBatchAs,
  findLastRate,
  quoteAs,
  type Scenario,
  type ScenarioContext,
  stepsIf,
} from './scenario.ts'

/** Creates a scenario that creates two batches with the same or different items, buys one batch or both, and reads both. */
export function createTwoBatchesScenario(context: ScenarioContext): Scenario {
  const { caller, newest, owner, pick } = context
  const isSame = pick([true, false], 'same')
  const rate = newest('rate')
  const [batch, first] = [newest('batch'), newest('batch', 1)]
  const buyer = caller(pick(['owner', 'owner', 'revoked key', 'other client', 'another key'], 'buyer'))
  const starts = pick(['first', 'last', 'both', 'both', 'first later both'] as const, 'starts')
  const wait = advanceClock(context, pick([0, 1, 60, 3_600, 90_000], 'gap'))
  const readBoth = [callOnResource(owner, 'getBatch', first), callOnResource(owner, 'getBatch', batch)]
  const startFirst = callOnResource(buyer, 'buyBatch', first)
  const started: Readonly<Record<typeof starts, readonly ScenarioStep[]>> = {
    first: [startFirst],
    last: [callOnResource(buyer, 'buyBatch', batch)],
    both: [startFirst, readWallet(context), callOnResource(owner, 'buyBatch', batch)],
    'first later both': [startFirst, wait, callOnResource(owner, 'buyBatch', batch)],
  }
  return {
    name: `${isSame ? 'alike, ' : ''}bought ${starts} by ${buyer.who}`,
    steps: () => [
      quoteAs(owner),
      readWallet(context),
      createBatchAs(owner, rate),
      ...(isSame
        ? [createBatchAs(owner, rate)]
        : [quoteAs(owner, 'to a home'), createBatchAs(owner, rate, rate)]),
      readWallet(context),
      ...readBoth,
      ...buyer.before,
      ...stepsIf(pick([true, false], 'later'), wait),
      ...started[starts],
      readWallet(context),
      ...readBoth,
      wait,
      ...readBoth,
      callOnResource(owner, 'buyBatch', pick([batch, first], 'again')),
      buyRateAs(owner, rate),
      readWallet(context),
    ],
  }
}

/** Creates a scenario that buys a batch with items that fail, and another batch after it. */
export function createFailingItemsScenario(context: ScenarioContext): Scenario {
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
      quoteAs(owner),
      createBatchAs(owner, rate, findLastRate(context), rate),
      readWallet(context),
      addFault(context, fault),
      callOnResource(owner, 'buyBatch', batch),
      advanceClock(context, span),
      readWallet(context),
      callOnResource(owner, 'getBatch', batch),
      clearFaults(context),
      quoteAs(owner),
      createBatchAs(owner, rate),
      callOnResource(owner, 'buyBatch', batch),
      advanceClock(context, span),
      callOnResource(owner, 'getBatch', batch),
      readWallet(context),
      ...stepsIf(hasWebhook, callAs(owner, 'listDeliveries')),
    ],
  }
}
