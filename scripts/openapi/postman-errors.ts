import { codesIn } from '../../src/simulator/specification/errors.ts'
import { batchMaxItems } from '../../src/simulator/specification/operations.ts'
import type { Json } from './json.ts'
import { quoteTests } from './postman-quote-tests.ts'
import type { Before, Step } from './postman-step.ts'

/** Every documented error, met by what a client alone can do, or by a fault. */

const withName = (body: Json, name: string): unknown =>
  'to_address' in body ? { ...body, to_address: { ...Object(body['to_address']), name } } : { ...body, name }

export const keySteps: readonly Step[] = [
  { operation: 'getWallet', outcome: 'AUTH.KEY.MISSING', key: null },
  { operation: 'getWallet', outcome: 'AUTH.KEY.INVALID', key: 'unknown' },
  { operation: 'getWallet', outcome: 'AUTH.KEY.REVOKED', key: 'revokedKey' },
  { operation: 'getWallet', outcome: 'AUTH.KEY.EXPIRED', key: 'expiredKey' },
  {
    operation: 'createRates',
    outcome: 'AUTH.KEY.INSUFFICIENT_SCOPE',
    key: 'limitedKey',
    tests: [
      "pm.test('The scope that is needed is told, and those there are', () => {",
      "  pm.expect(body.error.required_scope).to.equal('rates:read')",
      "  pm.expect(body.error.key_scopes).to.eql(['wallet:read'])",
      '})',
    ],
  },
  {
    operation: 'buyLabel',
    outcome: 'AUTH.KEY.SANDBOX_IN_PRODUCTION',
    body: () => ({ rate_id: '{{liveRateId}}' }),
    before: { kind: 'quote', key: 'liveKey', recipient: "'Ada Carver'", variable: 'liveRateId' },
  },
]

export const requestSteps: readonly Step[] = [
  {
    operation: 'createRates',
    outcome: 'VALIDATION.FIELD.REQUIRED',
    tests: ["pm.test('The field is named', () => pm.expect(body.error.field).to.equal('parcel'))"],
  },
  {
    operation: 'createRates',
    outcome: 'VALIDATION.FIELD.INVALID',
    tests: ["pm.test('The field is named', () => pm.expect(body.error.field).to.equal('parcel'))"],
  },
  { operation: 'validateAddress', outcome: 'ADDRESS.VALIDATION.FAILED' },
  {
    operation: 'validateAddress',
    outcome: 'ADDRESS.VALIDATION.AMBIGUOUS',
    tests: [
      "pm.test('It is told what may be meant', () => pm.expect(body.error.suggestions).to.not.be.empty)",
    ],
  },
  {
    operation: 'validateAddress',
    outcome: 'ADDRESS.VALIDATION.SERVICE_ERROR',
    body: (body) => withName(body, 'sim:ADDRESS.VALIDATION.SERVICE_ERROR'),
  },
  {
    operation: 'createRates',
    outcome: 'success',
    name: 'One carrier down',
    body: (body) => withName(body, 'sim:carrier=UPS:down'),
    tests: [...quoteTests, "pm.test('UPS is named as failed', () => pm.expect(failed).to.include('UPS'))"],
  },
  {
    operation: 'createRates',
    outcome: 'RATE.CARRIER.UNAVAILABLE',
    body: (body) => withName(body, 'sim:carrier=*:down'),
  },
  { operation: 'buyLabel', outcome: 'RATE.NOT_FOUND' },
  { operation: 'getLabel', outcome: 'LABEL.NOT_FOUND' },
  { operation: 'voidLabel', outcome: 'LABEL.VOID.ALREADY_REQUESTED', id: '{{labelId}}' },
  { operation: 'getTracker', outcome: 'TRACKER.NOT_FOUND' },
  { operation: 'createBatch', outcome: 'BATCH.ITEMS.REQUIRED' },
  {
    operation: 'createBatch',
    outcome: 'BATCH.SIZE.EXCEEDED',
    raw: '{ "items": {{tooManyItems}} }',
    before: {
      kind: 'set',
      variable: 'tooManyItems',
      value: `JSON.stringify(Array(${batchMaxItems + 1}).fill({}))`,
    },
  },
  { operation: 'getBatch', outcome: 'BATCH.NOT_FOUND' },
  { operation: 'buyBatch', outcome: 'BATCH.ALREADY_PROCESSING', id: '{{batchId}}' },
]

/** What a carrier or the wallet says of a purchase is asked for by the name of the recipient. */
export const purchaseSteps: readonly Step[] = codesIn([
  'LABEL.ADDRESS.UNDELIVERABLE',
  'LABEL.WEIGHT.EXCEEDED',
  'LABEL.SERVICE.UNAVAILABLE',
  'LABEL.CREATION.FAILED',
  'WALLET.INSUFFICIENT_BALANCE',
  'WALLET.PAYMENT.FAILED',
  'WALLET.PAYMENT_METHOD.MISSING',
  'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
  'CARRIER.ACCOUNT.NOT_FOUND',
  'CARRIER.ERROR.UNKNOWN',
]).map((outcome) => ({
  operation: 'buyLabel',
  outcome,
  body: () => ({ rate_id: '{{refusedRateId}}' }),
}))

export const faultSteps: readonly Step[] = [
  {
    operation: 'getWallet',
    outcome: 'AUTH.RATE_LIMIT.EXCEEDED',
    before: once({ operation: 'GET /v1/wallet', mode: 'rate_limited' }),
    tests: [
      "pm.test('It is told how many seconds to wait', () => {",
      "  pm.expect(Number(pm.response.headers.get('Retry-After'))).to.be.within(0, 60)",
      '})',
    ],
  },
  {
    operation: 'buyLabel',
    outcome: 'RATE.EXPIRED',
    body: () => ({ rate_id: '{{rateId}}' }),
    before: once({ operation: 'POST /v1/labels', mode: 'error', code: 'RATE.EXPIRED' }),
  },
  {
    operation: 'voidLabel',
    outcome: 'LABEL.VOID.INELIGIBLE',
    id: '{{labelId}}',
    before: once({ operation: 'DELETE /v1/labels/{id}', mode: 'error', code: 'LABEL.VOID.INELIGIBLE' }),
  },
]

function once(fault: Json): Before {
  return { kind: 'fault', fault: { target: 'api', ...fault, times: 1 } }
}
