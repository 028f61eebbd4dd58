import { errorOf } from '../../../../variations/json-responses.ts'
import { type WireRequest, type WireResponse, withJson } from '../../../../variations/wire.ts'
import { buildMutant, createCrashResponse, respondInstead } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { makeHtmlPage } from './errors.ts'

const hasMalformedId = ({ method, path }: WireRequest): boolean =>
  method === 'GET' && /^\/v1\/(?:labels|trackers|batches)\/(?!(?:lbl|trk|bat)_\w{24}$)[^/]+$/.test(path)

const isMethodRefusal = ({ status, body }: WireResponse): boolean =>
  status === 405 || body.includes('METHOD.NOT_ALLOWED')

/** Deliberately broken services that respond wrongly to malformed and other unusual requests. */
export const oddRequestMutants: readonly Mutant[] = [
  buildMutant('odd-ids-crash', 'A request with a malformed id returns 500.')
    .kills('ERR-018')
    .by(respondInstead(hasMalformedId, createCrashResponse)),
  buildMutant('page-for-bad-method', 'An unsupported method is refused with an HTML page.')
    .kills('ERR-019')
    .by({ response: (response) => (isMethodRefusal(response) ? makeHtmlPage(405) : undefined) }),
  buildMutant('bad-method-crashes', 'An unsupported method returns 500.')
    .kills('ERR-019')
    .by({ response: (response) => (isMethodRefusal(response) ? { ...response, status: 500 } : undefined) }),
  buildMutant('page-for-long-body', 'A body that is too long is refused with an HTML page.')
    .kills('ERR-020')
    .by(
      respondInstead(
        ({ body }) => body.length > 1_000_000,
        () => makeHtmlPage(413),
      ),
    ),
  {
    ...buildMutant('blank-suggestions', 'The suggestions for an ambiguous address are null.')
      .kills('ERR-013')
      .by({
        response: (response) => {
          const error = errorOf(response)
          return Array.isArray(error?.['suggestions'])
            ? withJson(response, { error: { ...error, suggestions: [null, null] } })
            : undefined
        },
      }),
    traffic: ['ADDR-005'],
  },
]
