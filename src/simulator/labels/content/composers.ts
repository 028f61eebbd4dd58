import type { CarrierName } from '../../specification/model.ts'
import type { LabelDrawing } from '../drawing.ts'
import type { LabelContent } from './content.ts'
import { composeDhl } from './dhl-content.ts'
import { composeFedex } from './fedex-content.ts'
import { composeUps } from './ups-content.ts'
import { composeUsps } from './usps-content.ts'

/** Per carrier, the function that fills its label from a drawing. */
export const composers: Readonly<Record<CarrierName, (drawing: LabelDrawing) => LabelContent>> = {
  DHL: composeDhl,
  FedEx: composeFedex,
  UPS: composeUps,
  USPS: composeUsps,
}
