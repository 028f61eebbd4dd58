import type { ScenarioStep } from '../choices/choice.ts'
import { advanceClock, revokeKey, setDeliveryReply, setWebhook } from './control-steps.ts'
import {
  buyRateAs,
  callAs,
  callOnResource,
  createBatchAs,
  quoteAs,
  runConcurrently,
  type Scenario,
  type ScenarioContext,
  stepsIf,
  switchEnvironment,
} from './scenario.ts'

const refusals = [{ status: 500 }, { status: 404 }, { cut: true }] as const
const accepted = { status: 200 } as const

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

/** Creates a scenario that buys labels while the webhook receiver refuses or accepts deliveries, lets time pass, and reads the delivery log with each key. */
export function createNotifiedLabelsScenario(context: ScenarioContext): Scenario | undefined {
  const { caller, can, environment, newest, owner, pick } = context
  const isFailing = pick([true, true, false], 'failing')
  const reply = pick(refusals, 'reply')
  const [between, then] = [pick(interludes, 'between'), pick(interludes, 'then')]
  const span = pick([400, 2_700, 10_000, 100_000, 172_800, 691_200], 'span')
  const reader = caller(pick(['another key', 'other environment', 'owner'], 'reader'))
  const buyer = caller(pick(['owner', 'owner', 'another key', 'narrow key'], 'buyer'))
  const rate = newest('rate')
  const log = callAs(owner, 'listDeliveries')
  const logOfReader = callAs(reader, 'listDeliveries')
  if (!can.webhooks) return undefined
  return {
    name: `${isFailing ? 'in vain' : 'well'}, ${between}, ${span} s`,
    steps: () => [
      setWebhook(context),
      setDeliveryReply(context, isFailing ? reply : accepted),
      ...buyer.before,
      quoteAs(owner),
      buyRateAs(buyer, rate),
      ...stepsIf(pick([true, false], 'later'), advanceClock(context, 172_800), quoteAs(owner)),
      ...stepsIf(pick([true, true, false], 'taken then'), setDeliveryReply(context, accepted)),
      ...listMiddleSteps(context)[between],
      ...(then === between ? [] : listMiddleSteps(context)[then]),
      log,
      advanceClock(context, span),
      log,
      ...reader.before,
      logOfReader,
      logOfReader,
      setDeliveryReply(context, accepted),
      quoteAs(owner),
      buyRateAs(owner, rate),
      advanceClock(context, 60),
      log,
      log,
      logOfReader,
      logOfReader,
      ...stepsIf(environment === 'live', callAs(caller('other environment'), 'listDeliveries')),
    ],
  }
}

/** Creates a scenario that sets the same webhook URL again while a delivery waits for its next attempt. */
export function createSameUrlScenario(context: ScenarioContext): Scenario | undefined {
  const { can, client, newest, owner, pick } = context
  const reply = pick(refusals, 'reply')
  const buy = buyRateAs(owner, newest('rate'))
  const log = callAs(owner, 'listDeliveries')
  if (!can.webhooks) return undefined
  return {
    name: `after ${'cut' in reply ? 'no answer' : reply.status}`,
    steps: () => [
      setWebhook(context),
      setDeliveryReply(context, reply),
      quoteAs(owner),
      buy,
      () => ({ do: 'set webhook', client, again: true }),
      advanceClock(context, 300),
      log,
      setDeliveryReply(context, accepted),
      advanceClock(context, 3_600),
      buy,
      log,
      log,
    ],
  }
}

/** Lists the steps between a purchase and the next reading of the delivery log, by the name of the interlude. */
function listMiddleSteps(
  context: ScenarioContext,
): Readonly<Record<(typeof interludes)[number], readonly ScenarioStep[]>> {
  const { caller, client, environment, newest, owner } = context
  const rate = newest('rate')
  const buy = buyRateAs(owner, rate)
  const there = caller('other environment')
  const rateThere = context.elsewhere({ environment: switchEnvironment(environment) }).newest('rate')
  const spare = caller('another key')
  const setNewUrl: ScenarioStep = () => ({ do: 'set webhook', client })
  return {
    nothing: [],
    'the same again': [buy],
    another: [quoteAs(owner, 'to a home'), buy, quoteAs(owner)],
    'other environment': [quoteAs(there), buyRateAs(there, rateThere)],
    revocation: [...spare.before, revokeKey(context)],
    'another URL': [setNewUrl],
    void: [callOnResource(owner, 'voidLabel', newest('label'))],
    refusal: [callAs(owner, 'buyLabel', () => ({ body: { rate_id: 'rate_000000000000000000000000' } })), buy],
    batch: [
      createBatchAs(owner, rate),
      callOnResource(owner, 'buyBatch', newest('batch')),
      advanceClock(context, 60),
    ],
    'two at once': [...spare.before, runConcurrently(buy, buyRateAs(spare, rate))],
    stranger: listOtherClientSteps(context),
    cleared: listOtherClientSteps(context, [() => ({ do: 'clear webhook', client }), buy]),
  }
}

/** Lists steps that give another client a webhook, then run `meanwhile` as this client, and then buy the other client a label. */
function listOtherClientSteps(
  { can, client, elsewhere }: ScenarioContext,
  meanwhile: readonly ScenarioStep[] = [],
): readonly ScenarioStep[] {
  const other = can.clients.find((each) => each !== client)
  if (other === undefined) return []
  const place = elsewhere({ client: other })
  const { newest, owner } = place
  return [setWebhook(place), ...meanwhile, quoteAs(owner), buyRateAs(owner, newest('rate'))]
}
