import { headerOf, type WireResponse } from '../../../../variations/wire.ts'
import { operationOf } from '../../../http/operation.ts'
import type { ErrorCode } from '../../../http/spec-error.ts'
import { acceptInsteadOf, buildMutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import type { RuleId } from '../../../rule.ts'
import { missingKeyRules } from '../refused-keys.ts'

/** The kinds of keys that a service must refuse, with the rule and the error code of each. */
const refusedKeyKinds: readonly (readonly [string, RuleId, ErrorCode])[] = [
  ['An unknown', 'KEY-026', 'AUTH.KEY.INVALID'],
  ['A revoked', 'KEY-027', 'AUTH.KEY.REVOKED'],
  ['An expired', 'KEY-028', 'AUTH.KEY.EXPIRED'],
]

/** A successful response with an empty JSON object. */
export const okResponse: WireResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
}

/** Deliberately broken services with API endpoints for functions that only the dashboard has. */
const absentEndpointMutants: readonly Mutant[] = ['accounts', 'api-keys'].map((name) =>
  buildMutant(`${name}-by-the-api`, `POST /v1/${name} exists.`)
    .kills('KEY-037')
    .by({
      request: ({ method, path }) => (method === 'POST' && path === `/v1/${name}` ? okResponse : undefined),
    }),
)

export const refusedKeyMutants: readonly Mutant[] = [
  ...refusedKeyKinds.flatMap(([which, rule, code]) => {
    const [, kind = ''] = which.split(' ')
    return [
      buildMutant(`${kind}-key-refused-at-wallet-alone`, `${which} key is refused only by GET /v1/wallet.`)
        .kills(rule)
        .by(acceptInsteadOf(code, {}, ({ operation }) => operation !== 'getWallet')),
      ...(['buyLabel', 'voidLabel'] as const).map((operation) =>
        buildMutant(
          `${kind}-key-for-${operation.toLowerCase()}`,
          `${which} key is accepted by ${operationOf(operation).endpoint}.`,
        )
          .kills(rule)
          .by(acceptInsteadOf(code, {}, (request) => request.operation === operation)),
      ),
    ]
  }),
  ...missingKeyRules.map(([rule, , operation]) =>
    buildMutant(`no-key-for-${operation.toLowerCase()}`, `${operationOf(operation).endpoint} needs no key.`)
      .kills(rule)
      .by({
        request: (request) =>
          request.operation === operation && headerOf(request, 'authorization') === undefined
            ? okResponse
            : undefined,
      }),
  ),
  ...absentEndpointMutants,
]
