import { sentAddressBody } from './addresses.ts'
import { type BodyOf, body, describeSchema, id, textOrNull, timestamp } from './body-schema.ts'
import { carrier, environment } from './enums.ts'
import { parcelBody } from './parcels.ts'

/** A shipment as the control protocol shows it, for the dashboard's shipping history. */
export type ShipmentBody = BodyOf<typeof shipmentBody>
export const shipmentBody = body(
  {
    id: id('shp', 'The id of the shipment, to quote it again.'),
    label_id: id('lbl', 'The id of the label.'),
    environment,
    carrier: describeSchema(
      carrier.nullable(),
      'The carrier of the label; null if the label is no longer kept.',
    ),
    service: textOrNull("The name of the carrier's service; null if the label is no longer kept."),
    tracking_number: textOrNull('The tracking number of the label; null if the label is no longer kept.'),
    from_address: describeSchema(sentAddressBody, 'Where the parcel is sent from.'),
    to_address: describeSchema(sentAddressBody, 'Where the parcel is sent to.'),
    parcel: describeSchema(parcelBody, 'The weight and size of the parcel.'),
    created_at: timestamp('When the label was bought.'),
  },
  'The shipment record of a label: what was sent, from where and to where.',
  { id: 'Shipment' },
)
