import { errorOf, type Json } from '../../../../variations/json-responses.ts'
import { jsonOf, type WireRequest, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { acceptInsteadOf, buildMutant } from '../../../proof/builders.ts'
import { changeErrors } from '../../../proof/error-codes.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import type { RuleId } from '../../../rule.ts'

const isRequestFor = (operation: string) => (request: { readonly operation: string | undefined }) =>
  request.operation === operation

const missingFieldRows: readonly (readonly [string, readonly [RuleId, ...RuleId[]], unknown])[] = [
  ['buyLabel', ['VAL-001'], { id: 'lbl_1', tracking_number: '9999' }],
  ['createRates', ['VAL-002', 'VAL-003', 'VAL-004', 'RATE-016', 'RATE-017'], { rates: [] }],
  ['registerTracker', ['VAL-005', 'VAL-006'], { id: 'trk_1' }],
  ['createBatch', ['VAL-007'], { id: 'bat_1', total_cost_cents: 0 }],
]

const invalidFieldRows: readonly (readonly [string, readonly [RuleId, ...RuleId[]], unknown])[] = [
  ['createRates', ['VAL-101', 'VAL-102', 'VAL-103'], { rates: [] }],
  ['buyLabel', ['VAL-104'], { id: 'lbl_1', tracking_number: '9999' }],
  ['registerTracker', ['VAL-105'], { id: 'trk_1' }],
  ['createBatch', ['VAL-106'], { id: 'bat_1', total_cost_cents: 0 }],
]

/** Deliberately broken services that accept requests with missing or wrong fields, or report such fields wrongly. */
export const fieldMutants: readonly Mutant[] = [
  buildMutant('no-missing-field', 'The error about a missing field does not name the field.')
    .kills('ERR-011', 'VAL-001')
    .by(changeErrors(({ field: _, ...rest }) => rest, 'VALIDATION.FIELD.REQUIRED')),
  ...missingFieldRows.map(([operation, kills, json]) =>
    buildMutant(
      `missing-fields-at-${operation.toLowerCase()}`,
      `${operation} accepts bodies with missing fields.`,
    )
      .kills(...kills)
      .by(acceptInsteadOf('VALIDATION.FIELD.REQUIRED', json, isRequestFor(operation))),
  ),
  ...invalidFieldRows.map(([operation, kills, json]) =>
    buildMutant(`invalid-fields-at-${operation.toLowerCase()}`, `${operation} accepts fields of any type.`)
      .kills(...kills)
      .by(acceptInsteadOf('VALIDATION.FIELD.INVALID', json, isRequestFor(operation))),
  ),
  buildMutant('missing-as-invalid', 'A missing field is reported as invalid.')
    .kills('VAL-001', 'VAL-002', 'VAL-003', 'VAL-004', 'VAL-005', 'VAL-006')
    .by({
      response: (response) =>
        errorOf(response)?.['code'] === 'VALIDATION.FIELD.REQUIRED'
          ? buildErrorResponse(422, 'VALIDATION.FIELD.INVALID', { field: 'body' })
          : undefined,
    }),
  buildMutant('wrong-field-named', 'The error about a missing field names another field.')
    .kills('VAL-001', 'VAL-003', 'VAL-007')
    .by({
      response: (response) => {
        const error = errorOf(response)
        return error?.['code'] === 'VALIDATION.FIELD.REQUIRED'
          ? withJson(response, { error: { ...error, field: 'body' } })
          : undefined
      },
    }),
  buildMutant('invalid-as-crash', 'A request with a field of the wrong type returns 500.')
    .kills('VAL-101', 'VAL-103', 'VAL-105', 'VAL-106')
    .by({
      response: (response) =>
        errorOf(response)?.['code'] === 'VALIDATION.FIELD.INVALID'
          ? buildErrorResponse(500, 'LABEL.CREATION.FAILED')
          : undefined,
    }),
  buildMutant('rates-without-streets', 'POST /v1/rates accepts addresses without a street.')
    .kills('VAL-008')
    .by(addMissingField('street1', '1 Main St')),
  buildMutant('objects-as-cities', 'POST /v1/rates accepts an object as the city of an address.')
    .kills('VAL-107', 'VAL-108')
    .by({
      request: changeRequestAddresses((address) =>
        isObject(address['city']) ? { ...address, city: 'Austin', state: 'TX', zip: '78701' } : undefined,
      ),
    }),
  ...(['length', 'height'] as const).map((size) =>
    buildMutant(`worded-${size}`, `POST /v1/rates accepts a word as the ${size} of a parcel.`)
      .kills('VAL-109')
      .by({
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
  buildMutant('outer-field-named', 'The error names the object around a missing field instead of the field.')
    .kills('VAL-008')
    .by({
      response: (response) => {
        const error = errorOf(response)
        const [outer, ...inner] = String(error?.['field'] ?? '').split('.')
        return error?.['code'] === 'VALIDATION.FIELD.REQUIRED' && inner.length > 0
          ? withJson(response, { error: { ...error, field: outer } })
          : undefined
      },
    }),
]

/** Returns a function that replaces wrong addresses of a request by correct ones, so that a broken service accepts the request. */
function changeRequestAddresses(correct: (address: Json) => Json | undefined) {
  return (request: WireRequest): WireRequest | undefined => {
    const json = jsonOf(request)
    if (!isObject(json)) return undefined
    if (request.operation === 'validateAddress') {
      const mended = correct(json)
      return mended === undefined ? undefined : withJson(request, mended)
    }
    const { from_address: from, to_address: to } = json
    if (request.operation !== 'createRates' || !isObject(from) || !isObject(to)) return undefined
    const [sender, recipient] = [correct(from), correct(to)]
    if (sender === undefined && recipient === undefined) return undefined
    return withJson(request, { ...json, from_address: sender ?? from, to_address: recipient ?? to })
  }
}

/** Creates an alteration that adds a missing address field to requests, for a broken service that does not require it. */
function addMissingField(field: string, value: string): Alteration {
  return {
    request: changeRequestAddresses((address) =>
      field in address ? undefined : { ...address, [field]: value },
    ),
  }
}
