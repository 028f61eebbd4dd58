import { errorOf, isLive } from '../../../../variations/json-responses.ts'
import { acceptInsteadOf, buildMutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildRepetitionMutant } from '../../../proof/stateful/repeated.ts'
import { buildResponseMutant, withError, withFields } from '../../../proof/stateful/stateful.ts'

/** Deliberately broken services that accept expired keys, or refuse good keys after earlier refusals. */
export const keyLifetimeMutants: readonly Mutant[] = [
  buildMutant('live-keys-never-expire', 'An expired live key is accepted.')
    .kills('KEY-046')
    .by(acceptInsteadOf('AUTH.KEY.EXPIRED', { balance_cents: 5 }, isLive)),
  buildMutant('revoked-live-key-downloads', 'A revoked live key still gets the PDF of a label.')
    .kills('KEY-047')
    .by({
      response: (response, request) =>
        request.path.endsWith('/download') &&
        isLive(request) &&
        errorOf(response)?.['code'] === 'AUTH.KEY.REVOKED'
          ? { ...response, status: 200, body: Buffer.from('%PDF-1.7 %%EOF') }
          : undefined,
    }),
  buildMutant('live-voids-without-scope', 'A live key without the scope labels:write can void labels.')
    .kills('KEY-047')
    .by(
      acceptInsteadOf(
        'AUTH.KEY.INSUFFICIENT_SCOPE',
        {},
        (request) => isLive(request) && request.operation === 'voidLabel',
      ),
    ),
  buildRepetitionMutant(
    'client-shut-out',
    'After five requests without the needed scope, all requests of a client are refused.',
  )
    .kills('KEY-044')
    .by({
      counts: ({ code }) => code === 'AUTH.KEY.INSUFFICIENT_SCOPE',
      most: 5,
      changes: (seen) => withError(seen, [401, 'AUTH.KEY.REVOKED']),
    }),
  buildResponseMutant(
    'log-of-each-key',
    'The delivery log shows a key only the deliveries for its own purchases.',
  )
    .kills('KEY-045')
    .by(() => {
      const buyers = new Set<string>()
      return (seen) => {
        if (seen.operation === 'buyLabel') buyers.add(seen.key)
        const isForeign = seen.operation === 'listDeliveries' && seen.isGood && !buyers.has(seen.key)
        return isForeign ? withFields(seen, { deliveries: [] }) : undefined
      }
    }),
]
