import { isObject } from '../../../http/fields.ts'

/**
 * Returns all whole numbers of a JSON document. The specification does not name the fields of a wallet, so any of the
 * numbers can be the balance.
 */
export function collectWholeNumbers(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value.flatMap(collectWholeNumbers)
  if (isObject(value)) return Object.values(value).flatMap(collectWholeNumbers)
  return typeof value === 'number' && Number.isSafeInteger(value) ? [value] : []
}
