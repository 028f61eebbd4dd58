import { createBrokenRuleCause } from '../../http/cause.ts'
import { expectAccepted, expectResource, expectThat } from '../../http/expect.ts'
import { type Fields, fieldsOf } from '../../http/fields.ts'
import { showField } from '../../http/show.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import { hours } from '../../target/need.ts'
import { isSameName, isSameStreet, toComparableForm } from '../support/addresses/address-comparison.ts'
import { purchaseEventRules } from '../support/event-rules.ts'
import { expectEventMatchesLabel, readSandboxField } from '../support/label-fields.ts'
import { rule } from '../support/rules-on.ts'

type Environment = 'test' | 'live'
type BatchItem = Awaited<ReturnType<RuleContext['setup']['batchItems']>>[number]

interface ProcessedBatch {
  readonly items: readonly BatchItem[]
  /** The data of the first webhook event of each label. */
  readonly events: readonly Fields[]
}

/** Requests rates to three recipients, and returns one batch item for each. The items have different carriers or services if possible. */
async function makeDistinctItems(t: RuleContext, key: Environment): Promise<readonly BatchItem[]> {
  const { to, residential, commercial } = t.profile.addresses
  const chosen: BatchItem[] = []
  const differsFromChosenItems = (item: BatchItem, ...names: readonly string[]) =>
    chosen.every((other) => names.some((name) => other[name] !== item[name]))
  for (const recipient of [to, residential, commercial]) {
    // 100 is more than the number of rates in any quote, so each rate becomes an item.
    const quoted = await t.setup.batchItems(100, { to: recipient, key })
    const other =
      quoted.find((item) => differsFromChosenItems(item, 'carrier')) ??
      quoted.find((item) => differsFromChosenItems(item, 'service')) ??
      quoted[0]
    if (other !== undefined) chosen.push(other)
  }
  return chosen
}

/** Buys a batch of three different items, and waits a day for the webhook events of its labels. */
async function buyProcessedBatch(t: RuleContext, key: Environment): Promise<ProcessedBatch> {
  if (key === 'live') await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
  const inbox = await t.inbox()
  const items = await makeDistinctItems(t, key)
  const made = await t.call('createBatch', { body: { items }, key })
  const id = await t.setup.of('The creation of a batch', async () => expectResource(made, 'batch').text('id'))
  await t.setup.works('The purchase of the batch', t.call('buyBatch', { id, key }))
  await t.passTime(hours(24))
  const first = new Map([...inbox.all()].reverse().map((arrival) => [arrival.labelId, arrival.json]))
  first.delete(undefined)
  const events = [...first.values()].map((event) => fieldsOf(event, 'the event').object('data'))
  return { items, events }
}

/**
 * Buys a batch of three different items, and waits for the webhook events of its labels. Ends the rule as skipped
 * unless every item has an event.
 */
async function buyBatchWithAllEvents(t: RuleContext, key: Environment): Promise<ProcessedBatch> {
  const made = await buyProcessedBatch(t, key)
  const [events, items] = [made.events.length, made.items.length]
  if (events !== items)
    t.notJudged(
      `events of ${events} labels came within a day, but the batch has ${items} items, and the rule needs an event for each item`,
    )
  return made
}

/** Checks that each batch item has a label of its own for which `fits` returns true. Throws RuleBroken. */
function expectLabelPerItem<Made>(
  { items, made }: { readonly items: readonly BatchItem[]; readonly made: readonly Made[] },
  fits: (item: BatchItem, made: Made) => boolean,
  shown: { readonly item: (item: BatchItem) => string; readonly made: (made: Made) => string },
): void {
  const left = [...made]
  for (const item of items) {
    const index = left.findIndex((each) => fits(item, each))
    expectThat(index !== -1, {
      expected: `a label for ${shown.item(item)}`,
      actual: made.length === 0 ? 'no labels' : `labels for ${made.map(shown.made).join('; ')}`,
    })
    left.splice(index, 1)
  }
}

/** Returns true if a label has the addresses of a batch item. A service may spell addresses as the carrier does. */
function hasAddressesOf(item: BatchItem, label: Fields): boolean {
  return (['from_address', 'to_address'] as const).every((place) => {
    const given = fieldsOf(item[place], place)
    const shown = label.object(place)
    const street = shown.raw('street') ?? shown.raw('street1')
    return (
      isSameName(shown.raw('name'), String(given.raw('name') ?? '')) &&
      isSameStreet(street, String(given.raw('street1') ?? '')) &&
      toComparableForm(shown.raw('zip')).startsWith(toComparableForm(given.raw('zip')).slice(0, 5))
    )
  })
}

/** Reads the label that a webhook event is about. */
async function readEventLabel(t: RuleContext, event: Fields, key: Environment): Promise<Fields> {
  const answer = await t.call('getLabel', { id: event.text('id'), key })
  expectAccepted(answer)
  return expectResource(answer, 'label')
}

const hasPriceOfItem = (event: Fields, key: Environment, item: BatchItem): boolean =>
  // A sandbox label may be shown with a price of 0.
  event.raw('rate_cents') === item['rate_cents'] || (key === 'test' && event.raw('rate_cents') === 0)

/** Buys a batch with a key of this environment, and checks its labels. Throws RuleBroken. */
type LabelCheck = (t: RuleContext, key: Environment) => Promise<void>

const expectEventPerItem: LabelCheck = async (t, key) => {
  const { items, events } = await buyProcessedBatch(t, key)
  const made = events.map((event) => event.text('id'))
  expectThat(made.length === items.length, {
    expected: `events of ${items.length} labels within a day`,
    actual: made.length === 0 ? 'no event' : `events of ${made.length}: ${made.join(', ')}`,
    // If no event came at all, the service may send none for any purchase, which the rule about purchases reports.
    cause: made.length === 0 ? createBrokenRuleCause(purchaseEventRules[key]) : undefined,
  })
}

const expectServicesOfItems: LabelCheck = async (t, key) => {
  const { items, events } = await buyBatchWithAllEvents(t, key)
  expectLabelPerItem(
    { items, made: events },
    (item, event) =>
      event.raw('carrier') === item['carrier'] &&
      event.raw('service') === item['service'] &&
      hasPriceOfItem(event, key, item),
    {
      item: ({ carrier, service, rate_cents }) => `${carrier} ${service}, ${rate_cents} cents`,
      made: (event) => ['carrier', 'service', 'rate_cents'].map((name) => event.raw(name)).join(' '),
    },
  )
}

const expectEnvironmentOfBatch: LabelCheck = async (t, key) => {
  const { events } = await buyBatchWithAllEvents(t, key)
  const isTest = key === 'test'
  for (const event of events) {
    const label = await readEventLabel(t, event, key)
    expectThat(!label.has('sandbox') || readSandboxField(label) === isTest, {
      expected: `sandbox to be ${isTest}`,
      actual: showField('sandbox', label.raw('sandbox')),
    })
    const number = event.text('tracking_number')
    expectThat(!isTest || number.startsWith('9999'), {
      expected: 'a tracking_number that begins with 9999',
      actual: `tracking_number ${number}`,
    })
  }
}

const expectAddressesOfItems: LabelCheck = async (t, key) => {
  const { items, events } = await buyBatchWithAllEvents(t, key)
  const made: Fields[] = []
  for (const event of events) {
    made.push(await t.setup.of('A label of the batch', () => readEventLabel(t, event, key)))
  }
  const shown = made.every((label) => label.has('from_address') && label.has('to_address'))
  if (!shown) t.notJudged('the responses to reading the labels show no addresses')
  expectLabelPerItem({ items, made }, hasAddressesOf, {
    item: ({ from_address, to_address }) => JSON.stringify({ from_address, to_address }),
    made: (label) => JSON.stringify([label.raw('from_address'), label.raw('to_address')]),
  })
}

const expectEventsMatchLabels: LabelCheck = async (t, key) => {
  const { events } = await buyBatchWithAllEvents(t, key)
  for (const event of events) {
    expectEventMatchesLabel(
      event,
      await t.setup.of('A label of the batch', () => readEventLabel(t, event, key)),
    )
  }
}

const labelChecks: readonly {
  readonly test: RuleId
  readonly live: RuleId
  readonly judges: Judged
  /** Returns the title of the rule, in which `batch` is "batch of the sandbox" or "live batch". */
  readonly title: (batch: string, isTest: boolean) => string
  readonly expectHolds: LabelCheck
}[] = [
  {
    test: 'BATCH-020',
    live: 'BATCH-106',
    judges: ['SERVICE-15', 'SERVICE-16'],
    title: (batch) => `Each item of a ${batch} makes a label of its own, and each label has its event.`,
    expectHolds: expectEventPerItem,
  },
  {
    test: 'BATCH-021',
    live: 'BATCH-107',
    judges: ['RESOURCES-106'],
    title: (batch) => `The labels of a ${batch} have the carriers, services and prices of its items.`,
    expectHolds: expectServicesOfItems,
  },
  {
    test: 'BATCH-022',
    live: 'BATCH-108',
    judges: ['AUTHENTICATION-7'],
    title: (batch, isTest) =>
      `The labels of a ${batch} can be read, and are ${isTest ? '' : 'no '}sandbox labels.`,
    expectHolds: expectEnvironmentOfBatch,
  },
  {
    test: 'BATCH-023',
    live: 'BATCH-109',
    judges: ['RESOURCES-107'],
    title: (batch) => `The labels of a ${batch} have the sender and recipient addresses of its items.`,
    expectHolds: expectAddressesOfItems,
  },
  {
    test: 'BATCH-032',
    live: 'BATCH-115',
    judges: ['EVENTS-13', 'EVENTS-14', 'EVENTS-15', 'EVENTS-16'],
    title: (batch) => `Each event of a ${batch} has the same values as its label has when the label is read.`,
    expectHolds: expectEventsMatchLabels,
  },
]

/** Rules about the labels of a batch. The rules learn from webhook events which labels the batch made. */
export const batchLabelRules: readonly Rule[] = (['test', 'live'] as const).flatMap((key) =>
  labelChecks.map(({ [key]: id, judges, title, expectHolds }) =>
    rule(id, title(key === 'test' ? 'sandbox batch' : 'live batch', key === 'test'))
      .on('buyBatch', {
        needs: [
          ...(['control:accounts', 'control:clock', 'control:webhook', 'inbox'] as const),
          ...(key === 'live' ? (['control:wallet'] as const) : []),
        ],
      })
      .judges(...judges)
      .by((t) => expectHolds(t, key)),
  ),
)
