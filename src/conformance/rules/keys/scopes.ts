import operations from '../../../../fixtures/spec/operations.json' with { type: 'json' }
import scopes from '../../../../fixtures/spec/scopes.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import { expectAccepted, expectAnswer, expectError, expectSuccess, expectThat } from '../../http/expect.ts'
import { ControlFailed } from '../../http/failures.ts'
import { isObject } from '../../http/fields.ts'
import { type OperationName, operationOf } from '../../http/operation.ts'
import { showField } from '../../http/show.ts'
import { keysOf } from '../../keys-of.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged, StatementId } from '../../section.ts'
import { downloadPathOf, isDownloadResponse } from '../support/downloads.ts'
import { readKeyScopes } from '../support/error-envelope.ts'
import { makeValidRequest, makeWellFormedRequest } from '../support/requests.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

const allScopes = keysOf(scopes)

/** The operations for which the specification requires a scope. */
type ScopedOperation = Exclude<OperationName, 'listDeliveries'>

const requiredScopeOf = (operation: ScopedOperation): string => operations[operation].scope

/**
 * An operation with a documented scope: the rule that a key without the scope is refused, the rule that a key with
 * only the scope is accepted, and the statements of the specification.
 */
type ScopeRow = readonly [ScopedOperation, refuses: RuleId, accepts: RuleId, ...Judged]

const scopeRows: readonly ScopeRow[] = [
  ['validateAddress', 'SCOPE-001', 'SCOPE-101', 'AUTHENTICATION-22', 'ENDPOINTS-7'],
  ['createRates', 'SCOPE-002', 'SCOPE-102', 'AUTHENTICATION-16', 'ENDPOINTS-16'],
  ['buyLabel', 'SCOPE-003', 'SCOPE-103', 'AUTHENTICATION-17', 'ENDPOINTS-34'],
  ['getLabel', 'SCOPE-004', 'SCOPE-104', 'AUTHENTICATION-19', 'ENDPOINTS-51'],
  ['voidLabel', 'SCOPE-005', 'SCOPE-105', 'AUTHENTICATION-18', 'ENDPOINTS-58'],
  ['getTracker', 'SCOPE-006', 'SCOPE-106', 'AUTHENTICATION-21', 'ENDPOINTS-67'],
  ['listCarrierAccounts', 'SCOPE-007', 'SCOPE-107', 'AUTHENTICATION-23', 'ENDPOINTS-75'],
  ['createBatch', 'SCOPE-008', 'SCOPE-108', 'AUTHENTICATION-24', 'ENDPOINTS-82'],
  ['buyBatch', 'SCOPE-009', 'SCOPE-109', 'AUTHENTICATION-25', 'ENDPOINTS-89'],
  ['getBatch', 'SCOPE-010', 'SCOPE-110', 'AUTHENTICATION-26', 'ENDPOINTS-94'],
  ['getWallet', 'SCOPE-011', 'SCOPE-111', 'AUTHENTICATION-27', 'ENDPOINTS-98'],
]

/** Further statements of the specification that only the rule about refused keys checks, by the id of this rule. */
const refusalStatements: Readonly<Partial<Record<RuleId, readonly StatementId[]>>> = {
  'SCOPE-001': ['AUTHENTICATION-28', 'AUTHENTICATION-29', 'AUTHENTICATION-30', 'ERRORS-26', 'ERRORS-27'],
  'SCOPE-011': ['RESOURCES-115'],
}

/** Checks that an error names the missing scope, and lists the scopes that the key has (`held`). Throws RuleBroken. */
function expectScopeRefusal(answer: Answer, scope: string, held: readonly string[]): void {
  const error = expectError(answer, 'AUTH.KEY.INSUFFICIENT_SCOPE')
  error.expect('required_scope', scope)
  const listed = readKeyScopes(error, answer)
  // A key may have further scopes that the specification does not name.
  const documented: readonly unknown[] = allScopes
  const known = listed.filter((each) => documented.includes(each))
  const same = known.sort().join() === [...held].sort().join()
  expectThat(same, {
    expected: `key_scopes ${held.join(', ') || 'as an empty list'}`,
    actual: showField('key_scopes', listed),
    answer,
  })
}

/** Operations that neither create nor charge anything. */
const harmlessOperations = ['createRates', 'validateAddress', 'listCarrierAccounts'] as const

/** Creates a key without scopes. Ends the rule as skipped if the target refuses to create the key, or gives the key all scopes. */
async function createKeyWithoutScopes(t: RuleContext): Promise<string> {
  try {
    const { id, key } = await t.account.keys.create({ environment: 'test', scopes: [] })
    const list = await t.account.call('GET', '/keys')
    const keys = isObject(list) && Array.isArray(list['keys']) ? list['keys'].filter(isObject) : []
    const held = keys.find((each) => each['id'] === id)?.['scopes']
    if (Array.isArray(held) && held.length === 0) return key
  } catch (error) {
    if (!(error instanceof ControlFailed) || error.lost !== undefined) throw error
  }
  t.notJudged('the control protocol does not create a key with an empty list of scopes')
}

const listScopesWithout = (scope: string): readonly string[] => allScopes.filter((each) => each !== scope)

const makeDownloadRule = rulesOn('getLabel', { needs: ['key:any-scope'] })

const makeScopeRule = rulesOn(null, { needs: ['key:any-scope'] })

export const scopeRules: readonly Rule[] = [
  ...scopeRows.flatMap(([operation, refuses, accepts, ...judges]) => {
    const { endpoint } = operationOf(operation)
    const scope = requiredScopeOf(operation)
    return [
      rule(
        refuses,
        `${endpoint} refuses a key with every scope except ${scope}, and names this scope and the scopes of the key.`,
      )
        .on(operation, { needs: ['key:any-scope'] })
        .judges(...judges, ...(refusalStatements[refuses] ?? []))
        .by(async (t) => {
          const held = listScopesWithout(scope)
          const request = await makeValidRequest(t, operation)
          const answer = await t.call(operation, {
            ...request,
            key: { value: await t.createKeyWithScopes(held) },
          })
          expectScopeRefusal(answer, scope, held)
          await t.setup.works('The same request with every scope', t.call(operation, request))
        }),
      rule(accepts, `${endpoint} accepts a key with only ${scope}.`)
        .on(operation, { needs: ['key:any-scope'] })
        .judges(...judges)
        .by(async (t) => {
          const request = await makeValidRequest(t, operation)
          const value = await t.createKeyWithScopes([scope])
          const other = operation === 'getWallet' ? 'listCarrierAccounts' : 'getWallet'
          const answer = await t.call(operation, { ...request, key: { value } })
          expectAccepted(answer)
          await t.setup.of('Another endpoint with this key', async () =>
            expectError(await t.call(other, { key: { value } }), 'AUTH.KEY.INSUFFICIENT_SCOPE'),
          )
        }),
    ]
  }),
  makeDownloadRule(
    'SCOPE-012',
    'The download of a label is refused without labels:read, and the error names this scope and the scopes of the key.',
  )
    .judges('AUTHENTICATION-20', 'ENDPOINTS-56')
    .by(async (t) => {
      const held = listScopesWithout('labels:read')
      const path = downloadPathOf((await t.setup.label()).id)
      const value = await t.createKeyWithScopes(held)
      expectScopeRefusal(await t.send({ method: 'GET', path, key: { value } }), 'labels:read', held)
      const open = await t.send({ method: 'GET', path, key: 'test' })
      await t.setup.of('The download with every scope', async () =>
        expectAnswer(open, isDownloadResponse(open), 'the PDF'),
      )
    }),
  makeDownloadRule('SCOPE-112', 'The PDF of a label is served to a key with only labels:read.')
    .judges('AUTHENTICATION-20', 'ENDPOINTS-56')
    .by(async (t) => {
      const path = downloadPathOf((await t.setup.label()).id)
      const value = await t.createKeyWithScopes(['labels:read'])
      const answer = await t.send({ method: 'GET', path, key: { value } })
      expectAnswer(answer, isDownloadResponse(answer), 'the PDF')
    }),
  makeScopeRule(
    'SCOPE-202',
    'A live key is refused by endpoints whose scope it does not have, like a test key.',
  )
    .judges('AUTHENTICATION-28')
    .by(async (t) => {
      const value = await t.createKeyWithScopes(['wallet:read'], 'live')
      await t.setup.works('The wallet with this key', t.call('getWallet', { key: { value } }))
      for (const operation of harmlessOperations) {
        const answer = await t.call(operation, { ...makeWellFormedRequest(t, operation), key: { value } })
        expectScopeRefusal(answer, requiredScopeOf(operation), ['wallet:read'])
      }
    }),
  makeScopeRule('SCOPE-203', 'A key without any scope is refused.')
    .judges('AUTHENTICATION-28', 'RESOURCES-115')
    .by(async (t) => {
      await t.setup.works('The wallet with a good key', t.call('getWallet'))
      const value = await createKeyWithoutScopes(t)
      for (const operation of [...harmlessOperations, 'getWallet'] as const) {
        const answer = await t.call(operation, { ...makeWellFormedRequest(t, operation), key: { value } })
        expectScopeRefusal(answer, requiredScopeOf(operation), [])
      }
    }),
  rule('SCOPE-201', 'A key with only wallet:read can read the wallet, and is refused for rates.')
    .with({ needs: ['key:test', 'key:limited'] })
    .judges('AUTHENTICATION-16', 'RESOURCES-115', 'AUTHENTICATION-27', 'AUTHENTICATION-28', 'ERRORS-27')
    .by(async (t) => {
      const value = await t.key('limited')
      expectSuccess(await t.call('getWallet', { key: { value } }))
      await t.setup.rates()
      const answer = await t.call('createRates', { body: t.setup.ratesBody(), key: { value } })
      expectScopeRefusal(answer, 'rates:read', ['wallet:read'])
      // The specification does not say which scopes these two operations need (choices 15).
      for (const operation of ['listDeliveries', 'registerTracker'] as const) {
        const { status } = await t.call(operation, { ...makeWellFormedRequest(t, operation), key: { value } })
        t.observe(`${operationOf(operation).endpoint} with wallet:read alone`, status)
      }
    }),
  rule('SCOPE-204', 'If two keys are refused, each error lists the scopes of its own key.')
    .on('createRates', { needs: ['key:any-scope'] })
    .judges('AUTHENTICATION-28')
    .by(async (t) => {
      for (const scope of ['wallet:read', 'tracking:read'] as const) {
        const value = await t.createKeyWithScopes([scope])
        const answer = await t.call('createRates', { body: t.setup.ratesBody(), key: { value } })
        expectScopeRefusal(answer, 'rates:read', [scope])
      }
    }),
]
