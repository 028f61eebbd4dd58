import type { Context } from '../accounts/context.ts'
import type { LabelRecord, ShipmentRecord } from '../accounts/records/labels.ts'
import type { Address, CarrierName, Environment } from '../specification/model.ts'
import { toTimestamp } from '../time/timestamp.ts'
import { type ParcelBody, showParcel } from './parcel-body.ts'

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

/** The shipment record that every label has (specification, Label). */
export function shipmentOf(context: Context, label: LabelRecord): ShipmentRecord {
  const shipment = context.state.shipments.get(label.shipmentId)
  if (shipment === undefined) throw new Error(`${label.id} has no shipment record`)
  return shipment
}

export function showShipment(context: Context, shipment: ShipmentRecord): ShipmentBody {
  const label = context.state.labels.get(shipment.labelId)
  return {
    id: shipment.id,
    label_id: shipment.labelId,
    environment: shipment.environment,
    carrier: label?.carrier ?? null,
    service: label?.service ?? null,
    tracking_number: label?.trackingNumber ?? null,
    from_address: shipment.from,
    to_address: shipment.to,
    parcel: showParcel(shipment.parcel),
    created_at: toTimestamp(shipment.createdAtMs),
  }
}
