import type { RateBody } from '../simulator/resources/rates.ts'
import type { ShipmentBody } from '../simulator/resources/shipments.ts'
import type { Control } from './control.ts'

/** The account's shipping history. */
export interface AccountShipments {
  /** Newest first. */
  list(): Promise<readonly ShipmentBody[]>
  /** Fresh rates for a past shipment's addresses and parcel. */
  clone(id: string): Promise<{ readonly rates: readonly RateBody[] }>
}

export function openShipments(control: Control, account: string): AccountShipments {
  const path = `${account}/shipments`
  return {
    list: async () => {
      const { shipments } = await control.ask<{ readonly shipments: readonly ShipmentBody[] }>({
        method: 'GET',
        path,
      })
      return shipments
    },
    clone: (id) => control.ask({ method: 'POST', path: `${path}/${encodeURIComponent(id)}/clone` }),
  }
}
