import { describe } from 'vitest'
import {
  buildRefusal,
  type OracleCase,
  type OracleHistory,
  testCases,
} from '../../../../test/support/conformance/oracle-history.ts'
import type { KeySnapshot } from '../step.ts'
import { keys } from './key-oracle.ts'

const startMs = Date.parse('2031-03-04T09:30:00.000Z')
const requestWithKey =
  (key: Partial<KeySnapshot>, answer = {}) =>
  (history: OracleHistory) => [history.call('getWallet', { key, answer })]
const createScopeRefusal = (error = {}) =>
  buildRefusal(403, 'AUTH.KEY.INSUFFICIENT_SCOPE', {
    required_scope: 'wallet:read',
    key_scopes: ['labels:read'],
    ...error,
  })
const keyWithoutScope = { name: 'a.s1', scopes: ['labels:read'] }
const keyForOneMinute = { name: 'a.s1', expiresAtMs: startMs + 60_000 }
/** Creates a resource with a live key, and requests it with a test key. */
const requestLiveResourceWithTestKey =
  (
    create: 'createRates' | 'buyLabel' | 'createBatch' | 'registerTracker',
    request: 'buyLabel' | 'getLabel' | 'voidLabel' | 'getBatch' | 'getTracker' | 'downloadLabel',
    answer: object,
  ) =>
  (history: OracleHistory) => [
    history.call(create, {
      key: 'live',
      answer: { json: create === 'createRates' ? { rates: [{ id: 'x_1' }] } : { id: 'x_1' } },
    }),
    history.call(
      request,
      request === 'buyLabel' ? { body: { rate_id: 'x_1' }, answer } : { id: 'x_1', answer },
    ),
  ]
const environmentRefusal = buildRefusal(403, 'AUTH.KEY.SANDBOX_IN_PRODUCTION')

const cases: readonly OracleCase[] = [
  [
    'a request without a key that gets AUTH.KEY.MISSING',
    undefined,
    requestWithKey({ is: 'none' }, buildRefusal(401, 'AUTH.KEY.MISSING')),
  ],
  ['a request without a key that is accepted', 'AUTHENTICATION-31', requestWithKey({ is: 'none' })],
  [
    'a request without a key that gets another code',
    'AUTHENTICATION-31',
    requestWithKey({ is: 'none' }, buildRefusal(401, 'AUTH.KEY.INVALID')),
  ],
  [
    'an unknown key that gets another code',
    'AUTHENTICATION-32',
    requestWithKey({ is: 'unknown' }, buildRefusal(401, 'AUTH.KEY.MISSING')),
  ],
  ['a malformed key that is accepted', 'AUTHENTICATION-33', requestWithKey({ is: 'malformed' })],
  [
    'a revoked key that gets AUTH.KEY.REVOKED',
    undefined,
    requestWithKey({ isRevoked: true }, buildRefusal(401, 'AUTH.KEY.REVOKED')),
  ],
  ['a revoked key that is accepted', 'AUTHENTICATION-34', requestWithKey({ isRevoked: true })],
  [
    'a revoked key that gets another code a month later',
    'AUTHENTICATION-34',
    (history) => [
      history.advance(2_592_000),
      ...requestWithKey({ isRevoked: true }, buildRefusal(401, 'AUTH.KEY.INVALID'))(history),
    ],
  ],
  [
    'a key that is accepted a second before it expires',
    undefined,
    (history) => [history.advance(59), ...requestWithKey(keyForOneMinute)(history)],
  ],
  [
    'a key that is refused a second before it expires',
    'ERRORS-25',
    (history) => [
      history.advance(59),
      ...requestWithKey(keyForOneMinute, buildRefusal(401, 'AUTH.KEY.EXPIRED'))(history),
    ],
  ],
  [
    'a key that is accepted just after it expired',
    'AUTHENTICATION-36',
    (history) => [history.advance(60.001), ...requestWithKey(keyForOneMinute)(history)],
  ],
  [
    'a key that gets AUTH.KEY.EXPIRED a day after it expired',
    undefined,
    (history) => [
      history.advance(99_999),
      ...requestWithKey(keyForOneMinute, buildRefusal(401, 'AUTH.KEY.EXPIRED'))(history),
    ],
  ],
  [
    'a key that gets AUTH.KEY.INVALID months after it expired',
    'AUTHENTICATION-36',
    (history) => [
      history.advance(9e6),
      ...requestWithKey(keyForOneMinute, buildRefusal(401, 'AUTH.KEY.INVALID'))(history),
    ],
  ],
  [
    'a valid key that gets AUTH.KEY.REVOKED',
    'ERRORS-23',
    requestWithKey({}, buildRefusal(401, 'AUTH.KEY.REVOKED')),
  ],
  [
    'a key that is refused for a missing scope',
    undefined,
    requestWithKey(keyWithoutScope, createScopeRefusal()),
  ],
  ['a key that is accepted without the required scope', 'AUTHENTICATION-27', requestWithKey(keyWithoutScope)],
  [
    'a scope error with a wrong required_scope',
    'AUTHENTICATION-29',
    requestWithKey(keyWithoutScope, createScopeRefusal({ required_scope: 'rates:read' })),
  ],
  [
    'a scope error with wrong key_scopes',
    'AUTHENTICATION-30',
    requestWithKey(keyWithoutScope, createScopeRefusal({ key_scopes: ['labels:write'] })),
  ],
  [
    'a scope error with a scope that the specification does not name',
    undefined,
    requestWithKey(keyWithoutScope, createScopeRefusal({ key_scopes: ['labels:read', 'webhooks:read'] })),
  ],
  [
    'a refusal for a scope that the key has',
    'AUTHENTICATION-27',
    requestWithKey({ scopes: ['wallet:read'] }, createScopeRefusal({ key_scopes: ['wallet:read'] })),
  ],
  [
    'a purchase that is accepted without the scope',
    'AUTHENTICATION-17',
    (history) => [
      history.call('buyLabel', {
        key: { scopes: ['labels:read'] },
        body: {},
        answer: { json: { id: 'lbl_1' } },
      }),
    ],
  ],
  [
    'a tracker registration with any scope, as none is specified',
    undefined,
    (history) => [
      history.call('registerTracker', { key: { scopes: ['tracking:read'] }, answer: { json: { id: 't' } } }),
    ],
  ],
  [
    'a test key that is refused for a live label',
    undefined,
    requestLiveResourceWithTestKey('buyLabel', 'getLabel', environmentRefusal),
  ],
  [
    'a test key that reads a live label',
    'AUTHENTICATION-37',
    requestLiveResourceWithTestKey('buyLabel', 'getLabel', {}),
  ],
  [
    'a test key that downloads a live label',
    'AUTHENTICATION-37',
    requestLiveResourceWithTestKey('buyLabel', 'downloadLabel', {}),
  ],
  [
    'a test key that voids a live label',
    'AUTHENTICATION-37',
    requestLiveResourceWithTestKey('buyLabel', 'voidLabel', {}),
  ],
  [
    'a test key that buys a live rate',
    'AUTHENTICATION-37',
    requestLiveResourceWithTestKey('createRates', 'buyLabel', {}),
  ],
  [
    'a 404 for a live batch with a test key',
    'AUTHENTICATION-37',
    requestLiveResourceWithTestKey('createBatch', 'getBatch', buildRefusal(404, 'BATCH.NOT_FOUND')),
  ],
  [
    'a test key that reads a live tracker',
    'AUTHENTICATION-37',
    requestLiveResourceWithTestKey('registerTracker', 'getTracker', {}),
  ],
  [
    'a test key that gets RATE.EXPIRED for an old live rate',
    undefined,
    (history) => {
      const [quote] = requestLiveResourceWithTestKey('createRates', 'buyLabel', {})(history)
      const old = buildRefusal(422, 'RATE.EXPIRED')
      return [
        ...(quote === undefined ? [] : [quote]),
        history.advance(901),
        history.call('buyLabel', { body: { rate_id: 'x_1' }, answer: old }),
      ]
    },
  ],
  [
    'AUTH.KEY.SANDBOX_IN_PRODUCTION for a live key',
    'ERRORS-29',
    (history) => [history.call('getLabel', { key: 'live', id: 'x', answer: environmentRefusal })],
  ],
  [
    'a request without a key that gets LABEL.NOT_FOUND for an unknown label',
    undefined,
    (history) => [
      history.call('getLabel', {
        key: { is: 'none' },
        id: 'lbl_0',
        answer: buildRefusal(404, 'LABEL.NOT_FOUND'),
      }),
    ],
  ],
]

describe('the key oracle', () => testCases(keys, cases))
