import type { ActiveRule, Rule, RuleId } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { hours, wait } from '../target/need.ts'
import type { Answer } from '../wire/answer.ts'
import { expectError, expectResource, expectThat, isSuccess, summary } from '../wire/expect.ts'
import { type Fields, readTimestamp } from '../wire/fields.ts'
import { active } from './active.ts'
import { expectPdf, openLabelUrl } from './downloads.ts'
import { places } from './label-addresses.ts'
import { isText, loosely } from './same-address.ts'
import { expectVoidShown, voidLabel } from './voids.ts'

const reading = 'GET /v1/labels/{id}'
const voiding = 'DELETE /v1/labels/{id}'

/** What a label says both at its purchase and where it is read is the same. */
function expectAsBought(bought: Fields, answer: Answer): void {
  const read = expectResource(answer, 'label')
  for (const name of ['tracking_number', 'carrier', 'service', 'rate_cents', 'sandbox']) {
    expectThat(read.raw(name) === bought.raw(name), {
      expected: `${name} ${JSON.stringify(bought.raw(name))}`,
      actual: read.raw(name),
      answer,
    })
  }
}

/** Where both show an address, they show the same place. */
function expectSamePlaces(one: Fields, other: Fields, answer?: Answer): void {
  const shown = places.filter((place) => one.has(place) && other.has(place))
  for (const place of shown) {
    for (const name of ['city', 'zip']) {
      const [expected, actual] = [one.object(place).raw(name), other.object(place).raw(name)]
      if (!isText(expected) || !isText(actual)) continue
      expectThat(loosely(actual) === loosely(expected), {
        expected: `${place} with the ${name} ${expected}`,
        actual,
        answer,
      })
    }
  }
}

const isVoided = (t: RuleContext, id: string) => async (): Promise<void> => {
  const answer = await voidLabel(t, id)
  expectThat(isSuccess(answer), { expected: 'a 2xx answer', actual: summary(answer), answer })
}

/** A label with a number of its own: labels of a sandbox may all have the same one, and then no event is of one alone. */
async function tracked(t: RuleContext) {
  const { trackingNumber } = await t.setup.label()
  const label = await t.setup.label()
  if (label.trackingNumber === trackingNumber) t.notJudged('labels have one tracking number in common')
  return label
}

/** A label that nothing happened to can be voided, whatever happens to another. */
function apart(
  id: RuleId,
  facts: Pick<ActiveRule, 'title' | 'sends' | 'needs' | 'requests'>,
  happen: (t: RuleContext, other: string) => Promise<void>,
): Rule {
  return active({
    id,
    section: 'States and transitions',
    endpoint: voiding,
    basis: 'derived',
    ...facts,
    run: async (t) => {
      const { id: mine } = await t.setup.label()
      const { id: other } = await t.setup.label()
      await happen(t, other)
      await isVoided(t, mine)()
    },
  })
}

/** A scan closes the window for a void, and keeps it closed. */
function scanned(
  id: RuleId,
  facts: Pick<ActiveRule, 'title' | 'sends' | 'needs'>,
  scan: (t: RuleContext, label: { readonly id: string; readonly trackingNumber: string }) => Promise<void>,
): Rule {
  return active({
    id,
    section: 'States and transitions',
    endpoint: voiding,
    basis: 'derived',
    requests: { createRates: 2, buyLabel: 2, voidLabel: 1 },
    ...facts,
    run: async (t) => {
      const label = await tracked(t)
      await scan(t, label)
      expectError(await voidLabel(t, label.id), 'LABEL.VOID.INELIGIBLE')
    },
  })
}

/** What becomes of a label after its purchase: it is read, found again, voided, cloned. */
export const labelLifeRules: readonly Rule[] = [
  active({
    id: 'LABEL-401',
    title: 'A label can be read days after it was bought.',
    section: 'Endpoints',
    endpoint: reading,
    basis: 'derived',
    sends: 'A purchase, and the label five days later.',
    needs: ['control:clock', wait(hours(120))],
    requests: { createRates: 1, buyLabel: 1, getLabel: 1 },
    run: async (t) => {
      const { id, fields } = await t.setup.label()
      await t.passTime(hours(120))
      expectAsBought(fields, await t.call('getLabel', { id }))
    },
  }),
  active({
    id: 'LABEL-402',
    title: 'A label that is read was made when it was bought, and goes between the same places.',
    section: 'Endpoints',
    endpoint: reading,
    basis: 'derived',
    sends: 'A purchase, and the label read by its id, compared.',
    requests: { createRates: 1, buyLabel: 1, getLabel: 1 },
    run: async (t) => {
      const { id, fields } = await t.setup.label()
      const answer = await t.call('getLabel', { id })
      const read = expectResource(answer, 'label')
      const [made, told] = [fields.raw('created_at'), read.raw('created_at')].map((value) =>
        typeof value === 'string' ? readTimestamp(value) : undefined,
      )
      const isSameTime = made === undefined || told === undefined || Math.abs(made - told) <= 60_000
      expectThat(isSameTime, {
        expected: String(fields.raw('created_at')),
        actual: read.raw('created_at'),
        answer,
      })
      expectSamePlaces(fields, read, answer)
    },
  }),
  active({
    id: 'LABEL-403',
    title: 'The label_url of a label that is read leads to its PDF.',
    section: 'Resources and their fields',
    endpoint: reading,
    basis: 'derived',
    sends: 'A purchase, the label read by its id, and what its label_url leads to.',
    requests: { createRates: 1, buyLabel: 1, getLabel: 1, other: 1 },
    run: async (t) => {
      const { id } = await t.setup.label()
      const label = expectResource(await t.call('getLabel', { id }), 'label')
      expectPdf(t, await openLabelUrl(t, label.text('label_url'), 'test'))
    },
  }),
  active({
    id: 'LABEL-404',
    title: 'A live label reads as it was bought.',
    section: 'Authentication',
    endpoint: reading,
    basis: 'derived',
    sends: 'A live purchase, and the label read by its id, compared.',
    needs: ['key:live', 'spend'],
    charges: 1,
    requests: { createRates: 1, buyLabel: 1, getLabel: 1 },
    run: async (t) => {
      const { id, fields } = await t.setup.label({ key: 'live' })
      expectAsBought(fields, await t.call('getLabel', { id, key: 'live' }))
    },
  }),
  active({
    id: 'LABEL-405',
    title: 'A label that was bought with a live key is in the shipping history.',
    section: 'Resources and their fields',
    endpoint: 'POST /v1/labels',
    basis: 'derived',
    sends: 'A live purchase, then the history by the control protocol.',
    needs: ['key:live', 'spend', 'control:shipments'],
    charges: 1,
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const { id } = await t.setup.label({ key: 'live' })
      const history = await t.account.shipments.list()
      expectThat(
        history.some((each) => JSON.stringify(each).includes(id)),
        { expected: `a shipment of ${id}`, actual: history },
      )
    },
  }),
  active({
    id: 'LABEL-406',
    title: 'The rates of a clone are between the places of what was cloned.',
    section: 'Resources and their fields',
    endpoint: 'POST /v1/labels',
    basis: 'derived',
    sends: 'A purchase, a clone by the control protocol, and a purchase of a rate of the clone.',
    needs: ['control:shipments'],
    requests: { createRates: 1, buyLabel: 2 },
    run: async (t) => {
      const { id, fields } = await t.setup.label()
      const made = (await t.account.shipments.list()).find((each) => JSON.stringify(each).includes(id))
      const clone = Object(await t.account.shipments.clone(String(Object(made)['id'])))
      const rateId = Object(Object(clone['rates'])[0])['id']
      if (typeof rateId !== 'string') t.notJudged('the clone shows no rate that could be bought')
      const answer = await t.call('buyLabel', { body: { rate_id: rateId } })
      expectSamePlaces(fields, expectResource(answer, 'label'), answer)
    },
  }),
  active({
    id: 'LABEL-407',
    title: 'A live label shows that its void was requested.',
    section: 'Authentication',
    endpoint: reading,
    basis: 'derived',
    sends: 'A live label read before and after its void.',
    needs: ['key:live', 'spend'],
    charges: 1,
    requests: { createRates: 1, buyLabel: 1, getLabel: 3, voidLabel: 1 },
    run: (t) => expectVoidShown(t, 'live'),
  }),
  active({
    id: 'VOID-101',
    title: 'A label that nobody has scanned can be voided days after it was bought.',
    section: 'States and transitions',
    endpoint: voiding,
    basis: 'derived',
    sends: 'A purchase, and its void two days later (script never_scanned).',
    needs: ['control:tracking', 'control:clock', wait(hours(48))],
    requests: { createRates: 2, buyLabel: 2, voidLabel: 1 },
    run: async (t) => {
      const { id, trackingNumber } = await tracked(t)
      await t.account.tracking.script(trackingNumber, 'never_scanned')
      await t.passTime(hours(48))
      await isVoided(t, id)()
    },
  }),
  scanned(
    'VOID-102',
    {
      title: 'A label whose package the carrier tells to be on its way cannot be voided.',
      sends: 'A purchase, an event in_transit, and a void five hours later.',
      needs: ['control:tracking', 'control:clock', wait(hours(5))],
    },
    async (t, { trackingNumber }) => {
      await t.account.tracking.event(trackingNumber, 'in_transit')
      await t.passTime(hours(5))
    },
  ),
  scanned(
    'VOID-103',
    {
      title: 'A label whose package was scanned a day ago cannot be voided.',
      sends: 'A purchase, a scan, and a void a day later.',
      needs: ['control:scan', 'control:clock', wait(hours(24))],
    },
    async (t, { id }) => {
      await t.account.scan(id)
      await t.passTime(hours(24))
    },
  ),
  apart(
    'VOID-104',
    {
      title: 'A void of one label leaves another one to be voided.',
      sends: 'Two purchases, and the void of one label and then of the other.',
      needs: ['key:test'],
      requests: { createRates: 2, buyLabel: 2, voidLabel: 2 },
    },
    (t, other) => t.setup.of('The void of another label', isVoided(t, other)),
  ),
  apart(
    'VOID-105',
    {
      title: 'A scan of one package leaves the label of another one to be voided.',
      sends: 'Two purchases, a scan of one, and the void of the other.',
      needs: ['control:scan'],
      requests: { createRates: 2, buyLabel: 2, voidLabel: 1 },
    },
    (t, other) => t.account.scan(other),
  ),
  active({
    id: 'VOID-106',
    title: 'Of three voids of a label at once, one is done and the others are refused as already requested.',
    section: 'States and transitions',
    endpoint: voiding,
    basis: 'derived',
    sends: 'A purchase, and three voids of it at once.',
    needs: ['control:accounts'],
    requests: { createRates: 1, buyLabel: 1, voidLabel: 3 },
    run: async (t) => {
      const { id } = await t.setup.label()
      const answers = await Promise.all([voidLabel(t, id), voidLabel(t, id), voidLabel(t, id)])
      const done = answers.filter(isSuccess)
      expectThat(done.length === 1, {
        expected: 'one 2xx answer',
        actual: answers.map(summary),
        answer: answers.at(-1),
      })
      for (const answer of answers) {
        if (!isSuccess(answer)) expectError(answer, 'LABEL.VOID.ALREADY_REQUESTED')
      }
    },
  }),
]
