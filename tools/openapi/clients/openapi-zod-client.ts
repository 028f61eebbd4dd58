import { createApiClient as createControlClient } from '../control/openapi-zod-client.ts'
import { createApiClient } from '../service/openapi-zod-client.ts'
import { address, expectSame, fault, parcelToTrack, requirePresent, shipment } from './bodies.ts'

/**
 * Calls the service with a client that checks each request and response against its schemas, and throws for a mismatch.
 */
export async function callService(baseUrl: string, key: string): Promise<void> {
  const service = createApiClient(baseUrl, {
    axiosConfig: { headers: { Authorization: `Bearer ${key}` } },
  })
  expectSame((await service.post('/v1/addresses/validate', address)).valid, true)
  const rate = requirePresent((await service.post('/v1/rates', shipment)).rates[0], 'rate')
  const label = await service.post('/v1/labels', { rate_id: rate.id })
  const params = { id: label.id }
  expectSame((await service.get('/v1/labels/:id', { params })).tracking_number, label.tracking_number)
  const { id } = await service.post('/v1/trackers', parcelToTrack)
  expectSame((await service.get('/v1/trackers/:id', { params: { id } })).status, 'delivered')
  expectSame((await service.get('/v1/carrier-accounts')).carrier_accounts.length, 0)
  const { carrier, service: name, rate_cents } = rate
  const items = [{ ...shipment, carrier, service: name, rate_cents }]
  expectSame((await service.post('/v1/batches', { items })).items.length, 1)
  expectSame((await service.get('/v1/wallet')).unlimited, true)
  const voided = await service.delete('/v1/labels/:id', undefined, { params })
  expectSame(voided.void_status, 'requested')
}

export async function callControlProtocol(baseUrl: string): Promise<void> {
  const control = createControlClient(baseUrl)
  expectSame((await control.get('/')).protocol, '1')
  const made = await control.post('/accounts', { id: 'openapi-zod-client', clock: { mode: 'frozen' } })
  const params = { account: made.id }
  expectSame((await control.get('/accounts/:account', { params })).id, made.id)
  expectSame((await control.get('/accounts/:account/clock', { params })).mode, 'frozen')
  const advanced = await control.post('/accounts/:account/clock/advance', { by: '1h' }, { params })
  expectSame(advanced.fired.length, 0)
  const changed = await control.patch('/accounts/:account/wallet', { balance_cents: 7 }, { params })
  expectSame(changed.balance_cents, 7)
  expectSame((await control.post('/accounts/:account/faults', fault, { params })).hits, 0)
  expectSame((await control.get('/accounts/:account/faults', { params })).faults.length, 1)
  expectSame((await control.get('/accounts/:account/labels', { params })).labels.length, 0)
  await control.delete('/accounts/:account', undefined, { params })
}
