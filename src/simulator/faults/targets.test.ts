import { describe, expect, it } from 'vitest'
import errors from '../../../fixtures/spec/errors.json' with { type: 'json' }
import operations from '../../../fixtures/spec/operations.json' with { type: 'json' }
import {
  type FaultTarget,
  faultTargets,
  findMode,
  findTargetName,
  listAllowedCodes,
  modesOf,
  operationsOf,
} from './targets.ts'

const everyEndpoint = [
  'AUTH.KEY.MISSING',
  'AUTH.KEY.INVALID',
  'AUTH.KEY.REVOKED',
  'AUTH.KEY.EXPIRED',
  'AUTH.KEY.INSUFFICIENT_SCOPE',
  'AUTH.RATE_LIMIT.EXCEEDED',
]

describe('fault targets', () => {
  it('the fault targets are the four carriers, carrier:* for all carriers, and four other targets', () => {
    expect(faultTargets).toEqual([
      'carrier:DHL',
      'carrier:FedEx',
      'carrier:UPS',
      'carrier:USPS',
      'carrier:*',
      'address_validation',
      'label_creation',
      'webhook',
      'api',
    ])
  })

  it('a fault target is found by its name, in which the name of a carrier may have any letter case', () => {
    expect(faultTargets.map(findTargetName)).toEqual(faultTargets)
    expect(findTargetName('carrier:usps')).toBe('carrier:USPS')
    expect(findTargetName('Carrier:FEDEX')).toBe('carrier:FedEx')
    expect(['carrier:', 'carrier:acme', 'UPS', 'API', '*', '', 'carrier:UPS '].map(findTargetName)).toEqual(
      Array.from({ length: 7 }, () => undefined),
    )
  })
})

describe('fault modes', () => {
  it.each<[FaultTarget, string]>([
    ['carrier:UPS', 'down timeout error malformed slow reject'],
    ['carrier:*', 'down timeout error malformed slow reject'],
    ['address_validation', 'down slow'],
    ['label_creation', 'error'],
    ['webhook', 'drop duplicate delay bad_signature'],
    ['api', 'latency error rate_limited reset empty garbage slow_body'],
  ])('the fault modes of %s are %s', (target, modes) => {
    expect(modesOf(target).join(' ')).toBe(modes)
  })

  it('a fault mode has its own fields, and a default latency if the mode delays a response', () => {
    expect(findMode('carrier:UPS', 'timeout')).toMatchObject({ latencyMs: 250 })
    expect(findMode('webhook', 'drop')).toMatchObject({ takes: [] })
    expect(findMode('webhook', 'reset')).toBeUndefined()
    expect(findMode('api', 'constructor')).toBeUndefined()
    for (const target of faultTargets) {
      for (const name of modesOf(target)) {
        const mode = findMode(target, name)
        expect([target, name, mode?.latencyMs === undefined]).toEqual([
          target,
          name,
          !mode?.takes.some((field) => field === 'latency_ms'),
        ])
      }
    }
  })
})

describe('fault operations', () => {
  it('a fault on a carrier can name one of four operations, a fault on api any endpoint, and any other fault none', () => {
    expect(operationsOf('carrier:DHL')).toEqual(['rates', 'labels', 'tracking', 'accounts', '*'])
    expect(operationsOf('api')).toHaveLength(Object.keys(operations).length + 1)
    expect(operationsOf('api')).toEqual(
      expect.arrayContaining(['POST /v1/labels', 'GET /v1/labels/{id}', '*']),
    )
    expect(operationsOf('webhook')).toEqual(['*'])
  })
})

describe('the codes that a fault may use', () => {
  const carrierCodes = [
    'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
    'CARRIER.ACCOUNT.NOT_FOUND',
    'CARRIER.ERROR.UNKNOWN',
  ]
  const labelCodes = [
    'LABEL.ADDRESS.UNDELIVERABLE',
    'LABEL.WEIGHT.EXCEEDED',
    'LABEL.SERVICE.UNAVAILABLE',
    'LABEL.CREATION.FAILED',
    ...carrierCodes,
  ]

  it.each<[FaultTarget, string, string, readonly string[]]>([
    ['carrier:UPS', 'labels', 'reject', labelCodes],
    ['carrier:UPS', 'rates', 'reject', ['RATE.CARRIER.UNAVAILABLE', ...carrierCodes]],
    ['carrier:UPS', 'accounts', 'error', carrierCodes],
    ['carrier:UPS', 'tracking', 'error', ['CARRIER.ERROR.UNKNOWN']],
    ['carrier:*', '*', 'reject', ['RATE.CARRIER.UNAVAILABLE', ...labelCodes]],
    ['label_creation', '*', 'error', labelCodes],
    ['api', 'GET /v1/wallet', 'error', everyEndpoint],
    [
      'api',
      'GET /v1/trackers/{id}',
      'error',
      ['TRACKER.NOT_FOUND', 'AUTH.KEY.SANDBOX_IN_PRODUCTION', ...everyEndpoint],
    ],
    ['api', '*', 'error', Object.keys(errors)],
    ['api', 'GET /v1/nothing', 'error', []],
    ['carrier:UPS', 'nothing', 'reject', []],
    ['carrier:UPS', 'labels', 'slow', []],
    ['api', '*', 'reset', []],
    ['webhook', '*', 'drop', []],
    ['address_validation', '*', 'down', []],
  ])(
    'a fault with target %s, operation %s and mode %s accepts exactly the allowed codes',
    (target, operation, mode, codes) => {
      const allowed = listAllowedCodes({ target, operation, mode })
      expect([...allowed].sort()).toEqual([...codes].sort())
      expect(new Set(allowed).size).toBe(allowed.length)
    },
  )
})
