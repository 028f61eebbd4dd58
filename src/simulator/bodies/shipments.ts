import type { Address, CarrierName, Environment } from '../specification/model.ts'

/** A parcel as the wire shows it (specification, Parcel). */
export interface ParcelBody {
  readonly weight_oz: number
  readonly length: number
  readonly width: number
  readonly height: number
}

/** A shipment as the control protocol shows it: what the dashboard's shipping history has. */
export interface ShipmentBody {
  readonly id: string
  readonly label_id: string
  readonly environment: Environment
  readonly carrier: CarrierName | null
  readonly service: string | null
  readonly tracking_number: string | null
  readonly from_address: Address
  readonly to_address: Address
  readonly parcel: ParcelBody
  readonly created_at: string
}
