import createClient from 'openapi-fetch'
import type { paths, webhooks } from './service.ts'

/** A client as it is generated, doing what an integration does; the compiler sees to the rest (check.mjs). */

export async function buy(baseUrl: string, key: string): Promise<string> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })
  const address = {
    name: 'Ada Carver',
    street1: '2211 Oak Street',
    city: 'Austin',
    state: 'TX',
    zip: '78704',
    country: 'US',
  }

  const validated = await client.POST('/v1/addresses/validate', { body: address })
  if (validated.error !== undefined) throw new Error(validated.error.error.message)

  const quoted = await client.POST('/v1/rates', {
    body: {
      from_address: address,
      to_address: address,
      parcel: { weight_oz: 24, length: 10, width: 8, height: 4 },
    },
  })
  if (quoted.error !== undefined) throw new Error(quoted.error.error.code)
  const [cheapest] = quoted.data.rates
  if (cheapest === undefined) throw new Error('no rates')

  const bought = await client.POST('/v1/labels', { body: { rate_id: cheapest.id } })
  if (bought.error !== undefined) throw new Error(bought.error.error.code)
  if ((await explainRefusal(client, 'rate_none')) !== 'No rate has this id.')
    throw new Error('another refusal')

  const pdf = await client.GET('/v1/labels/{id}/download', {
    params: { path: { id: bought.data.id } },
    parseAs: 'arrayBuffer',
  })
  const bytes: ArrayBuffer | undefined = pdf.data
  if (bytes === undefined || new TextDecoder('latin1').decode(bytes.slice(0, 4)) !== '%PDF')
    throw new Error('no PDF')

  const none = await client.GET('/v1/labels/{id}', { params: { path: { id: 'lbl_none' } } })
  if (none.error?.error.code !== 'LABEL.NOT_FOUND') throw new Error('an error that is another')
  return bought.data.tracking_number
}

/** What a code has beside others is known by it, and no code of another operation is. */
async function explainRefusal(
  client: ReturnType<typeof createClient<paths>>,
  rateId: string,
): Promise<string> {
  const { error: refused } = await client.POST('/v1/labels', { body: { rate_id: rateId } })
  if (refused === undefined) return 'bought'
  const { error } = refused
  switch (error.code) {
    case 'AUTH.KEY.INSUFFICIENT_SCOPE':
      return `${error.required_scope} is not among ${error.key_scopes.join()}`
    case 'VALIDATION.FIELD.REQUIRED':
    case 'VALIDATION.FIELD.INVALID':
      return error.field
    case 'CARRIER.ERROR.UNKNOWN':
      return error.raw_carrier_error
    // @ts-expect-error a code of another operation
    case 'BATCH.NOT_FOUND':
      return ''
    case 'RATE.NOT_FOUND':
      // @ts-expect-error a member of another code's error
      return error.field ?? error.message
    default:
      return error.message
  }
}

export function tell(
  event: webhooks['label.created']['post']['requestBody']['content']['application/json'],
): string {
  return event.data.tracking_number
}
