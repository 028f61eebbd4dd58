import { jsonOf, withHeader } from '../../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../../src/conformance/wire/fields.ts'
import {
  acceptsInsteadOf,
  answersWith,
  confuses,
  errorIn,
  isAbout,
  isOf,
  refused,
  refusesWith,
  sent,
} from '../answers.ts'
import { listed } from '../breakage.ts'

/** What a request may be, and which check comes first (choices 1 to 7). */

export const requestChoices = listed({
  1: [
    answersWith('The key is looked at before the path.', (response, request) =>
      response.status === 404 && !('authorization' in request.headers)
        ? refused(response, 'AUTH.KEY.MISSING')
        : undefined,
    ),
    confuses('AUTH.RATE_LIMIT.EXCEEDED', 'AUTH.KEY.INSUFFICIENT_SCOPE'),
    answersWith('The limit is looked at before the key.', (response) =>
      errorIn(response)?.['code'] === 'AUTH.KEY.REVOKED'
        ? { ...refused(response, 'AUTH.RATE_LIMIT.EXCEEDED'), status: 429 }
        : undefined,
    ),
    confuses(
      'AUTH.KEY.INSUFFICIENT_SCOPE',
      'VALIDATION.FIELD.INVALID',
      (_, request) => jsonOf(request) === undefined,
    ),
    confuses('AUTH.KEY.SANDBOX_IN_PRODUCTION', 'RATE.EXPIRED'),
    confuses('VALIDATION.FIELD.INVALID', 'AUTH.KEY.SANDBOX_IN_PRODUCTION', isAbout(/^rate_id$/)),
  ],
  2: [
    confuses('REQUEST.METHOD.NOT_ALLOWED', 'REQUEST.ROUTE.NOT_FOUND'),
    confuses('REQUEST.ROUTE.NOT_FOUND', 'REQUEST.METHOD.NOT_ALLOWED'),
    answersWith('Allow is missing.', (response) => withHeader(response, 'Allow', undefined)),
    answersWith('HEAD is taken nowhere.', (response, { method }) =>
      method === 'HEAD' && response.status !== 405 ? { ...response, status: 405 } : undefined,
    ),
    answersWith('HEAD is taken everywhere.', (response, { method }) =>
      method === 'HEAD' && response.status === 405 ? { ...response, status: 200 } : undefined,
    ),
    answersWith('Another method counts.', (response) =>
      response.status === 405 && response.headers['x-ratelimit-remaining'] !== undefined
        ? withHeader(response, 'X-RateLimit-Remaining', '298')
        : undefined,
    ),
    answersWith('A path that is not there has a limit.', (response) =>
      errorIn(response)?.['code'] === 'REQUEST.ROUTE.NOT_FOUND'
        ? withHeader(response, 'X-RateLimit-Limit', '300')
        : undefined,
    ),
  ],
  3: [
    acceptsInsteadOf('VALIDATION.FIELD.INVALID', isAbout(/^body$/)),
    acceptsInsteadOf('VALIDATION.FIELD.INVALID', isAbout(/^Content-Type$/)),
    refusesWith('No field is named.', 'VALIDATION.FIELD.INVALID', ({ field: _, ...rest }) => rest),
  ],
  4: [
    confuses('REQUEST.BODY.TOO_LARGE', 'VALIDATION.FIELD.INVALID'),
    acceptsInsteadOf('VALIDATION.FIELD.INVALID', isAbout(/^body$/)),
    acceptsInsteadOf('VALIDATION.FIELD.INVALID', isAbout(/name$|^rate_id$/)),
    confuses('BATCH.SIZE.EXCEEDED', 'REQUEST.BODY.TOO_LARGE'),
    answersWith('A body must be smaller than 256 KiB.', (response, { body }) =>
      body.length === 256 * 1024
        ? { ...refused(response, 'REQUEST.BODY.TOO_LARGE'), status: 413 }
        : undefined,
    ),
  ],
  5: [
    refusesWith('A field within a field has its own name alone.', undefined, ({ field, ...rest }) => {
      const last = String(field).split('.').at(-1)
      return last === String(field) ? undefined : { ...rest, field: last }
    }),
  ],
  6: [
    answersWith('What is not known is refused.', (response, request) =>
      isOf(request, 'createRates') && 'note' in sent(request)
        ? refused(response, 'VALIDATION.FIELD.INVALID')
        : undefined,
    ),
  ],
  7: [
    acceptsInsteadOf('VALIDATION.FIELD.INVALID', isAbout(/^parcel\./)),
    acceptsInsteadOf('VALIDATION.FIELD.INVALID', isAbout(/rate_cents$/)),
    answersWith('A weight must be a whole number.', (response, request) => {
      const { parcel } = sent(request)
      const isWhole = !isObject(parcel) || Number.isInteger(parcel['weight_oz'])
      return isWhole || response.status !== 200 ? undefined : refused(response, 'VALIDATION.FIELD.INVALID')
    }),
  ],
})
