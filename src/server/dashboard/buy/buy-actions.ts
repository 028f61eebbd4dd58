import type { Context } from '../../../simulator/accounts/context.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import { itemsPerStep } from '../../../simulator/resources/batches/batch-pace.ts'
import { fail } from '../../../simulator/specification/errors.ts'
import { batchMaxItems } from '../../../simulator/specification/operations.ts'
import { numberIn } from '../form.ts'
import { countText } from '../money/money.ts'
import type { PageAction } from '../page.ts'
import { firstKeyId } from '../service/keys-to-send.ts'
import { queryOf, ratesBodyOf, recipientIn } from './parcel-form.ts'
import { readQuote } from './quotes.ts'

/** Asks for the rates of a form's parcel, or validates its recipient alone. */
export const ask: PageAction = {
  call: (values, account) => {
    const keyId = values['key'] ?? firstKeyId(account, 'test')
    return values['op'] === 'validate'
      ? { call: 'POST /v1/addresses/validate', keyId, body: recipientIn(values) }
      : { call: 'POST /v1/rates', keyId, body: ratesBodyOf(values) }
  },
  message: ({ op }) => (op === 'validate' ? 'The address can be delivered to.' : 'These are the rates.'),
  next: (values, response) => {
    const { requestId } = Object(response)
    const result = values['op'] === 'validate' ? { validated: requestId } : { quote: requestId }
    return `buy?${queryOf(values, result)}`
  },
}

/** Asks for the rates of a quoted parcel once more. */
export const quoteAgain: PageAction = {
  ...ask,
  call: ({ quote = '', key = '' }, account) => {
    const { from, to, parcel } =
      readQuote(account, quote) ??
      fail('VALIDATION.FIELD.INVALID', {
        message: 'The quote is no longer in the request log. Ask for rates with the form.',
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
  message: (_, response) => `The label ${idIn(response)} was bought.`,
  next: (_, response) => `shipments/${idIn(response)}`,
}

/** Says what stays true while the batch is bought and afterwards. */
export const purchaseStarted = `The purchase of the batch has started. The service buys ${itemsPerStep} items in each second of the account.`

/** Buys many copies of a quoted parcel as a batch. */
export const buyCopies: PageAction = {
  call: ({ quote = '', rate = '', key = '', copies = '' }, account) => {
    const item = itemOf(account, quote, rate)
    return [
      {
        call: 'POST /v1/batches',
        keyId: key,
        body: item,
        copies: countIn(copies),
      },
      (batch) => ({ call: `POST /v1/batches/${idIn(batch)}/buy`, keyId: key }),
    ]
  },
  message: () => purchaseStarted,
  next: (_, response) => `batches/${idIn(response)}`,
}

/** Returns the id of what the service made. */
export function idIn(response: unknown): string {
  return String(Object(Object(response).body).id)
}

function countIn(text: string): number {
  const count = numberIn(text)
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= batchMaxItems)
    return count
  return refuseField(
    'copies',
    `must be a whole number from 1 to ${countText(batchMaxItems)}; it is "${text}"`,
  )
}

function itemOf(account: Context, quoteId: string, rateId: string) {
  const quote = readQuote(account, quoteId)
  const rate = quote?.rates.find(({ id }) => id === rateId)
  if (quote === undefined || rate === undefined)
    return refuseField(
      'rate',
      `"${rateId}" is no rate of a quote that the request log still has. Quote again`,
    )
  const { from, to, parcel } = quote
  const { carrier, service, rate_cents } = rate
  return { from_address: from, to_address: to, parcel, carrier, service, rate_cents, rate_id: rate.id }
}
