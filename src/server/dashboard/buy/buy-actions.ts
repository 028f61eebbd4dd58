import type { Context } from '../../../simulator/accounts/context.ts'
import type { RatesBody } from '../../../simulator/bodies/rates.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { itemsPerStep } from '../../../simulator/resources/batches/batch-pace.ts'
import { fail } from '../../../simulator/specification/errors.ts'
import { batchMaxItems, rateValidForMs } from '../../../simulator/specification/operations.ts'
import type { NextCall, ServiceCall } from '../control-call.ts'
import { parseFormNumber } from '../form.ts'
import { formatCount } from '../format.tsx'
import type { PageAction } from '../page.ts'
import { findFirstKeyId } from '../service/keys-to-send.ts'
import { createFormQuery, createRatesBody, readRecipient } from './parcel-form.ts'

type RatesRequest = Readonly<Record<'from_address' | 'to_address' | 'parcel', object>>

/** The rates of a logged request, with the addresses and the parcel that it sent. */
export type Quote = NonNullable<ReturnType<typeof readQuote>>

/**
 * Returns the rates of a logged request and what the request sent. `id` is the id of the request or of one of its
 * rates. Returns undefined if the log does not have the request, or if the request failed.
 */
export function readQuote(context: Context, id: string | null | undefined) {
  if (!id) return undefined
  const entry = findQuoteRequest(context, id)
  if (entry === undefined || entry.path !== '/v1/rates' || entry.status !== 200) return undefined
  try {
    const { from_address, to_address, parcel }: RatesRequest = JSON.parse(entry.requestBody ?? '')
    const { rates, failed_carriers: failed = [] }: RatesBody = JSON.parse(entry.responseBody ?? '')
    const expiresAtMs = entry.atMs + rateValidForMs
    return {
      entry,
      sent: { from_address, to_address, parcel },
      rates,
      failed,
      expiresAtMs,
      isExpired: context.clock.now() > expiresAtMs,
      /** The form values that refer to the request and to the key that sent it. */
      values: { key: entry.keyId ?? '', quote: entry.id },
    }
  } catch {
    // The log shortens a long body, which is then no JSON.
    return undefined
  }
}

function findQuoteRequest({ requestLog }: Context, id: string): LoggedRequest | undefined {
  if (!id.startsWith('rate_')) return requestLog.find(id)
  for (const entry of requestLog.newest())
    if (entry.path === '/v1/rates' && entry.responseBody?.includes(`"${id}`)) return entry
  return undefined
}

/** Requests rates for the parcel of a form, or only validates the recipient's address. */
export const quoteOrValidate: PageAction = {
  call: (values, account) => {
    const keyId = values['key'] ?? findFirstKeyId(account, 'test')
    return values['op'] === 'validate'
      ? { call: 'POST /v1/addresses/validate', keyId, body: readRecipient(values) }
      : { call: 'POST /v1/rates', keyId, body: createRatesBody(values) }
  },
  message: ({ op }) => (op === 'validate' ? 'The address can be delivered to.' : 'These are the rates.'),
  next: (values, response) => {
    const { requestId } = Object(response)
    const result = values['op'] === 'validate' ? { validated: requestId } : { quote: requestId }
    return `buy?${createFormQuery(values, result)}`
  },
}

/** Requests rates again for the parcel of an earlier request. */
export const quoteAgain: PageAction = {
  ...quoteOrValidate,
  call: ({ quote = '', key = '' }, account) => {
    const message = 'The quote is no longer in the request log. Get rates with the form.'
    const { sent } = readQuote(account, quote) ?? fail('VALIDATION.FIELD.INVALID', { message })
    return { call: 'POST /v1/rates', keyId: key, body: sent }
  },
  message: () => 'The same parcel was quoted again.',
}

export const buyLabel: PageAction = {
  call: ({ rate = '', key = '' }) => ({ call: 'POST /v1/labels', keyId: key, body: { rate_id: rate } }),
  message: (_, response) => `The label ${readCreatedId(response)} was bought.`,
  next: (_, response) => `shipments/${readCreatedId(response)}`,
}

/** Returns the call that creates a batch, and the call that buys it. */
export function buildBatchPurchaseCalls(
  keyId: string,
  batch: Pick<ServiceCall, 'body' | 'copies'>,
): NextCall[] {
  return [
    { call: 'POST /v1/batches', keyId, ...batch },
    (created) => ({ call: `POST /v1/batches/${readCreatedId(created)}/buy`, keyId }),
  ]
}

/** The message and the next page after a batch purchase has started. The message stays true while the purchase runs. */
export const batchPurchase: Pick<PageAction, 'message' | 'next'> = {
  message: () =>
    `The purchase of the batch has started. The service buys ${itemsPerStep} items per second of the account's clock.`,
  next: (_, response) => `batches/${readCreatedId(response)}`,
}

/** Buys several labels for the same parcel and rate as a batch. */
export const buyCopies: PageAction = {
  ...batchPurchase,
  call: ({ quote: id = '', rate: rate_id = '', key = '', copies = '' }, account) => {
    const quote = readQuote(account, id)
    const rate = quote?.rates.find((each) => each.id === rate_id)
    if (quote === undefined || rate === undefined)
      return refuseField('rate', `"${rate_id}" is in no quote of the request log. Quote again`)
    const { carrier, service, rate_cents } = rate
    const body = { ...quote.sent, carrier, service, rate_cents, rate_id }
    return buildBatchPurchaseCalls(key, { body, copies: readCopyCount(copies) })
  },
}

/** Returns the id of the resource that a call to the service created, from its response. */
export function readCreatedId(response: unknown): string {
  return String(Object(Object(response).body).id)
}

/** Reads a number of copies. Throws VALIDATION.FIELD.INVALID unless it is from 1 to the maximum of a batch. */
function readCopyCount(text: string): number {
  const count = parseFormNumber(text)
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= batchMaxItems)
    return count
  const most = formatCount(batchMaxItems)
  return refuseField('copies', `must be a whole number from 1 to ${most}; it is "${text}"`)
}
