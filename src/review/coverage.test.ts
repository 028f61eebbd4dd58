import { describe, expect, it } from 'vitest'
import { createExchangeSource, type ExchangeChanges } from '../../test/support/review-history.ts'
import { downloadLabel } from '../simulator/specification/operations.ts'
import type { Attempt } from '../simulator/watching/simulator-observer.ts'
import { Coverage } from './coverage.ts'
import {
  type CoverageKind,
  coverageKinds,
  describeHowToMeetItem,
  listCoverageItems,
} from './coverage-items.ts'
import { Exchange } from './exchange.ts'

/** Returns how often clients met each item of a kind in these exchanges, without the items that no client met. */
function countMet(kind: CoverageKind, ...exchanges: readonly ExchangeChanges[]): Record<string, number> {
  const coverage = new Coverage()
  for (const changes of exchanges) coverage.observeExchange(new Exchange(createExchangeSource(changes)))
  return readMetCounts(coverage, kind)
}

function readMetCounts(coverage: Coverage, kind: CoverageKind): Record<string, number> {
  const met = coverage.listMet(kind)
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

function countMetByAttempts(
  kind: CoverageKind,
  ...attempts: readonly Partial<Attempt>[]
): Record<string, number> {
  const coverage = new Coverage()
  for (const changes of attempts) coverage.observeAttempt({ ...attempt, ...changes })
  return readMetCounts(coverage, kind)
}

const before = {
  lost: { mode: 'reset', phase: 'before' },
  fault: { mode: 'reset', phase: 'before' },
} as const
const after = { lost: { mode: 'reset', phase: 'after' }, fault: { mode: 'reset', phase: 'after' } } as const

/** Returns the changes that make a fault lose the response of an exchange, or make it unreadable. */
function buildLossByFault(mode: string, phase: 'before' | 'after'): ExchangeChanges {
  return { lost: { mode, phase }, fault: { mode, phase } }
}

describe('coverage', () => {
  it('the coverage of the review counts an operation only if the client received its successful response', () => {
    const refused = { status: 404, errorCode: 'LABEL.NOT_FOUND', operation: 'getLabel' } as const
    expect(countMet('operations', {}, {}, refused, { ...before, operation: 'getWallet' })).toEqual({
      createRates: 2,
    })
    expect(countMet('operations', { ...after, operation: 'buyLabel' })).toEqual({})
  })

  it('the coverage of the review counts a lost response only as lost, not by its status or situation', () => {
    const tracker = { operation: 'getTracker', response: { id: 'trk_1', status: 'delivered' } } as const
    expect(countMet('tracking_statuses', { ...after, ...tracker })).toEqual({})
    const refused = { status: 500, errorCode: 'LABEL.WEIGHT.EXCEEDED', operation: 'buyLabel' } as const
    expect(countMet('situations', { ...before, ...refused })).toEqual({ request_lost: 1 })
    expect(countMet('situations', { ...after, operation: 'voidLabel' })).toEqual({})
  })

  it.each<[kind: CoverageKind, exchange: ExchangeChanges]>([
    ['operations', { operation: 'getWallet' }],
    ['error_codes', { operation: 'getLabel', status: 404, errorCode: 'LABEL.NOT_FOUND' }],
    ['tracking_statuses', { operation: 'getTracker', response: { id: 'trk_1', status: 'delivered' } }],
    ['situations', { operation: downloadLabel }],
    ['situations', { operation: 'getBatch', response: { status: 'completed', items: [] } }],
  ])('the coverage of the review does not count a HEAD request as one of the %s', (kind, exchange) => {
    expect(countMet(kind, exchange)).not.toEqual({})
    expect(countMet(kind, { ...exchange, method: 'HEAD' })).toEqual({})
  })

  const slow = { fault: { mode: 'latency', phase: 'before' }, goneAtMs: 3 } as const
  it.each<[name: string, exchange: ExchangeChanges, situations: readonly string[]]>([
    ['garbled before it was carried out', buildLossByFault('garbage', 'before'), ['response_garbled']],
    ['emptied before it was carried out', buildLossByFault('empty', 'before'), ['response_empty']],
    ['garbled after it was carried out', buildLossByFault('garbage', 'after'), ['response_garbled']],
    ['reset after it was carried out', buildLossByFault('reset', 'after'), []],
    ['slow and carried out after the client had given up', slow, ['response_slow']],
    [
      'a purchase and garbled after it was carried out',
      { ...buildLossByFault('garbage', 'after'), operation: 'buyLabel' },
      ['purchase_response_lost', 'response_garbled'],
    ],
  ])('the coverage of the review counts a request that was %s', (_, exchange, situations) => {
    expect(Object.keys(countMet('situations', exchange)).sort()).toEqual(situations)
    expect(countMet('operations', exchange)).toEqual({})
  })

  it('the coverage of the review counts an error code that the client received, but not the REQUEST codes, which only the simulator has', () => {
    const codes = ['RATE.EXPIRED', 'RATE.EXPIRED', 'REQUEST.INTERNAL.ERROR'].map((errorCode) => ({
      status: 400,
      errorCode,
    }))
    expect(
      countMet('error_codes', ...codes, { status: 410, errorCode: 'RATE.NOT_FOUND', goneAtMs: 0 }),
    ).toEqual({
      'RATE.EXPIRED': 2,
    })
  })

  it('the coverage of the review counts the status of a tracker when a client registers or reads the tracker', () => {
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
    expect(countMet('tracking_statuses', ...read)).toEqual({ pre_transit: 2, delivered: 1 })
    expect(countMet('situations', ...read)).toEqual({ tracker_changed: 1 })
  })

  it.each<[outcome: string, attempts: readonly Partial<Attempt>[]]>([
    ['first_try', [{}]],
    ['after_retries', [{ status: 500, outcome: 'pending' }, { number: 2 }]],
    ['failed_after_five', [{ number: 5, status: null, outcome: 'failed' }]],
    ['duplicate', [{ isRepeat: true, isRedelivery: true, number: 2 }]],
    ['late', [{ isLate: true, status: 500, outcome: 'pending' }]],
  ])('the coverage of the review counts the webhook outcome %s', (outcome, attempts) => {
    expect(countMetByAttempts('webhook_outcomes', ...attempts)).toEqual({ [outcome]: 1 })
  })

  it('the coverage of the review does not count a failed webhook delivery again after a requested redelivery', () => {
    expect(
      countMetByAttempts('webhook_outcomes', {
        number: 6,
        status: 500,
        isRedelivery: true,
        outcome: 'failed',
      }),
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
  ])('the coverage of the review recognises the situation %s', (situation, exchange) => {
    expect(countMet('situations', exchange)).toEqual({ [situation]: 1 })
  })

  it('the coverage of the review recognises an address with letters beyond ASCII even if the JSON writes these letters as escapes', () => {
    const request = { name: '\u0001' }
    expect(countMet('situations', { operation: 'validateAddress', request })).toEqual({
      address_not_ascii: 1,
    })
    expect(countMet('situations', { operation: 'validateAddress', request: { name: 'a\n"' } })).toEqual({})
  })

  it('the coverage of the review counts a revoked key only if an earlier request with the key had succeeded', () => {
    const refusal = { status: 401, errorCode: 'AUTH.KEY.REVOKED', operation: 'getWallet' } as const
    expect(countMet('situations', refusal)).toEqual({})
    expect(countMet('situations', { operation: 'getWallet' }, refusal)).toEqual({ key_revoked_under_way: 1 })
  })

  it('the coverage of the review lists the scopes that a key has, the scopes that its requests used, and the scopes that it lacks', () => {
    const coverage = new Coverage()
    const refused = {
      status: 403,
      errorCode: 'AUTH.KEY.INSUFFICIENT_SCOPE',
      operation: 'createBatch',
    } as const
    const changed = createExchangeSource({}).key
    const key = changed && { ...changed, scopes: ['rates:read', 'wallet:read', 'labels:read'] as const }
    const invalid = { status: 422, errorCode: 'VALIDATION.FIELD.INVALID', key } as const
    const lost = { ...before, operation: 'getWallet', key } as const
    for (const changes of [invalid, { ...refused, key }, lost])
      coverage.observeExchange(new Exchange(createExchangeSource(changes)))
    const [use] = coverage.listKeyUses()
    expect(use?.shown).toBe('pr_test_…d0c0')
    expect([[...(use?.used ?? [])], [...(use?.refused ?? [])]]).toEqual([
      ['rates:read', 'wallet:read'],
      ['batches:write'],
    ])
  })
})

describe('the texts on how to meet an item', () => {
  it('each error code and every other item of the coverage has a text that says how a client can meet it', () => {
    for (const kind of coverageKinds)
      for (const id of listCoverageItems(kind))
        expect(describeHowToMeetItem(kind, id, { account: 'default', url: undefined }), id).toMatch(/\.$/)
  })

  it('the commands that show how a client can meet an item name the account and the URL', () => {
    const how = describeHowToMeetItem('situations', 'rates_ran_out', {
      account: 'ci',
      url: 'http://127.0.0.1:5000',
    })
    expect(how).toBe(
      '`POST /v1/rates`, then `drydock clock advance 16m --account ci --url http://127.0.0.1:5000`.',
    )
  })
})
