import type { CarrierName } from '../../specification/model.ts'
import type { LabelDrawing } from '../drawing.ts'
import type { LabelContent } from './content.ts'
import { composeDhlContent } from './dhl-content.ts'
import { composeFedexContent } from './fedex-content.ts'
import { composeUpsContent } from './ups-content.ts'
import { composeUspsContent } from './usps-content.ts'

/** The functions that compose the content of a label, by carrier. */
export const composers: Readonly<Record<CarrierName, (drawing: LabelDrawing) => LabelContent>> = {
  DHL: composeDhlContent,
  FedEx: composeFedexContent,
  UPS: composeUpsContent,
  USPS: composeUspsContent,
}
