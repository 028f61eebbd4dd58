import type { LabelDrawing } from '../drawing.ts'
import {
  composeCommonTexts,
  composeTrackingSymbol,
  joinPlaceCodes,
  type LabelContent,
  toPlainCharacters,
} from './content.ts'
import { formatKilograms, formatPounds, formatShipDay } from './ship-facts.ts'

/**
 * Returns the content of a DHL label: product code, routing bar, and two Code 128 barcodes: waybill number and routing
 * code.
 */
export function composeDhlContent(drawing: LabelDrawing): LabelContent {
  const { from, to, parcel } = drawing
  const { day, month, year } = formatShipDay(drawing.createdAtMs)
  const country = toPlainCharacters(to.country, 2)
  const postcode = toPlainCharacters(to.zip, 10).replaceAll(' ', '')
  return {
    texts: {
      ...composeCommonTexts(drawing, { phone: true }),
      weight: `${formatPounds(parcel)} lb / ${formatKilograms(parcel)} kg`,
      shipDate: `${year}-${month}-${day}`,
      origin: joinPlaceCodes(toPlainCharacters(from.country, 2), toPlainCharacters(from.state, 3)),
      destination: joinPlaceCodes(country, toPlainCharacters(to.state, 3), postcode),
      routing: `(2L) ${country}${postcode}`,
    },
    symbols: {
      tracking: composeTrackingSymbol(drawing),
      routing: { symbology: 'code128', text: `2L${country}${postcode}` },
    },
  }
}
