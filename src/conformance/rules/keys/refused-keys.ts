import { randomBytes } from 'node:crypto'
import { expectError } from '../../http/expect.ts'
import { type OperationName, operationNames, operationOf } from '../../http/operation.ts'
import type { ErrorCode } from '../../http/spec-error.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import { makeValidRequest, setupRequests } from '../support/requests.ts'
import { rule } from '../support/rules-on.ts'

/** For each operation: the id of the rule that a request without a key is refused, and the statements that the rule checks. */
export const missingKeyRules: readonly (readonly [RuleId, Judged, OperationName])[] = [
  ['KEY-101', ['AUTHENTICATION-31', 'ENDPOINTS-6', 'ERRORS-18', 'ERRORS-19'], 'validateAddress'],
  ['KEY-102', ['AUTHENTICATION-31', 'ENDPOINTS-15'], 'createRates'],
  ['KEY-103', ['AUTHENTICATION-31', 'ENDPOINTS-33'], 'buyLabel'],
  ['KEY-104', ['AUTHENTICATION-31', 'ENDPOINTS-50'], 'getLabel'],
  ['KEY-105', ['AUTHENTICATION-31', 'ENDPOINTS-57'], 'voidLabel'],
  ['KEY-106', ['AUTHENTICATION-31', 'ENDPOINTS-62'], 'registerTracker'],
  ['KEY-107', ['AUTHENTICATION-31', 'ENDPOINTS-66'], 'getTracker'],
  ['KEY-108', ['AUTHENTICATION-31', 'ENDPOINTS-74'], 'listCarrierAccounts'],
  ['KEY-109', ['AUTHENTICATION-31', 'ENDPOINTS-81'], 'createBatch'],
  ['KEY-110', ['AUTHENTICATION-31', 'ENDPOINTS-88'], 'buyBatch'],
  ['KEY-111', ['AUTHENTICATION-31', 'ENDPOINTS-93'], 'getBatch'],
  [
    'KEY-112',
    ['AUTHENTICATION-31', 'CONVENTIONS-1', 'ENDPOINTS-1', 'ENDPOINTS-97', 'ERRORS-19'],
    'getWallet',
  ],
  ['KEY-113', ['AUTHENTICATION-31', 'ENDPOINTS-100'], 'listDeliveries'],
]

const chargingOperations: readonly OperationName[] = ['buyLabel', 'createBatch', 'buyBatch']

/** Creates a rule that sends valid requests with one kind of bad key, and checks that every operation refuses the key with `code`. */
function makeRefusedKeyRule(
  id: RuleId,
  judges: Judged,
  {
    kind,
    code,
    needs,
    keyOf,
  }: {
    readonly kind: string
    readonly code: ErrorCode
    readonly needs: readonly ('key:test' | 'key:revoked' | 'key:expired')[]
    readonly keyOf: (t: RuleContext) => Promise<string>
  },
): Rule {
  return rule(id, `${kind} is refused at every endpoint.`)
    .with({
      needs,
      requests: { ...Object.fromEntries(operationNames.map((name) => [name, 1])), createRates: 3 },
      requestsOnce: { createRates: 6, buyLabel: 4, registerTracker: 1, createBatch: 2 },
    })
    .judges(...judges)
    .by(async (t) => {
      const value = await keyOf(t)
      // If a broken service accepted the key, a purchase could charge the wallet of an unknown client.
      const mayCost = !t.isOwnAccount && value.startsWith('pr_live_')
      for (const operation of operationNames) {
        if (mayCost && chargingOperations.includes(operation)) continue
        const request = await makeValidRequest(t, operation, { isRefused: true })
        expectError(await t.call(operation, { ...request, key: { value } }), code)
      }
      if (mayCost)
        t.notJudged(
          'live keys are not sent to endpoints that could charge a wallet; all other endpoints refused the key',
        )
    })
}

export const refusedKeyRules: readonly Rule[] = [
  makeRefusedKeyRule('KEY-026', ['AUTHENTICATION-32'], {
    kind: 'An unknown key',
    code: 'AUTH.KEY.INVALID',
    needs: ['key:test'],
    keyOf: async () => `pr_test_${randomBytes(16).toString('hex')}`,
  }),
  makeRefusedKeyRule('KEY-027', ['AUTHENTICATION-34'], {
    kind: 'A revoked key',
    code: 'AUTH.KEY.REVOKED',
    needs: ['key:test', 'key:revoked'],
    keyOf: (t) => t.key('revoked'),
  }),
  makeRefusedKeyRule('KEY-028', ['AUTHENTICATION-36'], {
    kind: 'An expired key',
    code: 'AUTH.KEY.EXPIRED',
    needs: ['key:test', 'key:expired'],
    keyOf: (t) => t.key('expired'),
  }),
  ...missingKeyRules.map(([id, judges, operation]) => {
    const { endpoint } = operationOf(operation)
    return rule(id, `${endpoint} refuses a request without a key.`)
      .on(operation, {
        requests: { createRates: 1, [operation]: operation === 'createRates' ? 2 : 1, getWallet: 2 },
        requestsOnce: setupRequests,
      })
      .judges(...judges)
      .by(async (t) => {
        await t.setup.works('The wallet with a good key', t.call('getWallet'))
        const request = await makeValidRequest(t, operation, { isRefused: true })
        expectError(await t.call(operation, { ...request, key: null }), 'AUTH.KEY.MISSING')
      })
  }),
]
