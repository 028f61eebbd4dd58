import { describe, expect, it } from 'vitest'
import { type ExchangeChanges, exchangeSource } from '../../test/support/review-history.ts'
import { downloadLabel } from '../simulator/specification/operations.ts'
import type { Attempt } from '../simulator/watching/simulator-observer.ts'
import { Coverage } from './coverage.ts'
import { type CoverageKind, coverageKinds, howToMeet, itemsOf } from './coverage-items.ts'
import { Exchange } from './exchange.ts'

/** The items that the exchanges meet, by kind, with their counts. */
function metBy(kind: CoverageKind, ...exchanges: readonly ExchangeChanges[]): Record<string, number> {
  const coverage = new Coverage()
  for (const changes of exchanges) coverage.exchange(new Exchange(exchangeSource(changes)))
  return metIn(coverage, kind)
}

function metIn(coverage: Coverage, kind: CoverageKind): Record<string, number> {
  const met = coverage.counts(kind).filter(({ count }) => count > 0)
  return Object.fromEntries(met.map(({ id, count }) => [id, count]))
}

const attempt: Attempt = {
  deliveryId: 'whd_1',
  labelId: 'lbl_1',
  number: 1,
  atMs: 0,
  durationMs: 1,
  status: 200,
  failure: null,
  isTestReceiver: false,
  fault: null,
  isRedelivery: false,
  isRepeat: false,
  isLate: false,
  outcome: 'succeeded',
}

function metByAttempts(kind: CoverageKind, ...attempts: readonly Partial<Attempt>[]): Record<string, number> {
  const coverage = new Coverage()
  for (const changes of attempts) coverage.attempt({ ...attempt, ...changes })
  return metIn(coverage, kind)
}

const before = {
  lost: { mode: 'reset', phase: 'before' },
  fault: { mode: 'reset', phase: 'before' },
} as const
const after = { lost: { mode: 'reset', phase: 'after' }, fault: { mode: 'reset', phase: 'after' } } as const

describe('coverage', () => {
  it('counts an operation only if its success reached the client', () => {
    const refused = { status: 404, errorCode: 'LABEL.NOT_FOUND', operation: 'getLabel' } as const
    expect(metBy('operations', {}, {}, refused, { ...before, operation: 'getWallet' })).toEqual({
      createRates: 2,
    })
    expect(metBy('operations', { ...after, operation: 'buyLabel' })).toEqual({})
  })

  it('counts no status and no situation of a response that was lost, but the loss', () => {
    const tracker = { operation: 'getTracker', response: { id: 'trk_1', status: 'delivered' } } as const
    expect(metBy('tracking_statuses', { ...after, ...tracker })).toEqual({})
    const refused = { status: 500, errorCode: 'LABEL.WEIGHT.EXCEEDED', operation: 'buyLabel' } as const
    expect(metBy('situations', { ...before, ...refused })).toEqual({ request_lost: 1 })
    expect(metBy('situations', { ...after, operation: 'voidLabel' })).toEqual({})
  })

  it('counts an error code that the client received, not one of the simulator itself', () => {
    const codes = ['RATE.EXPIRED', 'RATE.EXPIRED', 'REQUEST.INTERNAL.ERROR'].map((errorCode) => ({
      status: 400,
      errorCode,
    }))
    expect(metBy('error_codes', ...codes, { status: 410, errorCode: 'RATE.NOT_FOUND', goneAtMs: 0 })).toEqual(
      {
        'RATE.EXPIRED': 2,
      },
    )
  })

  it('counts the status of a tracker when it is registered and when it is read', () => {
    const tracker = (status: string) => ({
      id: 'trk_1',
      tracking_number: '"status":"x"',
      carrier: 'UPS',
      status,
    })
    const read = [
      { operation: 'registerTracker', response: tracker('pre_transit') },
      { operation: 'getTracker', response: tracker('pre_transit') },
      { operation: 'getTracker', response: tracker('delivered') },
    ] as const
    expect(metBy('tracking_statuses', ...read)).toEqual({ pre_transit: 2, delivered: 1 })
    expect(metBy('situations', ...read)).toEqual({ tracker_changed: 1 })
  })

  it.each<[outcome: string, attempts: readonly Partial<Attempt>[]]>([
    ['first_try', [{}]],
    ['after_retries', [{ status: 500, outcome: 'pending' }, { number: 2 }]],
    ['failed_after_five', [{ number: 5, status: null, outcome: 'failed' }]],
    ['duplicate', [{ isRepeat: true, isRedelivery: true, number: 2 }]],
    ['late', [{ isLate: true, status: 500, outcome: 'pending' }]],
  ])('counts the webhook outcome %s', (outcome, attempts) => {
    expect(metByAttempts('webhook_outcomes', ...attempts)).toEqual({ [outcome]: 1 })
  })

  it('counts no failed delivery again when it is sent by hand', () => {
    expect(
      metByAttempts('webhook_outcomes', { number: 6, status: 500, isRedelivery: true, outcome: 'failed' }),
    ).toEqual({})
  })

  it.each<[situation: string, exchange: ExchangeChanges]>([
    ['carrier_failed', { response: { rates: [], failed_carriers: [{ carrier: 'UPS' }] } }],
    ['own_carrier_quoted', { response: { rates: [{ account_type: 'byoa' }] } }],
    ['response_slow', { fault: { mode: 'latency', phase: 'before' } }],
    ['purchase_response_lost', { ...after, operation: 'buyLabel' }],
    ['request_lost', { ...before, operation: 'getWallet' }],
    ['address_not_ascii', { operation: 'validateAddress', request: { name: 'José' } }],
    ['address_abroad', { request: { from_address: { country: 'US' }, to_address: { country: 'CA' } } }],
    ['pdf_downloaded', { operation: downloadLabel }],
    ['batch_completed', { operation: 'getBatch', response: { status: 'completed', items: [] } }],
    ['server_error', { status: 500, errorCode: 'REQUEST.INTERNAL.ERROR' }],
    ['limit_reached', { status: 429, errorCode: 'AUTH.RATE_LIMIT.EXCEEDED' }],
  ])('recognises the situation %s', (situation, exchange) => {
    expect(metBy('situations', exchange)).toEqual({ [situation]: 1 })
  })

  it('recognises letters beyond ASCII that a serialiser has escaped', () => {
    const request = { name: '\u0001' }
    expect(metBy('situations', { operation: 'validateAddress', request })).toEqual({ address_not_ascii: 1 })
    expect(metBy('situations', { operation: 'validateAddress', request: { name: 'a\n"' } })).toEqual({})
  })

  it('recognises a revoked key only if it had worked', () => {
    const refusal = { status: 401, errorCode: 'AUTH.KEY.REVOKED', operation: 'getWallet' } as const
    expect(metBy('situations', refusal)).toEqual({})
    expect(metBy('situations', { operation: 'getWallet' }, refusal)).toEqual({ key_revoked_under_way: 1 })
  })

  it('lists the scopes that a key has, used and lacks', () => {
    const coverage = new Coverage()
    const refused = {
      status: 403,
      errorCode: 'AUTH.KEY.INSUFFICIENT_SCOPE',
      operation: 'createBatch',
    } as const
    const changed = exchangeSource({}).key
    const key = changed && { ...changed, scopes: ['rates:read', 'wallet:read', 'labels:read'] as const }
    const invalid = { status: 422, errorCode: 'VALIDATION.FIELD.INVALID', key } as const
    const lost = { ...before, operation: 'getWallet', key } as const
    for (const changes of [invalid, { ...refused, key }, lost])
      coverage.exchange(new Exchange(exchangeSource(changes)))
    const [use] = coverage.keys()
    expect(use?.shown).toBe('pr_test_…d0c0')
    expect([[...(use?.used ?? [])], [...(use?.refused ?? [])]]).toEqual([
      ['rates:read', 'wallet:read'],
      ['batches:write'],
    ])
  })
})

describe('the texts on how to meet an item', () => {
  it('every item of the review has a text on how to meet it', () => {
    for (const kind of coverageKinds)
      for (const id of itemsOf(kind))
        expect(howToMeet(kind, id, { account: 'default', url: undefined }), id).toMatch(/\.$/)
  })

  it('the texts on how to meet an item have the account and the URL in their commands', () => {
    const how = howToMeet('situations', 'rates_ran_out', { account: 'ci', url: 'http://127.0.0.1:5000' })
    expect(how).toBe(
      '`POST /v1/rates`, then `drydock clock advance 16m --account ci --url http://127.0.0.1:5000`.',
    )
  })
})
