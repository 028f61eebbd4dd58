import type { ScenarioStep } from '../choices/choice.ts'
import { addFault, advance, clearFaults, readWallet, setWebhook } from './control-steps.ts'
import {
  createBatchStep,
  createCallStep,
  createPurchaseStep,
  createQuoteStep,
  createStepOn,
  lastRate,
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
  const readBoth = [createStepOn(owner, 'getBatch', first), createStepOn(owner, 'getBatch', batch)]
  const startFirst = createStepOn(buyer, 'buyBatch', first)
  const started: Readonly<Record<typeof starts, readonly ScenarioStep[]>> = {
    first: [startFirst],
    last: [createStepOn(buyer, 'buyBatch', batch)],
    both: [startFirst, readWallet(context), createStepOn(owner, 'buyBatch', batch)],
    'first later both': [startFirst, wait, createStepOn(owner, 'buyBatch', batch)],
  }
  return {
    name: `${isSame ? 'alike, ' : ''}bought ${starts} by ${buyer.who}`,
    steps: () => [
      createQuoteStep(owner),
      readWallet(context),
      createBatchStep(owner, rate),
      ...(isSame
        ? [createBatchStep(owner, rate)]
        : [createQuoteStep(owner, 'to a home'), createBatchStep(owner, rate, rate)]),
      readWallet(context),
      ...readBoth,
      ...buyer.before,
      ...stepsIf(pick([true, false], 'later'), wait),
      ...started[starts],
      readWallet(context),
      ...readBoth,
      wait,
      ...readBoth,
      createStepOn(owner, 'buyBatch', pick([batch, first], 'again')),
      createPurchaseStep(owner, rate),
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
      createQuoteStep(owner),
      createBatchStep(owner, rate, lastRate(context), rate),
      readWallet(context),
      addFault(context, fault),
      createStepOn(owner, 'buyBatch', batch),
      advance(context, span),
      readWallet(context),
      createStepOn(owner, 'getBatch', batch),
      clearFaults(context),
      createQuoteStep(owner),
      createBatchStep(owner, rate),
      createStepOn(owner, 'buyBatch', batch),
      advance(context, span),
      createStepOn(owner, 'getBatch', batch),
      readWallet(context),
      ...stepsIf(hasWebhook, createCallStep(owner, 'listDeliveries')),
    ],
  }
}
