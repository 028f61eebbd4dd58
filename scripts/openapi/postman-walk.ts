import { quoteTests, staysOrdered } from './postman-quote-tests.ts'
import type { Step } from './postman-step.ts'

const same = (field: string, variable: string): string =>
  `pm.test('${field} is that of before', () => pm.expect(String(body.${field})).to.equal(String(pm.collectionVariables.get('${variable}'))))`

const keep = (variable: string, value: string): string =>
  `pm.collectionVariables.set('${variable}', ${value})`

/** An integration's day, from an address to a void. */
export const walk: readonly Step[] = [
  {
    operation: 'validateAddress',
    outcome: 'success',
    tests: ["pm.test('The address is good', () => pm.expect(body.valid).to.equal(true))"],
  },
  {
    operation: 'createRates',
    outcome: 'success',
    tests: [
      ...quoteTests,
      'const [cheapest] = body.rates',
      keep('rateId', 'cheapest.id'),
      keep('rateCents', 'cheapest.rate_cents'),
      keep('carrier', 'cheapest.carrier'),
      keep('failedCarriers', 'JSON.stringify(failed)'),
    ],
  },
  {
    operation: 'buyLabel',
    outcome: 'success',
    body: () => ({ rate_id: '{{rateId}}' }),
    tests: [
      same('rate_cents', 'rateCents'),
      same('carrier', 'carrier'),
      "pm.test('It is a sample, as the key is a test key', () => {",
      '  pm.expect(body.sandbox).to.equal(true)',
      '  pm.expect(body.tracking_number).to.match(/^9999/)',
      '})',
      keep('labelId', 'body.id'),
      keep('trackingNumber', 'body.tracking_number'),
    ],
  },
  {
    operation: 'getLabel',
    outcome: 'success',
    id: '{{labelId}}',
    tests: [
      same('id', 'labelId'),
      same('tracking_number', 'trackingNumber'),
      same('rate_cents', 'rateCents'),
      "pm.test('No void was requested', () => pm.expect(body.void_status).to.equal(null))",
    ],
  },
  { operation: 'downloadLabel', outcome: 'success', id: '{{labelId}}' },
  { operation: 'downloadSandboxLabel', outcome: 'success', id: '{{labelId}}', key: null },
  {
    operation: 'registerTracker',
    outcome: 'success',
    tests: [
      'const asked = JSON.parse(pm.request.body.raw)',
      "pm.test('It follows the number that was sent', () => {",
      '  pm.expect(body.tracking_number).to.equal(asked.tracking_number)',
      '  pm.expect(body.carrier).to.equal(asked.carrier)',
      '})',
      keep('trackerId', 'body.id'),
      keep('trackedNumber', 'body.tracking_number'),
    ],
  },
  {
    operation: 'getTracker',
    outcome: 'success',
    id: '{{trackerId}}',
    tests: [
      same('id', 'trackerId'),
      same('tracking_number', 'trackedNumber'),
      'const times = body.events.map(({ timestamp }) => timestamp)',
      staysOrdered('The oldest event comes first', 'times'),
      "const isDown = JSON.parse(pm.collectionVariables.get('failedCarriers')).includes(body.carrier)",
      "if (!isDown) pm.test('The parcel has arrived, by its number', () => pm.expect(body.status).to.equal('delivered'))",
    ],
  },
  { operation: 'listCarrierAccounts', outcome: 'success', whenDown: 'CARRIER.ERROR.UNKNOWN' },
  {
    operation: 'createBatch',
    outcome: 'success',
    body: ({ items }) => ({
      items: [items]
        .flat()
        .map((item) => ('rate_id' in Object(item) ? { ...Object(item), rate_id: '{{rateId}}' } : item)),
    }),
    tests: [
      'const asked = JSON.parse(pm.request.body.raw).items',
      "pm.test('It costs what its items cost', () => {",
      '  pm.expect(body.items).to.have.length(asked.length)',
      '  pm.expect(body.total_cost_cents).to.equal(asked.reduce((sum, { rate_cents }) => sum + rate_cents, 0))',
      '})',
      keep('batchId', 'body.id'),
      keep('batchCents', 'body.total_cost_cents'),
    ],
  },
  {
    operation: 'buyBatch',
    outcome: 'success',
    id: '{{batchId}}',
    tests: [same('id', 'batchId'), same('total_cost_cents', 'batchCents')],
  },
  {
    operation: 'getBatch',
    outcome: 'success',
    id: '{{batchId}}',
    tests: [
      same('id', 'batchId'),
      same('total_cost_cents', 'batchCents'),
      "pm.test('It is under way', () => {",
      '  pm.expect(body.estimated_completion_percentage).to.be.within(0, 100)',
      "  pm.expect(body.status).to.be.oneOf(['processing', 'completed'])",
      '})',
    ],
  },
  {
    operation: 'getWallet',
    outcome: 'success',
    tests: ["pm.test('That of the sandbox has no end', () => pm.expect(body.unlimited).to.equal(true))"],
  },
  {
    operation: 'listDeliveries',
    outcome: 'success',
    tests: ["pm.test('At most 50 are listed', () => pm.expect(body.deliveries.length).to.be.most(50))"],
  },
  {
    operation: 'voidLabel',
    outcome: 'success',
    id: '{{labelId}}',
    tests: [
      same('id', 'labelId'),
      "pm.test('The void is requested', () => pm.expect(body.void_status).to.equal('requested'))",
    ],
  },
  {
    operation: 'getLabel',
    outcome: 'success',
    name: 'Read the label that was voided',
    id: '{{labelId}}',
    tests: [
      same('id', 'labelId'),
      "pm.test('The void shows', () => pm.expect(body.void_status).to.equal('requested'))",
    ],
  },
]
