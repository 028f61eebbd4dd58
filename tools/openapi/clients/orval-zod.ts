import * as control from '../control/orval-zod.ts'
import * as service from '../service/orval-zod.ts'
import {
  address,
  expectSame,
  fault,
  parcelToTrack,
  replaceGlobalFetch,
  requirePresent,
  shipment,
} from './bodies.ts'

/** Sends a request that fits a schema, and returns the response for another schema to read. */
async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(path, {
    method,
    ...(body !== undefined && { headers, body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.status === 204 ? undefined : answer.json()
}

export async function callService(baseUrl: string, key: string): Promise<void> {
  replaceGlobalFetch(baseUrl, { Authorization: `Bearer ${key}` })
  const checked = service.validateAddressBody.parse(address)
  const validated = service.validateAddressResponse.parse(
    await send('POST', '/v1/addresses/validate', checked),
  )
  expectSame(validated.valid, true)
  const wanted = service.createRatesBody.parse(shipment)
  const quoted = service.createRatesResponse.parse(await send('POST', '/v1/rates', wanted))
  const rate = requirePresent(quoted.rates[0], 'rate')
  const chosen = service.buyLabelBody.parse({ rate_id: rate.id })
  const { id } = service.getLabelResponse.pick({ id: true }).parse(await send('POST', '/v1/labels', chosen))
  const label = service.getLabelResponse.parse(await send('GET', `/v1/labels/${id}`))
  expectSame(label.id, id)
  const followed = service.registerTrackerBody.parse(parcelToTrack)
  const registered = service.getTrackerResponse.parse(await send('POST', '/v1/trackers', followed))
  const tracker = service.getTrackerResponse.parse(await send('GET', `/v1/trackers/${registered.id}`))
  expectSame(tracker.status, 'delivered')
  const accounts = service.listCarrierAccountsResponse.parse(await send('GET', '/v1/carrier-accounts'))
  expectSame(accounts.carrier_accounts.length, 0)
  const { carrier, service: name, rate_cents } = rate
  const items = service.createBatchBody.parse({
    items: [{ ...shipment, carrier, service: name, rate_cents }],
  })
  const batch = service.getBatchResponse.pick({ items: true }).parse(await send('POST', '/v1/batches', items))
  expectSame(batch.items.length, 1)
  expectSame(service.getWalletResponse.parse(await send('GET', '/v1/wallet')).unlimited, true)
  expectSame(
    service.voidLabelResponse.parse(await send('DELETE', `/v1/labels/${id}`)).void_status,
    'requested',
  )
}

export async function callControlProtocol(baseUrl: string): Promise<void> {
  replaceGlobalFetch(baseUrl)
  expectSame(control.discoverResponse.parse(await send('GET', '/')).protocol, '1')
  const account = control.createAccountBody.parse({ id: 'orval-zod', clock: { mode: 'frozen' } })
  await send('POST', '/accounts', account)
  const at = '/accounts/orval-zod'
  expectSame(control.getAccountResponse.parse(await send('GET', at)).id, 'orval-zod')
  expectSame(control.getClockResponse.parse(await send('GET', `${at}/clock`)).mode, 'frozen')
  const move = control.advanceClockBody.parse({ by: '1h' })
  const advanced = control.advanceClockResponse.parse(await send('POST', `${at}/clock/advance`, move))
  expectSame(advanced.fired.length, 0)
  const change = control.changeWalletBody.parse({ balance_cents: 7 })
  const wallet = control.changeWalletResponse.parse(await send('PATCH', `${at}/wallet`, change))
  expectSame(wallet.balance_cents, 7)
  await send('POST', `${at}/faults`, control.addFaultBody.parse(fault))
  expectSame(control.listFaultsResponse.parse(await send('GET', `${at}/faults`)).faults.length, 1)
  expectSame(control.listLabelsResponse.parse(await send('GET', `${at}/labels`)).labels.length, 0)
  expectSame(await send('DELETE', at), undefined)
}
