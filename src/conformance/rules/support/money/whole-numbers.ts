import { isObject } from '../../../http/fields.ts'

/** All whole numbers of a JSON document. The fields of a wallet are not named, so any of them can be the balance. */
export function wholeNumbers(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value.flatMap(wholeNumbers)
  if (isObject(value)) return Object.values(value).flatMap(wholeNumbers)
  return typeof value === 'number' && Number.isSafeInteger(value) ? [value] : []
}
