import type { Answer } from '../answer.ts'
import { expectError, expectResource, expectThat } from '../expect.ts'
import type { Fields } from '../fields.ts'
import type { Rule, RuleId } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import type { BoughtLabel } from '../setup.ts'
import { active } from './active.ts'
import { nobodys } from './requests.ts'

const endpoint = 'POST /v1/labels'
const reading = 'GET /v1/labels/{id}'

/** A rule about the answer to one sandbox purchase. */
function everyPurchase(
  id: RuleId,
  title: string,
  judge: (label: BoughtLabel['fields'], bought: { readonly answer: Answer; readonly t: RuleContext }) => void,
): Rule {
  return active({
    id,
    title,
    section: 'Resources and their fields',
    endpoint,
    basis: 'table',
    sends: 'A purchase with the test key.',
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const rate = await t.setup.rate()
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id } })
      judge(expectResource(answer, 'label'), { answer, t })
    },
  })
}

const places = ['from_address', 'to_address'] as const

/** What has to be in a complete address; a street by either of its names. */
const parts: readonly (readonly [string, readonly string[]])[] = [
  ['name', ['name']],
  ['street', ['street', 'street1']],
  ['city', ['city']],
  ['state', ['state']],
  ['zip', ['zip']],
  ['country', ['country']],
  ['phone', ['phone']],
  ['email', ['email']],
]

const addressIds: readonly (readonly [RuleId, (typeof places)[number], string])[] = [
  ['LABEL-101', 'from_address', 'name'],
  ['LABEL-102', 'from_address', 'street'],
  ['LABEL-103', 'from_address', 'city'],
  ['LABEL-104', 'from_address', 'state'],
  ['LABEL-105', 'from_address', 'zip'],
  ['LABEL-106', 'from_address', 'country'],
  ['LABEL-107', 'from_address', 'phone'],
  ['LABEL-108', 'from_address', 'email'],
  ['LABEL-111', 'to_address', 'name'],
  ['LABEL-112', 'to_address', 'street'],
  ['LABEL-113', 'to_address', 'city'],
  ['LABEL-114', 'to_address', 'state'],
  ['LABEL-115', 'to_address', 'zip'],
  ['LABEL-116', 'to_address', 'country'],
  ['LABEL-117', 'to_address', 'phone'],
  ['LABEL-118', 'to_address', 'email'],
]

/** The first of these fields that there is. */
function partOf(address: Fields, part: string): unknown {
  const [, names = []] = parts.find(([name]) => name === part) ?? []
  return names.map((name) => address.raw(name)).find((value) => value !== undefined && value !== null)
}

/** As a carrier would compare them. */
const loosely = (value: unknown): string =>
  String(value ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

export const labelRules: readonly Rule[] = [
  everyPurchase('LABEL-001', 'The id of a label begins with lbl_.', (label) => {
    label.text('id', { pattern: /^lbl_.+/, described: 'an id that begins with lbl_' })
  }),
  everyPurchase('LABEL-002', 'A label has a tracking number.', (label) => {
    label.text('tracking_number')
  }),
  everyPurchase('LABEL-003', 'A label has the URL of its PDF.', (label, { answer }) => {
    const url = label.text('label_url')
    expectThat(/^https?:\/\//.test(url) && URL.canParse(url), { expected: 'a URL', actual: url, answer })
  }),
  everyPurchase('LABEL-004', 'A label says in whole cents what was charged.', (label) => {
    label.integer('rate_cents', { min: 0 })
  }),
  everyPurchase('LABEL-005', 'A label says whether it is of the sandbox, as true or false.', (label) => {
    label.boolean('sandbox')
  }),
  everyPurchase('LABEL-006', 'A purchase says in whole cents what is left in the wallet.', (label) => {
    label.integer('wallet_balance_after_cents')
  }),
  active({
    id: 'LABEL-007',
    title: 'No two labels have the same id or tracking number.',
    section: 'Resources and their fields',
    endpoint,
    basis: 'derived',
    sends: 'Two purchases.',
    requests: { createRates: 2, buyLabel: 2 },
    run: async (t) => {
      const first = await t.setup.label()
      const second = await t.setup.label()
      const isOwn = first.id !== second.id && first.trackingNumber !== second.trackingNumber
      expectThat(isOwn, {
        expected: `neither ${first.id} nor ${first.trackingNumber}`,
        actual: [second.id, second.trackingNumber],
        answer: second.answer,
      })
    },
  }),
  active({
    id: 'LABEL-008',
    title: 'A label is of the carrier, the service and the price of the rate that was bought.',
    section: 'Resources and their fields',
    endpoint,
    basis: 'derived',
    sends: 'A purchase of a rate, compared with it.',
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const rate = await t.setup.rate()
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id } })
      const label = expectResource(answer, 'label')
      const actual = [label.raw('carrier'), label.raw('service'), label.raw('rate_cents')]
      const expected = [rate.carrier, rate.service, rate.rateCents]
      expectThat(JSON.stringify(actual) === JSON.stringify(expected), {
        expected: JSON.stringify(expected),
        actual,
        answer,
      })
    },
  }),
  active({
    id: 'LABEL-009',
    title: 'The rate id alone buys a label from and to the addresses of the quote.',
    section: 'Resources and their fields',
    endpoint,
    sends: 'A purchase by rate id, whose addresses are compared with the quote.',
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const body = t.setup.ratesBody()
      const { fields, answer } = await t.setup.label()
      for (const place of places) {
        const address = fields.object(place)
        const { zip, country, city } = body[place]
        // The service may print an address as its carrier would.
        const same =
          loosely(address.raw('zip')).startsWith(loosely(zip).slice(0, 5)) &&
          loosely(address.raw('country')) === loosely(country) &&
          loosely(address.raw('city')) === loosely(city)
        expectThat(same, { expected: `${place} in ${city} ${zip}`, actual: address.value, answer })
      }
    },
  }),
  ...addressIds.map(([id, place, part]) =>
    everyPurchase(id, `The ${place} of a label has the ${part}.`, (label, { answer }) => {
      const address = label.object(place)
      expectThat(typeof partOf(address, part) === 'string', {
        expected: `${place} with its ${part}`,
        actual: address.value,
        answer,
      })
    }),
  ),
  active({
    id: 'LABEL-010',
    title: 'A label that was bought can be read.',
    section: 'Endpoints',
    endpoint: reading,
    basis: 'table',
    sends: 'A purchase, and the label read by its id.',
    requests: { createRates: 1, buyLabel: 1, getLabel: 1 },
    run: async (t) => {
      const { id } = await t.setup.label()
      const answer = await t.call('getLabel', { id })
      const found = expectResource(answer, 'label').raw('id')
      expectThat(found === id, { expected: id, actual: found, answer })
    },
  }),
  active({
    id: 'LABEL-011',
    title: 'A label reads as it was bought.',
    section: 'Endpoints',
    endpoint: reading,
    basis: 'derived',
    sends: 'A purchase, and the label read by its id, compared.',
    requests: { createRates: 1, buyLabel: 1, getLabel: 1 },
    run: async (t) => {
      const { id, fields } = await t.setup.label()
      const answer = await t.call('getLabel', { id })
      const read = expectResource(answer, 'label')
      for (const name of ['tracking_number', 'carrier', 'service', 'rate_cents', 'sandbox']) {
        expectThat(read.raw(name) === fields.raw(name), {
          expected: `${name} ${JSON.stringify(fields.raw(name))}`,
          actual: read.raw(name),
          answer,
        })
      }
    },
  }),
  active({
    id: 'LABEL-012',
    title: 'A label id that nobody was given is not found.',
    section: 'Endpoints',
    endpoint: reading,
    sends: 'A label read by its id, then one by an id that nobody was given.',
    requests: { createRates: 1, buyLabel: 1, getLabel: 2 },
    run: async (t) => {
      const { id } = await t.setup.label()
      await t.setup.works('The label', t.call('getLabel', { id }))
      expectError(await t.call('getLabel', { id: nobodys.label }), 'LABEL.NOT_FOUND')
    },
  }),
  active({
    id: 'LABEL-013',
    title: 'A label that was bought is in the shipping history, and can be cloned for new rates.',
    section: 'Resources and their fields',
    endpoint,
    sends: 'A purchase, then the history and a clone by the control protocol.',
    needs: ['control:shipments'],
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const before = await t.account.shipments.list()
      const { id } = await t.setup.label()
      const after = await t.account.shipments.list()
      const made = after.find((each) => JSON.stringify(each).includes(id))
      expectThat(after.length === before.length + 1 && made !== undefined, {
        expected: `one more shipment, of ${id}`,
        actual: after,
      })
      const shipmentId = Object(made)['id']
      const clone = await t.account.shipments.clone(String(shipmentId))
      const rates = Object(clone)['rates']
      expectThat(Array.isArray(rates) && rates.length > 0, { expected: 'rates for the clone', actual: clone })
    },
  }),
]
