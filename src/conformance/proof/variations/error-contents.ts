import { isObject } from '../../http/fields.ts'
import { errorOf } from '../builders.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, withJson } from '../wire.ts'

/** Variations of the contents of errors. */
export const errorContentVariations: readonly Variation[] = [
  {
    id: 'more-scopes-than-stated',
    what: 'Every key has a scope for webhooks besides, and tells of it.',
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
    what: 'A tracking number that is no text is told as one that is missing.',
    open: () => ({
      response: (response, request) => {
        const error = errorOf(response)
        const body = jsonOf(request)
        const isOther = isObject(body) && isObject(body['tracking_number'])
        if (error?.['code'] !== 'VALIDATION.FIELD.INVALID' || !isOther) return undefined
        const code = 'VALIDATION.FIELD.REQUIRED'
        return withJson(response, { error: { ...error, code, field: 'tracking_number' } })
      },
    }),
  },
]
