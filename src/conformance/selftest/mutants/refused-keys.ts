import type { RuleId } from '../../rule.ts'
import { type OperationName, operationOf } from '../../wire/operation.ts'
import type { ErrorCode } from '../../wire/spec-error.ts'
import type { Mutant } from '../mutant.ts'
import { headerOf, type WireResponse } from '../wire.ts'
import { forgives, mutant } from './builders.ts'

/** Keys let in at some endpoints. */

const openTo: readonly (readonly [RuleId, OperationName])[] = [
  ['KEY-101', 'validateAddress'],
  ['KEY-102', 'createRates'],
  ['KEY-103', 'buyLabel'],
  ['KEY-104', 'getLabel'],
  ['KEY-105', 'voidLabel'],
  ['KEY-106', 'registerTracker'],
  ['KEY-107', 'getTracker'],
  ['KEY-108', 'listCarrierAccounts'],
  ['KEY-109', 'createBatch'],
  ['KEY-110', 'buyBatch'],
  ['KEY-111', 'getBatch'],
  ['KEY-112', 'getWallet'],
  ['KEY-113', 'listDeliveries'],
]

const kinds: readonly (readonly [string, RuleId, ErrorCode])[] = [
  ['An unknown', 'KEY-026', 'AUTH.KEY.INVALID'],
  ['A revoked', 'KEY-027', 'AUTH.KEY.REVOKED'],
  ['An expired', 'KEY-028', 'AUTH.KEY.EXPIRED'],
]

export const ok: WireResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
}

export const refusedKeyMutants: readonly Mutant[] = [
  ...kinds.flatMap(([which, rule, code]) => {
    const [, kind = ''] = which.split(' ')
    return [
      mutant(
        `${kind}-key-refused-at-wallet-alone`,
        `${which} key is refused for the wallet, and nowhere else.`,
        [rule],
        forgives(code, {}, ({ operation }) => operation !== 'getWallet'),
      ),
      ...(['buyLabel', 'voidLabel', 'listDeliveries'] as const).map((operation) =>
        mutant(
          `${kind}-key-for-${operation.toLowerCase()}`,
          `${which} key is taken by ${operationOf(operation).endpoint}.`,
          [rule],
          forgives(code, {}, (request) => request.operation === operation),
        ),
      ),
    ]
  }),
  ...openTo.map(([rule, operation]) =>
    mutant(
      `no-key-for-${operation.toLowerCase()}`,
      `${operationOf(operation).endpoint} asks for no key.`,
      [rule],
      {
        request: (request) =>
          request.operation === operation && headerOf(request, 'authorization') === undefined
            ? ok
            : undefined,
      },
    ),
  ),
]
