import { isUtf8 } from 'node:buffer'
import { fail } from '../specification/errors.ts'

export const maxDepth = 32

/** Throws VALIDATION.FIELD.INVALID with the message `field` and then `reason`, which together are a sentence. */
export function refuseField(field: string, reason: string): never {
  return fail('VALIDATION.FIELD.INVALID', {
    message: `${field} ${reason}.`,
    extras: { field },
    problems: [{ field, reason }],
  })
}

/** Returns the JSON object in a request body (choices 3, 4). Throws VALIDATION.FIELD.INVALID for any other body. */
export function parseJson(bytes: Uint8Array): unknown {
  const body = parseObject(decodeUtf8(bytes))
  if (isDeeperThan(body, maxDepth)) refuseDeepJson()
  return body
}

function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.length === 0) return refuseField('body', 'is empty; it must be a JSON object')
  if (!isUtf8(bytes)) return refuseField('body', 'is not valid UTF-8')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

function parseObject(text: string): object {
  const body = parseJsonText(text)
  return isObject(body) && !Array.isArray(body) ? body : refuseField('body', 'must be a JSON object')
}

/** Returns the JSON value in a text. Throws VALIDATION.FIELD.INVALID for a text that is not JSON. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuseInvalidJson()
  }
}

/** Throws VALIDATION.FIELD.INVALID for a body that is not JSON. */
export function refuseInvalidJson(): never {
  return refuseField('body', 'is not valid JSON')
}

/** Throws VALIDATION.FIELD.INVALID for a body that is nested too deeply. */
export function refuseDeepJson(): never {
  return refuseField('body', `must not be nested deeper than ${maxDepth} levels`)
}

/**
 * Whether a value is nested deeper than `depth`. The check stops at that depth, so that deep nesting cannot exhaust
 * the stack.
 */
export function isDeeperThan(value: object, depth: number): boolean {
  if (depth === 0) return true
  return Object.values(value).some((member) => isObject(member) && isDeeperThan(member, depth - 1))
}

/** Whether a value is an object or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
