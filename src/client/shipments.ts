import type { RatesBody } from '../simulator/bodies/rates.ts'
import type { ShipmentBody } from '../simulator/bodies/shipments.ts'
import type { Control } from './http/control.ts'
import { askForList, type ListFilter } from './lists.ts'

/** The account's shipping history. */
export interface AccountShipments {
  /** Returns shipments, newest first; all of them without a limit. */
  list(filter?: ListFilter): Promise<readonly ShipmentBody[]>
  /** Returns new rates for a past shipment's addresses and parcel. */
  clone(id: string): Promise<Pick<RatesBody, 'rates'>>
}

/** Returns the shipments of the account at path `account`; makes no call. */
export function openShipments(control: Control, account: string): AccountShipments {
  const path = `${account}/shipments`
  return {
    list: async (filter = {}) =>
      (await askForList<ShipmentBody>(control, { path, name: 'shipments', filter })).bodies,
    clone: (id) => control.ask({ method: 'POST', path: `${path}/${encodeURIComponent(id)}/clone` }),
  }
}
