import * as controlConfig from '../control/kubb/.kubb/fetch.ts'
import * as control from '../control/kubb/index.ts'
import * as serviceConfig from '../service/kubb/.kubb/fetch.ts'
import * as service from '../service/kubb/index.ts'
import { address, expectSame, fault, parcelToTrack, requirePresent, shipment } from './bodies.ts'

export async function callService(baseURL: string, key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  serviceConfig.setConfig({ baseURL, headers })
  expectSame((await service.validateAddress(address)).valid, true)
  const rate = requirePresent((await service.createRates(shipment)).rates[0], 'rate')
  const label = await service.buyLabel({ rate_id: rate.id })
  expectSame((await service.getLabel(label.id)).tracking_number, label.tracking_number)
  const tracker = await service.registerTracker(parcelToTrack)
  expectSame((await service.getTracker(tracker.id)).status, 'delivered')
  expectSame((await service.listCarrierAccounts()).carrier_accounts.length, 0)
  const { carrier, service: name, rate_cents } = rate
  const items = [{ ...shipment, carrier, service: name, rate_cents }]
  expectSame((await service.createBatch({ items })).items.length, 1)
  expectSame((await service.getWallet()).unlimited, true)
  expectSame((await service.voidLabel(label.id)).void_status, 'requested')
}

export async function callControlProtocol(baseURL: string): Promise<void> {
  controlConfig.setConfig({ baseURL, headers: { 'Content-Type': 'application/json' } })
  expectSame((await control.discover()).protocol, '1')
  const { id } = await control.createAccount({ id: 'kubb', clock: { mode: 'frozen' } })
  expectSame((await control.getAccount(id)).id, 'kubb')
  expectSame((await control.getClock(id)).mode, 'frozen')
  expectSame((await control.advanceClock(id, { by: '1h' })).fired.length, 0)
  expectSame((await control.changeWallet(id, { balance_cents: 7 })).balance_cents, 7)
  expectSame((await control.addFault(id, fault)).hits, 0)
  expectSame((await control.listFaults(id)).faults.length, 1)
  expectSame((await control.listLabels(id)).labels.length, 0)
  await control.deleteAccount(id)
}
