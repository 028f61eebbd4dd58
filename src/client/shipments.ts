import type { RatesBody } from '../simulator/bodies/rates.ts'
import type { ShipmentBody } from '../simulator/bodies/shipments.ts'
import type { ControlCaller } from './http/control.ts'
import { fetchList, type ListFilter } from './lists.ts'

/** The account's shipping history. */
export interface AccountShipments {
  /** Returns shipments, newest first; without a limit, all of them. */
  list(filter?: ListFilter): Promise<readonly ShipmentBody[]>
  /** Returns new rates for a past shipment's addresses and parcel. */
  clone(id: string): Promise<Pick<RatesBody, 'rates'>>
}

/** Returns an object with the calls for the shipments of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountShipments(control: ControlCaller, accountPath: string): AccountShipments {
  const path = `${accountPath}/shipments`
  return {
    list: async (filter = {}) =>
      (await fetchList<ShipmentBody>(control, { path, name: 'shipments', filter })).bodies,
    clone: (id) => control.fetchJson({ method: 'POST', path: `${path}/${encodeURIComponent(id)}/clone` }),
  }
}
