import { withJson } from '../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../src/conformance/wire/fields.ts'
import { trackingStatuses } from '../tables.ts'
import {
  acceptsInsteadOf,
  answersWith,
  type Json,
  type Operations,
  objects,
  sent,
  succeedsWith,
} from './answers.ts'
import { broken, each, listed } from './breakage.ts'
import { another, fieldBreakages, inField, inList } from './fields.ts'

/** The fields of what the service answers with and of what it is sent. */

const addressFields = ['name', 'street1', 'city', 'state', 'zip', 'country'] as const

/** A field of an address that is lost on its way: the validated address has another, and one that is missing is not missed. */
export const addressRows = each(addressFields, (field) => [
  succeedsWith(`The validated address has another ${field}.`, 'validateAddress', ({ address, ...rest }) => ({
    ...rest,
    address: isObject(address) ? { ...address, [field]: another(address[field]) } : address,
  })),
  acceptsInsteadOf('VALIDATION.FIELD.REQUIRED', ({ field: missing }) =>
    String(missing).endsWith(`_address.${field}`),
  ),
])

const labelOperations = ['buyLabel', 'getLabel'] as const

export const labelAddressRows = each(
  ['name', 'street', 'city', 'state', 'zip', 'country', 'phone', 'email'] as const,
  (field) => fieldBreakages('buyLabel', field, { within: inField('from_address', 'to_address') }),
)

/** A measure that nobody asks for, and one that does not count. */
export const parcelRows = each(['weight_oz', 'length', 'width', 'height'] as const, (field) => [
  acceptsInsteadOf('VALIDATION.FIELD.REQUIRED', ({ field: missing }) => missing === `parcel.${field}`),
  broken(`${field} does not count.`, {
    request: (request) => {
      const { parcel, ...rest } = sent(request)
      if (request.operation !== 'createRates' || !isObject(parcel) || !(field in parcel)) return undefined
      return withJson(request, { ...rest, parcel: { ...parcel, [field]: 1 } })
    },
  }),
])

function rateField(field: string, other?: (value: unknown) => unknown) {
  return fieldBreakages('createRates', field, { within: inList('rates'), ...(other && { other }) })
}

export const rateRows = listed({
  id: rateField('id'),
  carrier: rateField('carrier'),
  service: rateField('service'),
  rate_cents: rateField('rate_cents'),
  carrier_eta: rateField('carrier_eta', () => '2029-03-05'),
  carbon_grams: rateField('carbon_grams', () => 0),
  account_type: rateField('account_type'),
})

export const labelRows = each(
  [
    'id',
    'tracking_number',
    'label_url',
    'carrier',
    'service',
    'rate_cents',
    'sandbox',
    'wallet_balance_after_cents',
    'from_address',
    'to_address',
    'created_at',
  ] as const,
  (field) =>
    fieldBreakages('buyLabel', field, {
      other: (value) => (field === 'tracking_number' ? swappedPrefix(String(value)) : another(value)),
    }),
)

/** What marks the number of a sandbox label, taken from one that has it and given to one that has not. */
function swappedPrefix(number: string): string {
  return number.startsWith('9999') ? `1111${number.slice(4)}` : `9999${number}`
}

const trackerOperations = ['registerTracker', 'getTracker'] as const

export const trackerRows = listed({
  id: fieldBreakages('registerTracker', 'id'),
  tracking_number: fieldBreakages(trackerOperations, 'tracking_number'),
  carrier: fieldBreakages(trackerOperations, 'carrier'),
  status: fieldBreakages(trackerOperations, 'status'),
  events: fieldBreakages(trackerOperations, 'events'),
})

export const trackerEventRows = each(['status', 'status_detail'] as const, (field) =>
  fieldBreakages(trackerOperations, field, { within: inList('events') }),
)

/** Each status shown as the next of the list. */
export const trackingStatusRows = each(trackingStatuses, (status) => [
  answersWith(`${status} is shown as ${another(status)}.`, (response, request) => {
    const text = response.body.toString()
    const shown = `"status":"${status}"`
    if (!request.path.startsWith('/v1/trackers') || !text.includes(shown)) return undefined
    return { ...response, body: Buffer.from(text.replaceAll(shown, `"status":"${another(status)}"`)) }
  }),
])

const batchOperations: Operations = ['createBatch', 'buyBatch', 'getBatch']

export const batchRows = each(
  [
    'id',
    'items',
    'total_cost_cents',
    'wallet_balance_after_cents',
    'estimated_completion_percentage',
    'estimated_time_remaining_seconds',
  ] as const,
  (field) => fieldBreakages(field === 'id' ? 'createBatch' : batchOperations, field),
)

export const batchItemRows = each(
  ['from_address', 'to_address', 'parcel', 'rate_id', 'carrier', 'service', 'rate_cents'] as const,
  (field) => fieldBreakages(batchOperations, field, { within: inList('items') }),
)

function entryField(...fields: readonly string[]) {
  return succeedsWith(`The log has another ${fields.join(', ')}.`, 'listDeliveries', ({ deliveries }) => ({
    deliveries: objects(deliveries).map((entry) => ({
      ...entry,
      ...Object.fromEntries(fields.map((field) => [field, another(entry[field])])),
    })),
  }))
}

export const deliveryEntryRows = listed({
  status: [entryField('status')],
  'response code': [
    entryField('response_code'),
    succeedsWith('Without a response the code is 0.', 'listDeliveries', ({ deliveries }) => ({
      deliveries: objects(deliveries).map((entry) => ({
        ...entry,
        response_code: entry['response_code'] ?? 0,
      })),
    })),
  ],
  attempts: [entryField('attempts')],
  timestamps: [entryField('created_at'), entryField('last_attempt_at')],
})

/** A label's answer, wherever it is one. */
export function labels(what: string, change: (json: Json) => Json | undefined) {
  return succeedsWith(what, labelOperations, change)
}
