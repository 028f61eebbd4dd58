import * as control from '../control/orval.ts'
import * as service from '../service/orval.ts'
import {
  address,
  expectSame,
  fault,
  parcelToTrack,
  replaceGlobalFetch,
  requirePresent,
  shipment,
} from './bodies.ts'

export async function callService(baseUrl: string, key: string): Promise<void> {
  replaceGlobalFetch(baseUrl, { Authorization: `Bearer ${key}` })
  const validated = await service.validateAddress(address)
  expectSame(validated.status === 200 && validated.data.valid, true)
  const quoted = await service.createRates(shipment)
  const rate = requirePresent(quoted.status === 200 ? quoted.data.rates[0] : undefined, 'rate')
  const bought = await service.buyLabel({ rate_id: rate.id })
  const label = requirePresent(bought.status === 201 ? bought.data : undefined, 'label')
  const read = await service.getLabel(label.id)
  expectSame(read.status === 200 && read.data.tracking_number, label.tracking_number)
  const tracked = await service.registerTracker(parcelToTrack)
  const tracker = requirePresent(tracked.status === 201 ? tracked.data : undefined, 'tracker')
  const followed = await service.getTracker(tracker.id)
  expectSame(followed.status === 200 && followed.data.status, 'delivered')
  const accounts = await service.listCarrierAccounts()
  expectSame(accounts.status === 200 && accounts.data.carrier_accounts.length, 0)
  const { carrier, service: name, rate_cents } = rate
  const batch = await service.createBatch({ items: [{ ...shipment, carrier, service: name, rate_cents }] })
  expectSame(batch.status === 201 && batch.data.items.length, 1)
  const wallet = await service.getWallet()
  expectSame(wallet.status === 200 && wallet.data.unlimited, true)
  const voided = await service.voidLabel(label.id)
  expectSame(voided.status === 200 && voided.data.void_status, 'requested')
}

export async function callControlProtocol(baseUrl: string): Promise<void> {
  replaceGlobalFetch(baseUrl)
  const discovered = await control.discover()
  expectSame(discovered.status === 200 && discovered.data.protocol, '1')
  const id = 'orval'
  expectSame((await control.createAccount({ id, clock: { mode: 'frozen' } })).status, 201)
  const account = await control.getAccount(id)
  expectSame(account.status === 200 && account.data.id, id)
  const clock = await control.getClock(id)
  expectSame(clock.status === 200 && clock.data.mode, 'frozen')
  const advanced = await control.advanceClock(id, { by: '1h' })
  expectSame(advanced.status === 200 && advanced.data.fired.length, 0)
  const changed = await control.changeWallet(id, { balance_cents: 7 })
  expectSame(changed.status === 200 && changed.data.balance_cents, 7)
  const added = await control.addFault(id, fault)
  expectSame(added.status === 201 && added.data.hits, 0)
  const faults = await control.listFaults(id)
  expectSame(faults.status === 200 && faults.data.faults.length, 1)
  const labels = await control.listLabels(id)
  expectSame(labels.status === 200 && labels.data.labels.length, 0)
  expectSame((await control.deleteAccount(id)).status, 204)
}
