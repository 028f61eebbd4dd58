import { isUtf8 } from 'node:buffer'
import { fail } from '../specification/errors.ts'

export const maxDepth = 32

export function refuseField(field: string, reason: string): never {
  return fail('VALIDATION.FIELD.INVALID', { message: `${field} ${reason}.`, extras: { field } })
}

/** A JSON body from its bytes (choices 3, 4). */
export function parseJson(bytes: Uint8Array): unknown {
  const body = readJson(bytes)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    refuseField('body', 'must be a JSON object')
  if (isDeeperThan(body, maxDepth)) refuseDepth()
  return body
}

function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return refuseField('body', 'is empty; it must be a JSON object')
  if (!isUtf8(bytes)) return refuseField('body', 'is not valid UTF-8')
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  } catch {
    return refuseField('body', 'is not valid JSON')
  }
}

export function refuseDepth(): never {
  return refuseField('body', `must not be nested deeper than ${maxDepth} levels`)
}

/** Goes no deeper than it has to, so that no nesting is too deep to be measured. */
export function isDeeperThan(value: object, depth: number): boolean {
  if (depth === 0) return true
  for (const key in value) {
    const member: unknown = Reflect.get(value, key)
    if (isObject(member) && isDeeperThan(member, depth - 1)) return true
  }
  return false
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
