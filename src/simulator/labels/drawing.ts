import type { Address, CarrierName, Environment, Parcel } from '../specification/model.ts'

/** The data that are printed on a label. */
export interface LabelDrawing {
  readonly labelId: string
  readonly carrier: CarrierName
  readonly service: string
  readonly trackingNumber: string
  readonly from: Address
  readonly to: Address
  readonly parcel: Parcel
  readonly createdAtMs: number
  readonly environment: Environment
}
