import type { Json } from '../../../../variations/json-responses.ts'
import {
  headerOf,
  jsonOf,
  type WireRequest,
  type WireResponse,
  withJson,
} from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { answerInstead, crashResponse, mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { errorResponseOf } from '../../../proof/refusal.ts'

const makeInvalidFieldError = (): WireResponse => errorResponseOf(422, 'VALIDATION.FIELD.INVALID')

const objectIn = (request: WireRequest): Json => {
  const json = jsonOf(request)
  return isObject(json) ? json : {}
}

const parcelIn = (request: WireRequest): Json => {
  const { parcel } = objectIn(request)
  return request.operation === 'createRates' && isObject(parcel) ? parcel : {}
}

const sizesIn = (request: WireRequest): readonly number[] => {
  const { length, width, height } = parcelIn(request)
  return [length, width, height].filter((each) => typeof each === 'number')
}

const isNoObject = (json: unknown): boolean =>
  json === null || Array.isArray(json) || typeof json === 'string'

/** Services that respond wrongly to unusual bodies, valid and malformed. */
export const oddBodyMutants: readonly Mutant[] = [
  mutant('sizes-below-zero', 'Negative sizes are accepted as positive ones.')
    .kills('VAL-110')
    .by({
      request: (request) => {
        const { length, width, height } = parcelIn(request)
        if (sizesIn(request).every((each) => each >= 0)) return undefined
        const toAbsolute = (value: unknown): number => Math.abs(Number(value))
        const sizes = { length: toAbsolute(length), width: toAbsolute(width), height: toAbsolute(height) }
        return withJson(request, { ...objectIn(request), parcel: { ...parcelIn(request), ...sizes } })
      },
    }),
  mutant('null-crashes', 'A field that is null returns 500.')
    .kills('VAL-111')
    .by(answerInstead((request) => Object.values(objectIn(request)).includes(null), crashResponse)),
  mutant('bare-json-crashes', 'A body that is not an object returns 500.')
    .kills('VAL-112')
    .by(
      answerInstead(
        (request) => request.operation !== undefined && isNoObject(jsonOf(request)),
        crashResponse,
      ),
    ),
  mutant('null-item-crashes', 'An item that is null returns 500.')
    .kills('VAL-113')
    .by(
      answerInstead((request) => {
        const { items } = objectIn(request)
        return Array.isArray(items) && items.includes(null)
      }, crashResponse),
    ),
  mutant('charset-refused', 'Bodies that name their charset are refused.')
    .kills('VAL-114')
    .by(
      answerInstead(
        (request) => headerOf(request, 'content-type')?.includes('charset') === true,
        makeInvalidFieldError,
      ),
    ),
  mutant('fractional-weight-refused', 'A weight has to be a whole number.')
    .kills('VAL-115')
    .by(
      answerInstead((request) => {
        const { weight_oz: weight } = parcelIn(request)
        return typeof weight === 'number' && !Number.isInteger(weight)
      }, makeInvalidFieldError),
    ),
  mutant('fractional-sizes-refused', 'Sizes have to be whole numbers.')
    .kills('VAL-115')
    .by(
      answerInstead(
        (request) => sizesIn(request).some((each) => !Number.isInteger(each)),
        makeInvalidFieldError,
      ),
    ),
]
