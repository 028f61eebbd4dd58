import { withHeader } from '../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../src/conformance/wire/fields.ts'
import {
  acceptsInsteadOf,
  answersWith,
  isOf,
  objects,
  refused,
  refusesGood,
  succeedsWith,
} from './answers.ts'
import { type Breakage, broken, listed } from './breakage.ts'
import { goesTo } from './limits.ts'
import { labels } from './resources.ts'
import { itemsOf, neverRefreshed, noEvents, showsAtOnce } from './states.ts'
import { byAttempt } from './webhooks.ts'

const purchaseErrors = [
  'RATE.NOT_FOUND',
  'RATE.EXPIRED',
  'LABEL.ADDRESS.UNDELIVERABLE',
  'LABEL.WEIGHT.EXCEEDED',
  'LABEL.SERVICE.UNAVAILABLE',
  'WALLET.INSUFFICIENT_BALANCE',
  'WALLET.PAYMENT.FAILED',
  'WALLET.PAYMENT_METHOD.MISSING',
  'LABEL.CREATION.FAILED',
] as const

function quotes(what: string, change: (list: ReturnType<typeof objects>) => unknown): Breakage {
  return succeedsWith(what, 'createRates', ({ rates, ...rest }) => ({
    ...rest,
    rates: change(objects(rates)),
  }))
}

const failuresUnsaid = succeedsWith(
  'A carrier that failed is not listed.',
  'createRates',
  ({ failed_carriers, ...rest }) => (failed_carriers === undefined ? undefined : rest),
)

/** The rules of each endpoint, by its number. */
export const ruleRows = listed({
  1: [
    acceptsInsteadOf('ADDRESS.VALIDATION.FAILED'),
    acceptsInsteadOf('ADDRESS.VALIDATION.AMBIGUOUS'),
    acceptsInsteadOf('ADDRESS.VALIDATION.SERVICE_ERROR'),
    succeedsWith('Every address is a home.', 'validateAddress', (json) => ({ ...json, residential: true })),
    succeedsWith('No address is a home.', 'validateAddress', (json) => ({ ...json, residential: false })),
  ],
  2: [
    quotes('The dearest stands first.', (list) => [...list].reverse()),
    quotes('A carrier is left out.', (list) => list.filter(({ carrier }) => carrier !== 'DHL')),
    quotes('Rates of connected accounts are left out.', (list) =>
      list.filter(({ account_type }) => account_type !== 'byoa'),
    ),
    failuresUnsaid,
    succeedsWith('One carrier that fails empties the list.', 'createRates', (json) =>
      json['failed_carriers'] === undefined ? undefined : { ...json, rates: [] },
    ),
  ],
  3: [
    noEvents,
    ...purchaseErrors.map((code) => acceptsInsteadOf(code)),
    succeedsWith('Addresses are as they were sent.', 'buyLabel', ({ to_address, ...rest }) => ({
      ...rest,
      to_address: isObject(to_address) ? { ...to_address, phone: null } : to_address,
    })),
    succeedsWith('A test key buys real labels.', 'buyLabel', (label) => ({ ...label, sandbox: false })),
  ],
  4: [
    acceptsInsteadOf('LABEL.NOT_FOUND', (_, request) => isOf(request, 'getLabel')),
    answersWith('Every key may download.', (response, request) =>
      goesTo('GET /v1/labels/{id}/download')(request) && response.status === 403
        ? { ...response, status: 200 }
        : undefined,
    ),
    labels('A label has no void status.', ({ void_status, ...rest }) =>
      void_status === undefined ? undefined : rest,
    ),
  ],
  5: [
    acceptsInsteadOf('LABEL.NOT_FOUND', (_, request) => isOf(request, 'voidLabel')),
    acceptsInsteadOf('LABEL.VOID.INELIGIBLE'),
    acceptsInsteadOf('LABEL.VOID.ALREADY_REQUESTED'),
    succeedsWith('A void is not noted.', 'voidLabel', (json) => ({ ...json, void_status: null })),
  ],
  6: [
    acceptsInsteadOf('TRACKER.NOT_FOUND'),
    refusesGood('What was registered is not found.', 'getTracker', 'TRACKER.NOT_FOUND'),
  ],
  7: [
    neverRefreshed,
    showsAtOnce,
    succeedsWith('A tracker has no events.', 'getTracker', (json) => ({ ...json, events: [] })),
  ],
  8: [
    acceptsInsteadOf('CARRIER.ACCOUNT.NOT_FOUND'),
    acceptsInsteadOf('CARRIER.ACCOUNT.INVALID_CREDENTIALS'),
    acceptsInsteadOf('CARRIER.ERROR.UNKNOWN'),
    succeedsWith('No account is listed.', 'listCarrierAccounts', () => ({ carrier_accounts: [] })),
  ],
  9: [
    acceptsInsteadOf('BATCH.ITEMS.REQUIRED'),
    acceptsInsteadOf('BATCH.SIZE.EXCEEDED'),
    acceptsInsteadOf('VALIDATION.FIELD.REQUIRED', (_, request) => isOf(request, 'createBatch')),
    succeedsWith('A batch costs nothing.', 'createBatch', (batch) => ({
      ...batch,
      wallet_balance_after_cents: 100_000,
    })),
  ],
  10: [
    acceptsInsteadOf('BATCH.NOT_FOUND', (_, request) => isOf(request, 'buyBatch')),
    acceptsInsteadOf('BATCH.ALREADY_PROCESSING'),
    succeedsWith('A batch that was bought is not processed.', 'getBatch', (batch) => ({
      ...batch,
      status: 'created',
    })),
  ],
  11: [
    acceptsInsteadOf('BATCH.NOT_FOUND', (_, request) => isOf(request, 'getBatch')),
    succeedsWith('A batch tells of no progress.', 'getBatch', (batch) => ({
      ...batch,
      estimated_completion_percentage: 0,
    })),
  ],
})

/** All keys of an account are counted as one. */
export const sharedLimits: Breakage = {
  what: 'All keys are counted together.',
  open: () => {
    const counts = new Map<string, number>()
    return {
      response: (response, request) => {
        if (request.operation === undefined || response.status === 401) return undefined
        const count = (counts.get(request.operation) ?? 0) + 1
        counts.set(request.operation, count)
        const left = Math.max(0, Number(response.headers['x-ratelimit-limit']) - count)
        return withHeader(response, 'X-RateLimit-Remaining', String(left))
      },
    }
  },
}

function fundedWith(what: string, asked: number, instead: number): Breakage {
  return broken(what, {
    controlRequest: (request) =>
      request.path.endsWith('/wallet/fund') && request.body.toString().includes(`:${asked}}`)
        ? { ...request, body: Buffer.from(JSON.stringify({ amount_cents: instead })) }
        : undefined,
  })
}

export const constantRows = listed({
  'rate validity': [
    acceptsInsteadOf('RATE.EXPIRED'),
    refusesGood('Rates have expired from the beginning.', 'buyLabel', 'RATE.EXPIRED'),
  ],
  'batch size': [
    acceptsInsteadOf('BATCH.SIZE.EXCEEDED'),
    acceptsInsteadOf('BATCH.ITEMS.REQUIRED'),
    refusesGood('A batch has fewer than 5,000 items.', 'createBatch', 'BATCH.SIZE.EXCEEDED', (request) => {
      return itemsOf(request) === 5_000
    }),
    refusesGood('A batch has more than one item.', 'createBatch', 'BATCH.ITEMS.REQUIRED', (request) => {
      return itemsOf(request) === 1
    }),
  ],
  'webhook attempts': [
    byAttempt('There are four attempts.', (attempt) => (attempt === 5 ? [] : undefined)),
    byAttempt('There are six attempts.', (attempt, delivery) =>
      attempt === 5 ? [delivery, delivery] : undefined,
    ),
  ],
  'delivery log': [
    succeedsWith('The log holds 49.', 'listDeliveries', ({ deliveries }) => ({
      deliveries: objects(deliveries).slice(0, 49),
    })),
    succeedsWith('The log holds 51.', 'listDeliveries', ({ deliveries }) => ({
      deliveries: [...objects(deliveries), ...objects(deliveries).slice(0, 1)],
    })),
  ],
  'tracking refresh': [neverRefreshed, showsAtOnce],
  'minimum funding': [
    fundedWith('4.99 dollars are enough.', 499, 500),
    fundedWith('5 dollars are not enough.', 500, 499),
  ],
  'limits per key': [sharedLimits, acceptsInsteadOf('AUTH.RATE_LIMIT.EXCEEDED')],
  'version prefix': [
    broken('The version may be left out.', {
      request: (request) => (request.path === '/wallet' ? { ...request, path: '/v1/wallet' } : undefined),
    }),
    answersWith('There is a second version.', (response, request) =>
      request.path === '/v2/wallet' ? { ...response, status: 200 } : undefined,
    ),
    answersWith('The first version is not there.', (response, request) =>
      request.path === '/v1/wallet' ? refused(response, 'REQUEST.ROUTE.NOT_FOUND') : undefined,
    ),
  ],
})
