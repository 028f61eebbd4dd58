import type { RuleId } from '../../rule.ts'
import { answers, errorOf, forgives, type Json, mutant, refuses } from '../../selftest/builders.ts'
import type { Alteration, Mutant } from '../../selftest/mutant.ts'
import { refusal } from '../../selftest/refusal.ts'
import { jsonOf, type WireRequest, withJson } from '../../selftest/wire.ts'
import { isObject } from '../../wire/fields.ts'

/** Bodies and addresses. */

const at = (operation: string) => (request: { readonly operation: string | undefined }) =>
  request.operation === operation

const missing: readonly (readonly [string, readonly [RuleId, ...RuleId[]], unknown])[] = [
  ['buyLabel', ['VAL-001'], { id: 'lbl_1', tracking_number: '9999' }],
  ['createRates', ['VAL-002', 'VAL-003', 'VAL-004', 'RATE-016', 'RATE-017'], { rates: [] }],
  ['registerTracker', ['VAL-005', 'VAL-006'], { id: 'trk_1' }],
  ['createBatch', ['VAL-007'], { id: 'bat_1', total_cost_cents: 0 }],
]

const invalid: readonly (readonly [string, readonly [RuleId, ...RuleId[]], unknown])[] = [
  ['createRates', ['VAL-101', 'VAL-102', 'VAL-103'], { rates: [] }],
  ['buyLabel', ['VAL-104'], { id: 'lbl_1', tracking_number: '9999' }],
  ['registerTracker', ['VAL-105'], { id: 'trk_1' }],
  ['createBatch', ['VAL-106'], { id: 'bat_1', total_cost_cents: 0 }],
]

export const requestMutants: readonly Mutant[] = [
  ...missing.map(([operation, kills, json]) =>
    mutant(
      `missing-fields-at-${operation.toLowerCase()}`,
      `${operation} takes bodies with fields missing.`,
      kills,
      forgives('VALIDATION.FIELD.REQUIRED', json, at(operation)),
    ),
  ),
  ...invalid.map(([operation, kills, json]) =>
    mutant(
      `invalid-fields-at-${operation.toLowerCase()}`,
      `${operation} takes fields of any kind.`,
      kills,
      forgives('VALIDATION.FIELD.INVALID', json, at(operation)),
    ),
  ),
  mutant(
    'missing-as-invalid',
    'A missing field is told as an invalid one.',
    ['VAL-001', 'VAL-002', 'VAL-003', 'VAL-004', 'VAL-005', 'VAL-006'],
    {
      response: (response) =>
        errorOf(response)?.['code'] === 'VALIDATION.FIELD.REQUIRED'
          ? refusal(422, 'VALIDATION.FIELD.INVALID', { field: 'body' })
          : undefined,
    },
  ),
  mutant('wrong-field-named', 'Another field is named as missing.', ['VAL-001', 'VAL-003', 'VAL-007'], {
    response: (response) => {
      const error = errorOf(response)
      return error?.['code'] === 'VALIDATION.FIELD.REQUIRED'
        ? withJson(response, { error: { ...error, field: 'body' } })
        : undefined
    },
  }),
  mutant(
    'invalid-as-crash',
    'Fields of the wrong kind end in a 500.',
    ['VAL-101', 'VAL-103', 'VAL-105', 'VAL-106'],
    {
      response: (response) =>
        errorOf(response)?.['code'] === 'VALIDATION.FIELD.INVALID'
          ? refusal(500, 'LABEL.CREATION.FAILED')
          : undefined,
    },
  ),
  mutant(
    'validation-fails',
    'Good addresses are refused.',
    ['ADDR-001'],
    refuses('validateAddress', 422, 'ADDRESS.VALIDATION.FAILED'),
  ),
  mutant('validation-as-text', 'The validation is a text and no more.', ['ADDR-001'], {
    response: (response, { operation }) =>
      operation === 'validateAddress' && response.status === 200 ? withJson(response, 'OK') : undefined,
  }),
  mutant(
    'nobody-at-home',
    'No address is residential.',
    ['ADDR-002'],
    answers('validateAddress', (json) => ({ ...json, residential: false })),
  ),
  mutant(
    'everybody-at-home',
    'Every address is residential.',
    ['ADDR-003'],
    answers('validateAddress', (json) => ({ ...json, residential: true })),
  ),
  mutant(
    'no-classification',
    'Addresses are not classified.',
    ['ADDR-002', 'ADDR-003'],
    answers('validateAddress', ({ residential: _, ...rest }) => rest),
  ),
  {
    id: 'no-classification-but-noise',
    deviation: 'Addresses are not classified, and each answer has a number of its own.',
    kills: ['ADDR-002', 'ADDR-003'],
    open: () => {
      let count = 0
      return answers('validateAddress', ({ residential: _, ...rest }) => {
        count += 1
        return { ...rest, trace: `t${count}` }
      })
    },
  },
  mutant(
    'no-classification-but-places',
    'Addresses are not classified, and told with coordinates and longer postal codes.',
    ['ADDR-002', 'ADDR-003'],
    answers('validateAddress', ({ residential: _, ...rest }, { body }) => ({
      ...rest,
      plus4: String(1_000 + body.length),
      metadata: { latitude: body.length + 0.25, longitude: -body.length, zip_type: String(body.length) },
    })),
  ),
  mutant(
    'undeliverable-validated',
    'Undeliverable addresses are validated.',
    ['ADDR-004'],
    forgives('ADDRESS.VALIDATION.FAILED', { valid: false, residential: false }),
  ),
  mutant(
    'ambiguous-validated',
    'Ambiguous addresses are validated.',
    ['ADDR-005'],
    forgives('ADDRESS.VALIDATION.AMBIGUOUS', { valid: true, residential: false }),
  ),
  mutant('ambiguous-as-undeliverable', 'Ambiguous addresses are undeliverable.', ['ADDR-005'], {
    response: (response) =>
      errorOf(response)?.['code'] === 'ADDRESS.VALIDATION.AMBIGUOUS'
        ? refusal(422, 'ADDRESS.VALIDATION.FAILED')
        : undefined,
  }),
  mutant(
    'validated-while-down',
    'Addresses are validated while nothing can validate them.',
    ['ADDR-006', 'ADDR-007'],
    forgives('ADDRESS.VALIDATION.SERVICE_ERROR', { valid: true, residential: true }),
  ),
  {
    id: 'validation-stays-down',
    deviation: 'Once validation was down, it stays down.',
    kills: ['ADDR-007'],
    open: () => {
      const down = new Set<string | undefined>()
      return {
        response: (response, request, wire) => {
          const account = wire.accountOf(request)
          if (errorOf(response)?.['code'] === 'ADDRESS.VALIDATION.SERVICE_ERROR') down.add(account)
          const json = jsonOf(response)
          return request.operation === 'validateAddress' &&
            down.has(account) &&
            isObject(json) &&
            response.status < 300
            ? refusal(503, 'ADDRESS.VALIDATION.SERVICE_ERROR')
            : undefined
        },
      }
    },
  },
  mutant('rates-without-streets', 'Rates need no street.', ['VAL-008'], completing('street1', '1 Main St')),
  mutant('rates-without-cities', 'Rates need no city.', ['VAL-008'], completing('city', 'Austin')),
  mutant('objects-as-cities', 'An object is taken for a city.', ['VAL-107', 'VAL-108'], {
    request: changed((address) =>
      isObject(address['city']) ? { ...address, city: 'Austin', state: 'TX', zip: '78701' } : undefined,
    ),
  }),
  ...(['length', 'height'] as const).map((size) =>
    mutant(`worded-${size}`, `The ${size} of a parcel may be a word.`, ['VAL-109'], {
      request: (request) => {
        const json = jsonOf(request)
        if (request.operation !== 'createRates' || !isObject(json) || !isObject(json['parcel']))
          return undefined
        return typeof json['parcel'][size] === 'string'
          ? withJson(request, { ...json, parcel: { ...json['parcel'], [size]: 10 } })
          : undefined
      },
    }),
  ),
]

/** Mends addresses on their way to the service, as a careless one would. */
function changed(mend: (address: Json) => Json | undefined) {
  return (request: WireRequest): WireRequest | undefined => {
    const json = jsonOf(request)
    if (!isObject(json)) return undefined
    if (request.operation === 'validateAddress') {
      const mended = mend(json)
      return mended === undefined ? undefined : withJson(request, mended)
    }
    const { from_address: from, to_address: to } = json
    if (request.operation !== 'createRates' || !isObject(from) || !isObject(to)) return undefined
    const [sender, recipient] = [mend(from), mend(to)]
    if (sender === undefined && recipient === undefined) return undefined
    return withJson(request, { ...json, from_address: sender ?? from, to_address: recipient ?? to })
  }
}

function completing(field: string, value: string): Alteration {
  return {
    request: changed((address) => (field in address ? undefined : { ...address, [field]: value })),
  }
}
