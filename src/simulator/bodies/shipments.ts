import { sentAddressBody } from './addresses.ts'
import { type BodyOf, body, described, id, textOrNull, timestamp } from './body-schema.ts'
import { carrier, environment } from './enums.ts'
import { parcelBody } from './parcels.ts'

/** A shipment as the control protocol shows it: what the dashboard's shipping history has. */
export type ShipmentBody = BodyOf<typeof shipmentBody>
export const shipmentBody = body(
  {
    id: id('shp', 'What to clone it by.'),
    label_id: id('lbl', 'Its label.'),
    environment,
    carrier: described(
      carrier.nullable(),
      'The carrier of its label; null where the label is not known any more.',
    ),
    service: textOrNull("The name of the carrier's service; null where the label is not known any more."),
    tracking_number: textOrNull('The number of its label; null where the label is not known any more.'),
    from_address: described(sentAddressBody, 'Where the parcel is sent from.'),
    to_address: described(sentAddressBody, 'Where the parcel is sent to.'),
    parcel: described(parcelBody, 'What is sent.'),
    created_at: timestamp('When its label was bought.'),
  },
  'A shipment record, which every label has.',
)
