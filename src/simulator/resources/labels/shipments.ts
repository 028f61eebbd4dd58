import type { Context } from '../../accounts/context.ts'
import type { LabelRecord, ShipmentRecord } from '../../accounts/records/labels.ts'
import type { ShipmentBody } from '../../bodies/shipments.ts'
import { findCarrier, findService } from '../../carriers/carrier.ts'
import { quoteService } from '../../carriers/quote.ts'
import { toTimestamp } from '../../time/timestamp.ts'
import { buildParcelBody } from '../parcel-body.ts'

/** Returns the shipment record of a label (specification, Label). */
export function findShipmentOfLabel(context: Context, label: LabelRecord): ShipmentRecord {
  const shipment = context.state.shipments.get(label.shipmentId)
  if (shipment === undefined) throw new Error(`${label.id} has no shipment record`)
  return shipment
}

/** Returns a shipment as the control protocol lists it. */
export function buildShipmentBody(context: Context, shipment: ShipmentRecord): ShipmentBody {
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
    parcel: buildParcelBody(shipment.parcel),
    created_at: toTimestamp(shipment.createdAtMs),
  }
}

/**
 * Returns the date, YYYY-MM-DD, by which the carrier promises to deliver. It is computed as for a rate at the time of
 * the purchase. Undefined if the carrier has no such service any more.
 */
export function computePromisedDate(context: Context, label: LabelRecord): string | undefined {
  const carrier = findCarrier(label.carrier)
  const service = carrier && findService(carrier, label.service)
  if (carrier === undefined || service === undefined) return undefined
  const { from, to, parcel } = findShipmentOfLabel(context, label)
  const { createdAtMs: shipAtMs, accountType } = label
  return quoteService(carrier, service, { from, to, parcel, shipAtMs, accountType }).carrierEta
}
