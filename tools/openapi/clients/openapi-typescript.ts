import createClient from 'openapi-fetch'
import type { paths as ControlPaths } from '../control/openapi-typescript.ts'
import type { paths, webhooks } from '../service/openapi-typescript.ts'
import { address, expectSame, fault, parcelToTrack, requirePresent, shipment } from './bodies.ts'

export async function callService(baseUrl: string, key: string): Promise<void> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })
  const validated = await client.POST('/v1/addresses/validate', { body: address })
  expectSame(validated.data?.valid, true)
  const quoted = await client.POST('/v1/rates', { body: shipment })
  const rate = requirePresent(quoted.data?.rates[0], 'rate')
  const bought = await client.POST('/v1/labels', { body: { rate_id: rate.id } })
  const path = { id: requirePresent(bought.data, 'label').id }
  expectSame(await explainRefusal(client, 'rate_none'), 'No rate has this id.')
  const pdf = await client.GET('/v1/labels/{id}/download', { params: { path }, parseAs: 'arrayBuffer' })
  const bytes: ArrayBuffer = requirePresent(pdf.data, 'PDF')
  expectSame(new TextDecoder('latin1').decode(bytes.slice(0, 4)), '%PDF')
  const read = await client.GET('/v1/labels/{id}', { params: { path } })
  expectSame(read.data?.tracking_number, bought.data?.tracking_number)
  const tracked = await client.POST('/v1/trackers', { body: parcelToTrack })
  const tracker = { path: { id: requirePresent(tracked.data, 'tracker').id } }
  expectSame((await client.GET('/v1/trackers/{id}', { params: tracker })).data?.status, 'delivered')
  expectSame((await client.GET('/v1/carrier-accounts')).data?.carrier_accounts.length, 0)
  const { carrier, service, rate_cents } = rate
  const batch = await client.POST('/v1/batches', {
    body: { items: [{ ...shipment, carrier, service, rate_cents }] },
  })
  expectSame(batch.data?.items.length, 1)
  expectSame((await client.GET('/v1/wallet')).data?.unlimited, true)
  const voided = await client.DELETE('/v1/labels/{id}', { params: { path } })
  expectSame(voided.data?.void_status, 'requested')
}

/** Explains an error response. The compiler knows every error code, and that some errors lack a field. */
async function explainRefusal(
  client: ReturnType<typeof createClient<paths>>,
  rateId: string,
): Promise<string> {
  const { error: refused } = await client.POST('/v1/labels', { body: { rate_id: rateId } })
  if (refused === undefined) return 'bought'
  const { error } = refused
  switch (error.code) {
    case 'AUTH.KEY.INSUFFICIENT_SCOPE':
      return `${error.required_scope} is not among ${error.key_scopes?.join()}`
    case 'VALIDATION.FIELD.REQUIRED':
    case 'VALIDATION.FIELD.INVALID':
      // @ts-expect-error not every error has a field
      return error.field
    // @ts-expect-error there is no such code
    case 'RATE.UNKNOWN':
      return ''
    default:
      return error.message
  }
}

export function printEvent(
  event: webhooks['label.created']['post']['requestBody']['content']['application/json'],
): string {
  return event.data.tracking_number
}

export async function callControlProtocol(baseUrl: string): Promise<void> {
  const client = createClient<ControlPaths>({ baseUrl })
  expectSame((await client.GET('/')).data?.protocol, '1')
  const made = await client.POST('/accounts', {
    body: { id: 'openapi-typescript', clock: { mode: 'frozen' } },
  })
  const params = { path: { account: requirePresent(made.data, 'account').id } }
  expectSame((await client.GET('/accounts/{account}', { params })).data?.id, made.data?.id)
  expectSame((await client.GET('/accounts/{account}/clock', { params })).data?.mode, 'frozen')
  const advanced = await client.POST('/accounts/{account}/clock/advance', { params, body: { by: '1h' } })
  expectSame(advanced.data?.fired.length, 0)
  const changed = await client.PATCH('/accounts/{account}/wallet', { params, body: { balance_cents: 7 } })
  expectSame(changed.data?.balance_cents, 7)
  expectSame((await client.POST('/accounts/{account}/faults', { params, body: fault })).data?.hits, 0)
  expectSame((await client.GET('/accounts/{account}/faults', { params })).data?.faults.length, 1)
  expectSame((await client.GET('/accounts/{account}/labels', { params })).data?.labels.length, 0)
  expectSame((await client.DELETE('/accounts/{account}', { params })).response.status, 204)
}
