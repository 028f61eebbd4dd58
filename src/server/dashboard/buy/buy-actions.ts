import type { Context } from '../../../simulator/accounts/context.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import { itemsPerStep } from '../../../simulator/resources/batches/batch-pace.ts'
import { fail } from '../../../simulator/specification/errors.ts'
import { batchMaxItems } from '../../../simulator/specification/operations.ts'
import type { NextCall, ServiceCall } from '../control-call.ts'
import { parseFormNumber } from '../form.ts'
import { countText } from '../money/money.ts'
import type { PageAction } from '../page.ts'
import { firstKeyId } from '../service/keys-to-send.ts'
import { createFormQuery, createRatesBody, readRecipient } from './parcel-form.ts'
import { readQuote } from './quotes.ts'

/** Gets the rates for a form's parcel, or only validates its recipient. */
export const quoteOrValidate: PageAction = {
  call: (values, account) => {
    const keyId = values['key'] ?? firstKeyId(account, 'test')
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

/** Gets the rates for a quoted parcel again. */
export const quoteAgain: PageAction = {
  ...quoteOrValidate,
  call: ({ quote = '', key = '' }, account) => {
    const { from, to, parcel } =
      readQuote(account, quote) ??
      fail('VALIDATION.FIELD.INVALID', {
        message: 'The quote is no longer in the request log. Get rates with the form.',
      })
    return {
      call: 'POST /v1/rates',
      keyId: key,
      body: { from_address: from, to_address: to, parcel },
    }
  },
  message: () => 'The same parcel was quoted again.',
}

/** Buys a label with a rate. */
export const buyLabel: PageAction = {
  call: ({ rate = '', key = '' }) => ({ call: 'POST /v1/labels', keyId: key, body: { rate_id: rate } }),
  message: (_, response) => `The label ${readCreatedId(response)} was bought.`,
  next: (_, response) => `shipments/${readCreatedId(response)}`,
}

/** The message after the purchase of a batch has started. It stays true afterwards. */
export const purchaseStartedText = `The purchase of the batch has started. The service buys ${itemsPerStep} items in each second of the account.`

/** Returns the calls that create a batch and buy it. */
export function createAndBuyBatch(keyId: string, batch: Pick<ServiceCall, 'body' | 'copies'>): NextCall[] {
  return [
    { call: 'POST /v1/batches', keyId, ...batch },
    (created) => ({ call: `POST /v1/batches/${readCreatedId(created)}/buy`, keyId }),
  ]
}

/** The message and the next page after the purchase of a batch has started. */
export const batchPurchase: Pick<PageAction, 'message' | 'next'> = {
  message: () => purchaseStartedText,
  next: (_, response) => `batches/${readCreatedId(response)}`,
}

/** Buys many copies of a quoted parcel as a batch. */
export const buyCopies: PageAction = {
  ...batchPurchase,
  call: ({ quote = '', rate = '', key = '', copies = '' }, account) => {
    const body = createBatchItem(account, quote, rate)
    return createAndBuyBatch(key, { body, copies: readCopyCount(copies) })
  },
}

/** Returns the id of the resource in a response of the service. */
export function readCreatedId(response: unknown): string {
  return String(Object(Object(response).body).id)
}

/** Reads a number of copies. Throws VALIDATION.FIELD.INVALID if it is not within the size of a batch. */
function readCopyCount(text: string): number {
  const count = parseFormNumber(text)
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= batchMaxItems)
    return count
  return refuseField(
    'copies',
    `must be a whole number from 1 to ${countText(batchMaxItems)}; it is "${text}"`,
  )
}

/** Returns the item of a batch that buys a quoted parcel at a rate of the quote. */
function createBatchItem(account: Context, quoteId: string, rateId: string) {
  const quote = readQuote(account, quoteId)
  const rate = quote?.rates.find(({ id }) => id === rateId)
  if (quote === undefined || rate === undefined)
    return refuseField('rate', `"${rateId}" is in no quote of the request log. Quote again`)
  const { from, to, parcel } = quote
  const { carrier, service, rate_cents } = rate
  return { from_address: from, to_address: to, parcel, carrier, service, rate_cents, rate_id: rate.id }
}
