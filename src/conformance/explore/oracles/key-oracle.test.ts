import { describe } from 'vitest'
import {
  type OracleCase,
  type OracleHistory,
  refusal,
  testCases,
} from '../../../../test/support/conformance/oracle-history.ts'
import type { KeySnapshot } from '../step.ts'
import { keys } from './key-oracle.ts'

const startMs = Date.parse('2031-03-04T09:30:00.000Z')
const useKey =
  (key: Partial<KeySnapshot>, answer = {}) =>
  (history: OracleHistory) => [history.call('getWallet', { key, answer })]
const refuseScope = (error = {}) =>
  refusal(403, 'AUTH.KEY.INSUFFICIENT_SCOPE', {
    required_scope: 'wallet:read',
    key_scopes: ['labels:read'],
    ...error,
  })
const limited = { name: 'a.s1', scopes: ['labels:read'] }
const minute = { name: 'a.s1', expiresAtMs: startMs + 60_000 }
/** Creates a live resource and requests it with a test key. */
const useTestKey =
  (
    make: 'createRates' | 'buyLabel' | 'createBatch' | 'registerTracker',
    ask: 'buyLabel' | 'getLabel' | 'voidLabel' | 'getBatch' | 'getTracker' | 'downloadLabel',
    answer: object,
  ) =>
  (history: OracleHistory) => [
    history.call(make, {
      key: 'live',
      answer: { json: make === 'createRates' ? { rates: [{ id: 'x_1' }] } : { id: 'x_1' } },
    }),
    history.call(ask, ask === 'buyLabel' ? { body: { rate_id: 'x_1' }, answer } : { id: 'x_1', answer }),
  ]
const sandbox = refusal(403, 'AUTH.KEY.SANDBOX_IN_PRODUCTION')

const cases: readonly OracleCase[] = [
  ['no key', undefined, useKey({ is: 'none' }, refusal(401, 'AUTH.KEY.MISSING'))],
  ['no key, and served', 'AUTHENTICATION-31', useKey({ is: 'none' })],
  ['no key, and another code', 'AUTHENTICATION-31', useKey({ is: 'none' }, refusal(401, 'AUTH.KEY.INVALID'))],
  ['an unknown key', 'AUTHENTICATION-32', useKey({ is: 'unknown' }, refusal(401, 'AUTH.KEY.MISSING'))],
  ['a malformed key', 'AUTHENTICATION-33', useKey({ is: 'malformed' })],
  ['a revoked key', undefined, useKey({ isRevoked: true }, refusal(401, 'AUTH.KEY.REVOKED'))],
  ['a revoked key that is served', 'AUTHENTICATION-34', useKey({ isRevoked: true })],
  [
    'a revoked key a month later',
    'AUTHENTICATION-34',
    (history) => [
      history.advance(2_592_000),
      ...useKey({ isRevoked: true }, refusal(401, 'AUTH.KEY.INVALID'))(history),
    ],
  ],
  [
    'a key a second before its end',
    undefined,
    (history) => [history.advance(59), ...useKey(minute)(history)],
  ],
  [
    'a key a second before its end, refused',
    'ERRORS-25',
    (history) => [history.advance(59), ...useKey(minute, refusal(401, 'AUTH.KEY.EXPIRED'))(history)],
  ],
  [
    'a key just past its end, served',
    'AUTHENTICATION-36',
    (history) => [history.advance(60.001), ...useKey(minute)(history)],
  ],
  [
    'a key long past its end',
    undefined,
    (history) => [history.advance(99_999), ...useKey(minute, refusal(401, 'AUTH.KEY.EXPIRED'))(history)],
  ],
  [
    'a key long past its end, reported as unknown',
    'AUTHENTICATION-36',
    (history) => [history.advance(9e6), ...useKey(minute, refusal(401, 'AUTH.KEY.INVALID'))(history)],
  ],
  ['a good key while another is revoked', 'ERRORS-23', useKey({}, refusal(401, 'AUTH.KEY.REVOKED'))],
  ['a missing scope', undefined, useKey(limited, refuseScope())],
  ['a missing scope, and served', 'AUTHENTICATION-27', useKey(limited)],
  [
    'a wrong required_scope',
    'AUTHENTICATION-29',
    useKey(limited, refuseScope({ required_scope: 'rates:read' })),
  ],
  ['wrong key_scopes', 'AUTHENTICATION-30', useKey(limited, refuseScope({ key_scopes: ['labels:write'] }))],
  [
    'a further scope that is not stated',
    undefined,
    useKey(limited, refuseScope({ key_scopes: ['labels:read', 'webhooks:read'] })),
  ],
  [
    'a refusal for a scope that the key has',
    'AUTHENTICATION-27',
    useKey({ scopes: ['wallet:read'] }, refuseScope({ key_scopes: ['wallet:read'] })),
  ],
  [
    'a purchase without its scope',
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
    'a registration, whose scope is not specified',
    undefined,
    (history) => [
      history.call('registerTracker', { key: { scopes: ['tracking:read'] }, answer: { json: { id: 't' } } }),
    ],
  ],
  ['a test key on a live label', undefined, useTestKey('buyLabel', 'getLabel', sandbox)],
  ['a test key that reads a live label', 'AUTHENTICATION-37', useTestKey('buyLabel', 'getLabel', {})],
  [
    'a test key that downloads a live label',
    'AUTHENTICATION-37',
    useTestKey('buyLabel', 'downloadLabel', {}),
  ],
  ['a test key that voids a live label', 'AUTHENTICATION-37', useTestKey('buyLabel', 'voidLabel', {})],
  ['a test key that buys a live rate', 'AUTHENTICATION-37', useTestKey('createRates', 'buyLabel', {})],
  [
    'a 404 for a live batch with a test key',
    'AUTHENTICATION-37',
    useTestKey('createBatch', 'getBatch', refusal(404, 'BATCH.NOT_FOUND')),
  ],
  [
    'a test key that reads a live tracker',
    'AUTHENTICATION-37',
    useTestKey('registerTracker', 'getTracker', {}),
  ],
  [
    'a live rate that is too old by then',
    undefined,
    (history) => {
      const [quote] = useTestKey('createRates', 'buyLabel', {})(history)
      const old = refusal(422, 'RATE.EXPIRED')
      return [
        ...(quote === undefined ? [] : [quote]),
        history.advance(901),
        history.call('buyLabel', { body: { rate_id: 'x_1' }, answer: old }),
      ]
    },
  ],
  [
    'a sandbox error for a live key',
    'ERRORS-29',
    (history) => [history.call('getLabel', { key: 'live', id: 'x', answer: sandbox })],
  ],
  [
    'a request that is also invalid',
    undefined,
    (history) => [
      history.call('getLabel', { key: { is: 'none' }, id: 'lbl_0', answer: refusal(404, 'LABEL.NOT_FOUND') }),
    ],
  ],
]

describe('the key oracle', () => testCases(keys, cases))
