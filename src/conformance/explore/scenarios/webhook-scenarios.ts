import type { ScenarioStep } from '../choices/choice.ts'
import {
  advanceBy,
  batchBy,
  buyBy,
  callBy,
  callerOf,
  callOn,
  concurrently,
  controlOn,
  newestOf,
  quoteBy,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts'

const refusals = [{ status: 500 }, { status: 404 }, { cut: true }] as const

/** Buys labels while the receiver refuses or accepts, lets time pass, and reads the log with each key. */
export function notifiedLabels(context: ScenarioContext): Scenario | undefined {
  const { can, client, environment, pick } = context
  const owner = callerOf('owner', context)
  const isFailing = pick([true, true, false], 'failing')
  const isTakenThen = pick([true, true, false], 'taken then')
  const reply = pick(refusals, 'reply')
  const [between, then] = [pick(interludes, 'between'), pick(interludes, 'then')]
  const span = pick([400, 2_700, 10_000, 100_000, 172_800, 691_200], 'span')
  const reader = callerOf(pick(['another key', 'other environment', 'owner'], 'reader'), context)
  const buyer = callerOf(pick(['owner', 'owner', 'another key', 'narrow key'], 'buyer'), context)
  const rate = newestOf('rate', context)
  const log = callBy(owner, 'listDeliveries')
  const answer = (isTaken: boolean): ScenarioStep => {
    return () => ({ do: 'answer deliveries', client, reply: isTaken ? { status: 200 } : reply })
  }
  if (!can.webhooks) return undefined
  return {
    name: `${isFailing ? 'in vain' : 'well'}, ${between}, ${span} s`,
    steps: () => [
      setWebhook(context),
      answer(!isFailing),
      ...buyer.before,
      quoteBy(owner),
      buyBy(buyer, rate),
      ...(pick([true, false], 'later') ? [advanceBy(client, 172_800), quoteBy(owner)] : []),
      ...(isTakenThen ? [answer(true)] : []),
      ...interludeSteps(between, context),
      ...(then === between ? [] : interludeSteps(then, context)),
      log,
      advanceBy(client, span),
      log,
      ...reader.before,
      callBy(reader, 'listDeliveries'),
      callBy(reader, 'listDeliveries'),
      answer(true),
      quoteBy(owner),
      buyBy(owner, rate),
      advanceBy(client, 60),
      log,
      log,
      callBy(reader, 'listDeliveries'),
      callBy(reader, 'listDeliveries'),
      ...(environment === 'live' ? [callBy(callerOf('other environment', context), 'listDeliveries')] : []),
    ],
  }
}

/** Sets the same URL again while a delivery waits for its next attempt. */
export function sameUrl(context: ScenarioContext): Scenario | undefined {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const reply = pick(refusals, 'reply')
  const rate = newestOf('rate', context)
  const log = callBy(owner, 'listDeliveries')
  if (!can.webhooks) return undefined
  return {
    name: `after ${'cut' in reply ? 'no answer' : reply.status}`,
    steps: () => [
      setWebhook(context),
      () => ({ do: 'answer deliveries', client, reply }),
      quoteBy(owner),
      buyBy(owner, rate),
      () => ({ do: 'set webhook', client, again: true }),
      advanceBy(client, 300),
      log,
      () => ({ do: 'answer deliveries', client, reply: { status: 200 } }),
      advanceBy(client, 3_600),
      buyBy(owner, rate),
      log,
      log,
    ],
  }
}

const setWebhook = ({ client }: ScenarioContext): ScenarioStep => {
  return ({ clientStates }) =>
    clientStates[client]?.webhook === 'set' ? undefined : { do: 'set webhook', client }
}

const interludes = [
  'nothing',
  'the same again',
  'another',
  'other environment',
  'revocation',
  'another URL',
  'void',
  'refusal',
  'batch',
  'two at once',
  'stranger',
  'cleared',
] as const

function interludeSteps(
  what: (typeof interludes)[number],
  context: ScenarioContext,
): readonly ScenarioStep[] {
  const { client, environment } = context
  const owner = callerOf('owner', context)
  const [rate, label] = [newestOf('rate', context), newestOf('label', context)]
  const there = callerOf('other environment', context)
  const other = { client, environment: environment === 'test' ? 'live' : 'test' } as const
  const spare = callerOf('another key', context)
  switch (what) {
    case 'nothing':
      return []
    case 'the same again':
      return [buyBy(owner, rate)]
    case 'another':
      return [quoteBy(owner, 'to a home'), buyBy(owner, rate), quoteBy(owner)]
    case 'other environment':
      return [quoteBy(there), buyBy(there, newestOf('rate', other))]
    case 'revocation':
      return [
        ...spare.before,
        controlOn(newestOf('key', context), (named) => ({ do: 'revoke key', client, key: named('key') })),
      ]
    case 'another URL':
      return [() => ({ do: 'set webhook', client })]
    case 'void':
      return [callOn(owner, 'voidLabel', label)]
    case 'refusal':
      return [
        callBy(owner, 'buyLabel', () => ({ body: { rate_id: 'rate_000000000000000000000000' } })),
        buyBy(owner, rate),
      ]
    case 'batch':
      return [
        batchBy(owner, rate),
        callOn(owner, 'buyBatch', newestOf('batch', context)),
        advanceBy(client, 60),
      ]
    case 'two at once':
      return [...spare.before, concurrently(buyBy(owner, rate), buyBy(spare, rate))]
    case 'stranger':
    case 'cleared':
      return elsewhere(what, context)
  }
}

/** Gives another client a webhook and a label, and may clear this client's webhook. */
function elsewhere(what: 'stranger' | 'cleared', context: ScenarioContext): readonly ScenarioStep[] {
  const { can, client } = context
  const [theirs] = can.clients.filter((each) => each !== client)
  if (theirs === undefined) return []
  const place = { ...context, client: theirs }
  const other = callerOf('owner', place)
  const cleared: readonly ScenarioStep[] = [
    () => ({ do: 'clear webhook', client }),
    buyBy(callerOf('owner', context), newestOf('rate', context)),
  ]
  return [
    setWebhook(place),
    ...(what === 'cleared' ? cleared : []),
    quoteBy(other),
    buyBy(other, newestOf('rate', place)),
  ]
}
