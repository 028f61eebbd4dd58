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
import { downloadOf, isDownload } from '../support/downloads.ts'
import { scopesIn } from '../support/error-envelope.ts'
import { goodRequest, plainRequest } from '../support/requests.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

type Scope = keyof typeof scopes

const allScopes = keysOf(scopes)

/** An operation and the scope that the specification states for it. */
interface Gate {
  readonly refuses: RuleId
  readonly accepts: RuleId
  readonly judges: Judged
  /** The statements that only the refusal judges. */
  readonly refusal?: readonly StatementId[]
  readonly operation: OperationName
  readonly scope: Scope
}

const gates: readonly Gate[] = [
  {
    refuses: 'SCOPE-001',
    accepts: 'SCOPE-101',
    judges: ['AUTHENTICATION-22', 'ENDPOINTS-7'],
    refusal: ['AUTHENTICATION-28', 'AUTHENTICATION-29', 'AUTHENTICATION-30', 'ERRORS-26', 'ERRORS-27'],
    operation: 'validateAddress',
    scope: 'addresses:read',
  },
  {
    refuses: 'SCOPE-002',
    accepts: 'SCOPE-102',
    judges: ['AUTHENTICATION-16', 'ENDPOINTS-16'],
    operation: 'createRates',
    scope: 'rates:read',
  },
  {
    refuses: 'SCOPE-003',
    accepts: 'SCOPE-103',
    judges: ['AUTHENTICATION-17', 'ENDPOINTS-34'],
    operation: 'buyLabel',
    scope: 'labels:write',
  },
  {
    refuses: 'SCOPE-004',
    accepts: 'SCOPE-104',
    judges: ['AUTHENTICATION-19', 'ENDPOINTS-51'],
    operation: 'getLabel',
    scope: 'labels:read',
  },
  {
    refuses: 'SCOPE-005',
    accepts: 'SCOPE-105',
    judges: ['AUTHENTICATION-18', 'ENDPOINTS-58'],
    operation: 'voidLabel',
    scope: 'labels:write',
  },
  {
    refuses: 'SCOPE-006',
    accepts: 'SCOPE-106',
    judges: ['AUTHENTICATION-21', 'ENDPOINTS-67'],
    operation: 'getTracker',
    scope: 'tracking:read',
  },
  {
    refuses: 'SCOPE-007',
    accepts: 'SCOPE-107',
    judges: ['AUTHENTICATION-23', 'ENDPOINTS-75'],
    operation: 'listCarrierAccounts',
    scope: 'carrier-accounts:read',
  },
  {
    refuses: 'SCOPE-008',
    accepts: 'SCOPE-108',
    judges: ['AUTHENTICATION-24', 'ENDPOINTS-82'],
    operation: 'createBatch',
    scope: 'batches:write',
  },
  {
    refuses: 'SCOPE-009',
    accepts: 'SCOPE-109',
    judges: ['AUTHENTICATION-25', 'ENDPOINTS-89'],
    operation: 'buyBatch',
    scope: 'batches:write',
  },
  {
    refuses: 'SCOPE-010',
    accepts: 'SCOPE-110',
    judges: ['AUTHENTICATION-26', 'ENDPOINTS-94'],
    operation: 'getBatch',
    scope: 'batches:read',
  },
  {
    refuses: 'SCOPE-011',
    accepts: 'SCOPE-111',
    judges: ['AUTHENTICATION-27', 'ENDPOINTS-98'],
    refusal: ['RESOURCES-115'],
    operation: 'getWallet',
    scope: 'wallet:read',
  },
]

function expectRefusal(answer: Answer, scope: Scope, held: readonly string[]): void {
  const error = expectError(answer, 'AUTH.KEY.INSUFFICIENT_SCOPE')
  error.expect('required_scope', scope)
  const listed = scopesIn(error, answer)
  // A key may have further scopes that the specification does not name.
  const stated: readonly unknown[] = allScopes
  const known = listed.filter((each) => stated.includes(each))
  const same = known.sort().join() === [...held].sort().join()
  expectThat(same, {
    expected: `key_scopes ${held.join(', ') || 'with nothing in it'}`,
    actual: showField('key_scopes', listed),
    answer,
  })
}

/** Operations that neither make nor charge anything. */
const free = ['createRates', 'validateAddress', 'listCarrierAccounts'] as const

/** A key without scopes. Not judged if none can be made, or an empty list means all scopes. */
async function keyWithoutScopes(t: RuleContext): Promise<string> {
  try {
    const { id, key } = await t.account.keys.create({ environment: 'test', scopes: [] })
    const list = await t.account.call('GET', '/keys')
    const keys = isObject(list) && Array.isArray(list['keys']) ? list['keys'].filter(isObject) : []
    const held = keys.find((each) => each['id'] === id)?.['scopes']
    if (Array.isArray(held) && held.length === 0) return key
  } catch (error) {
    if (!(error instanceof ControlFailed) || error.lost !== undefined) throw error
  }
  t.notJudged('no key without scopes can be made')
}

const without = (scope: Scope): readonly Scope[] => allScopes.filter((each) => each !== scope)

const readingLabel = rulesOn('getLabel', { needs: ['key:any-scope'] })

const scoped = rulesOn(null, { needs: ['key:any-scope'] })

export const scopeRules: readonly Rule[] = [
  ...gates.flatMap(({ refuses, accepts, judges, refusal = [], operation, scope }) => {
    const { endpoint } = operationOf(operation)
    return [
      rule(refuses, `${endpoint} refuses a key that has every scope but ${scope}, and names both.`)
        .on(operation, { needs: ['key:any-scope'] })
        .judges(...judges, ...refusal)
        .by(async (t) => {
          const held = without(scope)
          const request = await goodRequest(t, operation)
          const answer = await t.call(operation, { ...request, key: { value: await t.keyWithScopes(held) } })
          expectRefusal(answer, scope, held)
          await t.setup.works('The same request with every scope', t.call(operation, request))
        }),
      rule(accepts, `${endpoint} accepts a key that has ${scope} alone.`)
        .on(operation, { needs: ['key:any-scope'] })
        .judges(...judges)
        .by(async (t) => {
          const request = await goodRequest(t, operation)
          const value = await t.keyWithScopes([scope])
          const other = operation === 'getWallet' ? 'listCarrierAccounts' : 'getWallet'
          const answer = await t.call(operation, { ...request, key: { value } })
          expectAccepted(answer)
          await t.setup.of('Another endpoint with this key', async () =>
            expectError(await t.call(other, { key: { value } }), 'AUTH.KEY.INSUFFICIENT_SCOPE'),
          )
        }),
    ]
  }),
  readingLabel('SCOPE-012', 'The PDF of a label is refused to a key without labels:read, and both are named.')
    .judges('AUTHENTICATION-20', 'ENDPOINTS-56')
    .by(async (t) => {
      const held = without('labels:read')
      const path = downloadOf((await t.setup.label()).id)
      const value = await t.keyWithScopes(held)
      expectRefusal(await t.send({ method: 'GET', path, key: { value } }), 'labels:read', held)
      const open = await t.send({ method: 'GET', path, key: 'test' })
      await t.setup.of('The download with every scope', async () =>
        expectAnswer(open, isDownload(open), 'the PDF'),
      )
    }),
  readingLabel('SCOPE-112', 'The PDF of a label is given to a key that has labels:read alone.')
    .judges('AUTHENTICATION-20', 'ENDPOINTS-56')
    .by(async (t) => {
      const path = downloadOf((await t.setup.label()).id)
      const value = await t.keyWithScopes(['labels:read'])
      const answer = await t.send({ method: 'GET', path, key: { value } })
      expectAnswer(answer, isDownload(answer), 'the PDF')
    }),
  scoped('SCOPE-202', 'A live key is held to its scopes as a test key is.')
    .judges('AUTHENTICATION-28')
    .by(async (t) => {
      const value = await t.keyWithScopes(['wallet:read'], 'live')
      await t.setup.works('The wallet with this key', t.call('getWallet', { key: { value } }))
      for (const operation of free) {
        const answer = await t.call(operation, { ...plainRequest(t, operation), key: { value } })
        const scope = gates.find((each) => each.operation === operation)?.scope
        if (scope !== undefined) expectRefusal(answer, scope, ['wallet:read'])
      }
    }),
  scoped('SCOPE-203', 'A key without any scope is refused.')
    .judges('AUTHENTICATION-28', 'RESOURCES-115')
    .by(async (t) => {
      await t.setup.works('The wallet with a good key', t.call('getWallet'))
      const value = await keyWithoutScopes(t)
      for (const operation of [...free, 'getWallet'] as const) {
        const answer = await t.call(operation, { ...plainRequest(t, operation), key: { value } })
        const scope = gates.find((each) => each.operation === operation)?.scope
        if (scope !== undefined) expectRefusal(answer, scope, [])
      }
    }),
  rule('SCOPE-201', 'A key that may read the wallet alone is accepted there and refused for rates.')
    .with({ needs: ['key:test', 'key:limited'] })
    .judges('AUTHENTICATION-16', 'RESOURCES-115', 'AUTHENTICATION-27', 'AUTHENTICATION-28', 'ERRORS-27')
    .by(async (t) => {
      const value = await t.key('limited')
      expectSuccess(await t.call('getWallet', { key: { value } }))
      await t.setup.rates()
      const answer = await t.call('createRates', { body: t.setup.ratesBody(), key: { value } })
      expectRefusal(answer, 'rates:read', ['wallet:read'])
      // Which scopes these two need is not stated (choices 15).
      for (const operation of ['listDeliveries', 'registerTracker'] as const) {
        const { status } = await t.call(operation, { ...plainRequest(t, operation), key: { value } })
        t.observe(`${operationOf(operation).endpoint} with wallet:read alone`, status)
      }
    }),
  rule('SCOPE-204', 'Of two keys that are refused, each is told its own scopes.')
    .on('createRates', { needs: ['key:any-scope'] })
    .judges('AUTHENTICATION-28')
    .by(async (t) => {
      for (const scope of ['wallet:read', 'tracking:read'] as const) {
        const value = await t.keyWithScopes([scope])
        const answer = await t.call('createRates', { body: t.setup.ratesBody(), key: { value } })
        expectRefusal(answer, 'rates:read', [scope])
      }
    }),
]
