import { isObject } from '../json.ts'
import { errorOf, replaceErrorCode } from '../json-responses.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, withJson } from '../wire.ts'

/** Variations of the contents of errors. */
export const errorContentVariations: readonly Variation[] = [
  {
    id: 'more-scopes-than-stated',
    what: 'Every key also has a scope for webhooks, and errors list this scope.',
    silent: { statement: 'AUTHENTICATION-30' },
    open: () => ({
      response: (response) => {
        const error = errorOf(response)
        const held = error?.['key_scopes']
        if (!Array.isArray(held)) return undefined
        return withJson(response, { error: { ...error, key_scopes: ['webhooks:read', ...held] } })
      },
    }),
  },
  {
    id: 'no-text-is-nothing',
    what: 'A tracking number that is an object is reported as missing, not as invalid.',
    silent: { choice: 7 },
    open: () => ({
      response: (response, request) => {
        const error = errorOf(response)
        const body = jsonOf(request)
        const isOther = isObject(body) && isObject(body['tracking_number'])
        if (error?.['code'] !== 'VALIDATION.FIELD.INVALID' || !isOther) return undefined
        return replaceErrorCode(response, 'VALIDATION.FIELD.REQUIRED', { field: 'tracking_number' })
      },
    }),
  },
  {
    id: 'blank-is-invalid',
    what: 'A required field that is null or blank is refused as invalid, not as missing.',
    silent: { choice: 7 },
    open: () => ({
      response: (response, request) => {
        const error = errorOf(response)
        if (error?.['code'] !== 'VALIDATION.FIELD.REQUIRED') return undefined
        if (readAtPath(jsonOf(request), String(error['field'])) === undefined) return undefined
        return replaceErrorCode(response, 'VALIDATION.FIELD.INVALID')
      },
    }),
  },
  {
    id: 'further-codes',
    what: 'A body that cannot be read at all has the code `VALIDATION.BODY.UNREADABLE`.',
    silent: { choice: 3 },
    offered: {
      changes: ['error codes'],
      because:
        'The specification has codes only for wrong fields. If a client does not know a code, it has to match its category.',
    },
    open: () => ({
      response: (response) => {
        const error = errorOf(response)
        const isWhole = error?.['field'] === 'body' || error?.['field'] === 'Content-Type'
        if (error?.['code'] !== 'VALIDATION.FIELD.INVALID' || !isWhole) return undefined
        return replaceErrorCode(response, 'VALIDATION.BODY.UNREADABLE')
      },
    }),
  },
  {
    id: 'other-request-codes',
    what: 'Errors that the specification does not document have codes of the category `HTTP`.',
    silent: { choice: 2 },
    offered: {
      changes: ['error codes'],
      because:
        'The specification documents no code for an unknown path, a wrong method or a body that is too large.',
    },
    open: () => ({
      response: (response) => {
        const code = String(errorOf(response)?.['code'])
        if (!code.startsWith('REQUEST.')) return undefined
        return replaceErrorCode(response, code.replace('REQUEST.', 'HTTP.'))
      },
    }),
  },
]

/** Returns the value in a parsed body at a path such as `items[3].parcel.weight_oz`; undefined if it is missing. */
function readAtPath(body: unknown, path: string): unknown {
  let value = body
  for (const name of path.split(/[.[\]]+/).filter((each) => each !== '')) {
    value = isObject(value) ? Reflect.get(value, name) : undefined
  }
  return value
}
