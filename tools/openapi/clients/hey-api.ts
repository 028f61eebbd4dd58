import * as controlClient from '../control/hey-api/client.gen.ts'
import * as control from '../control/hey-api/index.ts'
import * as serviceClient from '../service/hey-api/client.gen.ts'
import * as service from '../service/hey-api/index.ts'
import { address, expectSame, fault, parcelToTrack, requirePresent, shipment } from './bodies.ts'

export async function callService(baseUrl: string, key: string): Promise<void> {
  serviceClient.client.setConfig({ baseUrl, auth: key })
  expectSame((await service.validateAddress({ body: address })).data?.valid, true)
  const rate = requirePresent((await service.createRates({ body: shipment })).data?.rates[0], 'rate')
  const label = requirePresent((await service.buyLabel({ body: { rate_id: rate.id } })).data, 'label')
  const path = { id: label.id }
  expectSame((await service.getLabel({ path })).data?.tracking_number, label.tracking_number)
  const tracker = requirePresent((await service.registerTracker({ body: parcelToTrack })).data, 'tracker')
  expectSame((await service.getTracker({ path: { id: tracker.id } })).data?.status, 'delivered')
  expectSame((await service.listCarrierAccounts()).data?.carrier_accounts.length, 0)
  const { carrier, service: name, rate_cents } = rate
  const items = [{ ...shipment, carrier, service: name, rate_cents }]
  expectSame((await service.createBatch({ body: { items } })).data?.items.length, 1)
  expectSame((await service.getWallet()).data?.unlimited, true)
  expectSame((await service.voidLabel({ path })).data?.void_status, 'requested')
}

export async function callControlProtocol(baseUrl: string): Promise<void> {
  controlClient.client.setConfig({ baseUrl })
  expectSame((await control.discover()).data?.protocol, '1')
  const body = { id: 'hey-api', clock: { mode: 'frozen' as const } }
  const path = { account: requirePresent((await control.createAccount({ body })).data, 'account').id }
  expectSame((await control.getAccount({ path })).data?.id, 'hey-api')
  expectSame((await control.getClock({ path })).data?.mode, 'frozen')
  expectSame((await control.advanceClock({ path, body: { by: '1h' } })).data?.fired.length, 0)
  expectSame((await control.changeWallet({ path, body: { balance_cents: 7 } })).data?.balance_cents, 7)
  expectSame((await control.addFault({ path, body: fault })).data?.hits, 0)
  expectSame((await control.listFaults({ path })).data?.faults.length, 1)
  expectSame((await control.listLabels({ path })).data?.labels.length, 0)
  expectSame((await control.deleteAccount({ path })).response?.status, 204)
}
