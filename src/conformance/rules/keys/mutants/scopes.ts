import { errorOf, keyOf } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { type OperationName, operationOf } from '../../../http/operation.ts'
import { buildMutant, createMutantBuilder } from '../../../proof/builders.ts'
import { changeErrors } from '../../../proof/error-codes.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import { buildResponseMutant } from '../../../proof/stateful/stateful.ts'
import type { RuleId } from '../../../rule.ts'

/** For each operation: the rule that a key without its scope is refused, and the rule that a key with only its scope is accepted. */
const scopeRows: readonly (readonly [OperationName | 'download', RuleId, RuleId])[] = [
  ['validateAddress', 'SCOPE-001', 'SCOPE-101'],
  ['createRates', 'SCOPE-002', 'SCOPE-102'],
  ['buyLabel', 'SCOPE-003', 'SCOPE-103'],
  ['getLabel', 'SCOPE-004', 'SCOPE-104'],
  ['voidLabel', 'SCOPE-005', 'SCOPE-105'],
  ['getTracker', 'SCOPE-006', 'SCOPE-106'],
  ['listCarrierAccounts', 'SCOPE-007', 'SCOPE-107'],
  ['createBatch', 'SCOPE-008', 'SCOPE-108'],
  ['buyBatch', 'SCOPE-009', 'SCOPE-109'],
  ['getBatch', 'SCOPE-010', 'SCOPE-110'],
  ['getWallet', 'SCOPE-011', 'SCOPE-111'],
  ['download', 'SCOPE-012', 'SCOPE-112'],
]

const isRequestTo = (
  name: OperationName | 'download',
  request: { readonly operation?: string | undefined; readonly path: string },
): boolean => (name === 'download' ? request.path.endsWith('/download') : request.operation === name)

/** Creates a deliberately broken service that refuses keys with a single scope at one operation. */
function refuseSingleScopeKeys(name: OperationName | 'download'): Alteration {
  const narrow = new Set<string>()
  return {
    controlResponse: (response) => {
      const json = jsonOf(response)
      if (isObject(json) && Array.isArray(json['scopes']) && json['scopes'].length === 1)
        narrow.add(String(json['key']))
      return undefined
    },
    response: (response, request) =>
      isRequestTo(name, request) && response.status < 300 && narrow.has(keyOf(request))
        ? buildErrorResponse(403, 'AUTH.KEY.INSUFFICIENT_SCOPE', {
            required_scope: 'labels:write',
            key_scopes: [],
          })
        : undefined,
  }
}

function changeScopeError(change: (error: Record<string, unknown>) => Record<string, unknown>): Alteration {
  return {
    response: (response) => {
      const error = errorOf(response)
      return error?.['code'] === 'AUTH.KEY.INSUFFICIENT_SCOPE'
        ? withJson(response, { error: change(error) })
        : undefined
    },
  }
}

const buildScopeErrorMutant = createMutantBuilder(changeScopeError)

export const scopeMutants: readonly Mutant[] = [
  buildMutant('no-required-scope', 'The error about a scope does not name the needed scope.')
    .kills('ERR-009', 'SCOPE-011')
    .by(changeErrors(({ required_scope: _, ...rest }) => rest, 'AUTH.KEY.INSUFFICIENT_SCOPE')),
  buildMutant('no-key-scopes', 'The error about a scope does not list the scopes of the key.')
    .kills('ERR-010', 'SCOPE-011')
    .by(changeErrors(({ key_scopes: _, ...rest }) => rest, 'AUTH.KEY.INSUFFICIENT_SCOPE')),
  buildMutant('key-scopes-as-text', 'The error about a scope has the scopes of the key as one text.')
    .kills('ERR-010', 'SCOPE-002')
    .by(
      changeErrors(
        (error) => ({ ...error, key_scopes: String(error['key_scopes']) }),
        'AUTH.KEY.INSUFFICIENT_SCOPE',
      ),
    ),
  ...scopeRows.flatMap(([name, refuses, accepts]) => {
    const where = name === 'download' ? 'The download of a label' : operationOf(name).endpoint
    return [
      buildMutant(`any-scope-for-${name.toLowerCase()}`, `${where} accepts a key with any scope.`)
        .kills(refuses)
        .by({
          response: (response, request) =>
            isRequestTo(name, request) && errorOf(response)?.['code'] === 'AUTH.KEY.INSUFFICIENT_SCOPE'
              ? { ...withJson(response, { id: 'x' }), status: 200 }
              : undefined,
        }),
      buildMutant(
        `more-scopes-for-${name.toLowerCase()}`,
        `${where} refuses a key that has only the needed scope.`,
      )
        .kills(accepts)
        .by(() => refuseSingleScopeKeys(name)),
    ]
  }),
  buildScopeErrorMutant(
    'wrong-required-scope',
    'The error about a scope names a wrong scope as the needed one.',
  )
    .kills('SCOPE-002', 'SCOPE-201', 'SCOPE-011')
    .by((error) => ({ ...error, required_scope: 'admin' })),
  buildScopeErrorMutant('no-scopes-listed', 'The error about a scope has an empty list of scopes of the key.')
    .kills('SCOPE-002', 'SCOPE-201')
    .by((error) => ({ ...error, key_scopes: [] })),
  buildScopeErrorMutant(
    'one-scope-too-many',
    'The error about a scope lists the missing scope as a scope of the key.',
  )
    .kills('SCOPE-003', 'SCOPE-201')
    .by((error) => ({
      ...error,
      key_scopes: [
        ...(Array.isArray(error['key_scopes']) ? error['key_scopes'] : []),
        error['required_scope'],
      ],
    })),
  buildMutant('scope-as-401', 'The error about a missing scope says that the key is missing.')
    .kills('SCOPE-004', 'SCOPE-012')
    .by({
      response: (response) =>
        errorOf(response)?.['code'] === 'AUTH.KEY.INSUFFICIENT_SCOPE'
          ? buildErrorResponse(401, 'AUTH.KEY.INVALID')
          : undefined,
    }),
  buildMutant(
    'bare-scope-error-at-download',
    'The error of a download names neither the needed scope nor the scopes of the key.',
  )
    .kills('SCOPE-012')
    .by({
      response: (response, request) =>
        isRequestTo('download', request) && errorOf(response)?.['code'] === 'AUTH.KEY.INSUFFICIENT_SCOPE'
          ? buildErrorResponse(403, 'AUTH.KEY.INSUFFICIENT_SCOPE')
          : undefined,
    }),
  buildResponseMutant(
    'scopes-of-first-refused',
    'key_scopes always has the scopes of the first key that was refused.',
  )
    .kills('SCOPE-204')
    .by(() => {
      const first = new Map<string, unknown>()
      return (seen) => {
        const error = errorOf(seen.response)
        if (error === undefined || seen.code !== 'AUTH.KEY.INSUFFICIENT_SCOPE') return undefined
        const key_scopes = first.get(seen.account) ?? error['key_scopes']
        first.set(seen.account, key_scopes)
        return withJson(seen.response, { error: { ...error, key_scopes } })
      }
    }),
]
