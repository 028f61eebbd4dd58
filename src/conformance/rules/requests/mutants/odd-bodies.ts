import type { Json } from '../../../../variations/json-responses.ts'
import {
  headerOf,
  jsonOf,
  type WireRequest,
  type WireResponse,
  withJson,
} from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, createCrashResponse, respondInstead } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'

const makeInvalidFieldError = (): WireResponse => buildErrorResponse(422, 'VALIDATION.FIELD.INVALID')

const bodyObjectOf = (request: WireRequest): Json => {
  const json = jsonOf(request)
  return isObject(json) ? json : {}
}

const parcelOf = (request: WireRequest): Json => {
  const { parcel } = bodyObjectOf(request)
  return request.operation === 'createRates' && isObject(parcel) ? parcel : {}
}

const parcelSizesOf = (request: WireRequest): readonly number[] => {
  const { length, width, height } = parcelOf(request)
  return [length, width, height].filter((each) => typeof each === 'number')
}

const isNotObject = (json: unknown): boolean =>
  json === null || Array.isArray(json) || typeof json === 'string'

/** Deliberately broken services that respond wrongly to malformed and other unusual bodies. */
export const oddBodyMutants: readonly Mutant[] = [
  buildMutant('sizes-below-zero', 'POST /v1/rates treats negative sizes of a parcel as positive ones.')
    .kills('VAL-110')
    .by({
      request: (request) => {
        const { length, width, height } = parcelOf(request)
        if (parcelSizesOf(request).every((each) => each >= 0)) return undefined
        const toAbsolute = (value: unknown): number => Math.abs(Number(value))
        const sizes = { length: toAbsolute(length), width: toAbsolute(width), height: toAbsolute(height) }
        return withJson(request, { ...bodyObjectOf(request), parcel: { ...parcelOf(request), ...sizes } })
      },
    }),
  buildMutant('null-crashes', 'A request with a field that is null returns 500.')
    .kills('VAL-111')
    .by(
      respondInstead((request) => Object.values(bodyObjectOf(request)).includes(null), createCrashResponse),
    ),
  buildMutant('bare-json-crashes', 'A request whose JSON body is not an object returns 500.')
    .kills('VAL-112')
    .by(
      respondInstead(
        (request) => request.operation !== undefined && isNotObject(jsonOf(request)),
        createCrashResponse,
      ),
    ),
  buildMutant('null-item-crashes', 'A batch with an item that is null returns 500.')
    .kills('VAL-113')
    .by(
      respondInstead((request) => {
        const { items } = bodyObjectOf(request)
        return Array.isArray(items) && items.includes(null)
      }, createCrashResponse),
    ),
  buildMutant('charset-refused', 'A body whose Content-Type names a charset is refused.')
    .kills('VAL-114')
    .by(
      respondInstead(
        (request) => headerOf(request, 'content-type')?.includes('charset') === true,
        makeInvalidFieldError,
      ),
    ),
  buildMutant('fractional-weight-refused', 'Parcels whose weight is not a whole number are refused.')
    .kills('VAL-115')
    .by(
      respondInstead((request) => {
        const { weight_oz: weight } = parcelOf(request)
        return typeof weight === 'number' && !Number.isInteger(weight)
      }, makeInvalidFieldError),
    ),
  buildMutant('fractional-sizes-refused', 'Parcels whose sizes are not whole numbers are refused.')
    .kills('VAL-115')
    .by(
      respondInstead(
        (request) => parcelSizesOf(request).some((each) => !Number.isInteger(each)),
        makeInvalidFieldError,
      ),
    ),
]
