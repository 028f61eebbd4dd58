import { jsonOf, type WireRequest, withJson } from '../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../src/conformance/wire/fields.ts'
import {
  acceptsInsteadOf,
  controlAnswers,
  elapsedTime,
  isLive,
  isOf,
  type Json,
  objects,
  refused,
  refusesGood,
  sent,
  succeedsWith,
} from './answers.ts'
import { type Breakage, broken, listed } from './breakage.ts'
import { labels } from './resources.ts'
import { byAttempt } from './webhooks.ts'

export const noEvents = broken('No event is sent.', { webhook: () => [] })
export const noShipments = controlAnswers('The history of shipments is empty.', (json) =>
  Array.isArray(json['shipments']) && json['shipments'].length > 0 ? { shipments: [] } : undefined,
)

/** Purchases are refused once the clock has gone so far since the start, with a code that is not due yet. */
export function expiresAfter(ms: number, code: string): Breakage {
  return {
    what: `After ${ms} ms a purchase is refused with ${code}.`,
    open: () => {
      const elapsed = elapsedTime()
      return {
        controlRequest: elapsed.note,
        response: (response, request) =>
          request.operation === 'buyLabel' && elapsed.ms() >= ms && response.status < 300
            ? refused(response, code)
            : undefined,
      }
    },
  }
}

const retried = (what: string, change: (entry: Json) => Json) =>
  succeedsWith(what, 'listDeliveries', ({ deliveries }) => ({ deliveries: objects(deliveries).map(change) }))

export const stateRows = listed({
  'rate-valid': [
    refusesGood('Rates have expired from the beginning.', 'buyLabel', 'RATE.EXPIRED'),
    expiresAfter(900_000, 'RATE.EXPIRED'),
  ],
  'rate-expired': [acceptsInsteadOf('RATE.EXPIRED')],
  'label-purchased': [
    noEvents,
    noShipments,
    succeedsWith('The live key is not charged.', 'buyLabel', (label, request) =>
      isLive(request) ? { ...label, wallet_balance_after_cents: 100_000 } : undefined,
    ),
    controlAnswers('The test key is charged.', (wallet) =>
      'balance_cents' in wallet && wallet['balance_cents'] === 100_000
        ? { ...wallet, balance_cents: 99_000 }
        : undefined,
    ),
  ],
  'void-requested': [
    succeedsWith('A void is not noted.', 'voidLabel', (json) => ({ ...json, void_status: null })),
    labels('A void is forgotten.', (json) =>
      json['void_status'] === 'requested'
        ? { ...json, void_status: null, void_requested_at: null }
        : undefined,
    ),
  ],
  'void-ineligible': [acceptsInsteadOf('LABEL.VOID.INELIGIBLE')],
  'void-already-requested': [acceptsInsteadOf('LABEL.VOID.ALREADY_REQUESTED')],
  'batch-created': [
    succeedsWith('A batch is processed from its creation on.', 'createBatch', (batch) => ({
      ...batch,
      status: 'processing',
    })),
    acceptsInsteadOf('BATCH.ITEMS.REQUIRED'),
    acceptsInsteadOf('BATCH.SIZE.EXCEEDED'),
    controlAnswers('A batch costs nothing at its creation.', (wallet) =>
      'balance_cents' in wallet ? { ...wallet, balance_cents: 100_000 } : undefined,
    ),
  ],
  'batch-processing': [
    succeedsWith('A batch that was bought stays created.', 'buyBatch', (batch) => ({
      ...batch,
      status: 'created',
    })),
    succeedsWith('A batch that was bought is not processed.', 'getBatch', (batch) => ({
      ...batch,
      status: 'created',
      items: objects(batch['items']).map((item) => ({ ...item, status: 'pending' })),
    })),
  ],
  'batch-already-processing': [acceptsInsteadOf('BATCH.ALREADY_PROCESSING')],
  'delivery-retry-scheduled': [
    broken('A failure is not tried again.', { reply: (status) => (status > 299 ? 200 : undefined) }),
    retried('The log has no next attempt.', (entry) => ({ ...entry, next_attempt_at: null })),
  ],
  'delivery-failed': [
    retried('A delivery that failed stays pending.', (entry) => ({
      ...entry,
      status: entry['status'] === 'failed' ? 'pending' : entry['status'],
    })),
    byAttempt('It fails for good after the fourth attempt.', (attempt) => (attempt === 5 ? [] : undefined)),
  ],
})

/** The items a request for a batch holds. */
export function itemsOf(request: WireRequest): number {
  const { items } = sent(request)
  return isOf(request, 'createBatch') && Array.isArray(items) ? items.length : 0
}

/** A tracker that shows what was pushed at once, before the next poll. */
export const showsAtOnce: Breakage = {
  what: 'What a carrier says shows at once.',
  open: () => {
    const pushed = new Map<string, string>()
    return {
      controlRequest: (request) => {
        const [, number = ''] = /\/tracking\/([^/]+)/.exec(request.path) ?? []
        const { status, script } = sent(request)
        if (number !== '') pushed.set(number, String(status ?? script))
        return undefined
      },
      response: (response, request) => {
        const json = jsonOf(response)
        if (request.operation !== 'getTracker' || !isObject(json)) return undefined
        const status = pushed.get(String(json['tracking_number']))
        if (status === undefined) return undefined
        const event = {
          status,
          status_detail: 'Moved',
          timestamp: '2030-03-04T12:00:00.000Z',
          location: null,
        }
        return withJson(response, { ...json, status, events: [event] })
      },
    }
  },
}

/** A tracker that stays as it was registered. */
export const neverRefreshed: Breakage = {
  what: 'A tracker stays as it was registered.',
  open: () => {
    const registered = new Map<unknown, unknown>()
    return {
      response: (response, request) => {
        const json = jsonOf(response)
        if (!isObject(json) || response.status > 299) return undefined
        if (request.operation === 'registerTracker') registered.set(json['id'], json)
        return request.operation === 'getTracker' ? withJson(response, registered.get(json['id'])) : undefined
      },
    }
  },
}
