import type { LabelDrawing } from '../drawing.ts'
import { commonTexts, type LabelContent, placeCodes, plainCharacters, trackingSymbol } from './content.ts'
import { kilograms, pounds, shipDay } from './ship-facts.ts'

/** Returns a DHL label: product code, routing bar, waybill number in Code 128, routing code in another. */
export function composeDhl(drawing: LabelDrawing): LabelContent {
  const { from, to, parcel } = drawing
  const { day, month, year } = shipDay(drawing.createdAtMs)
  const country = plainCharacters(to.country, 2)
  const postcode = plainCharacters(to.zip, 10).replaceAll(' ', '')
  return {
    texts: {
      ...commonTexts(drawing, { phone: true }),
      weight: `${pounds(parcel)} lb / ${kilograms(parcel)} kg`,
      shipDate: `${year}-${month}-${day}`,
      origin: placeCodes(plainCharacters(from.country, 2), plainCharacters(from.state, 3)),
      destination: placeCodes(country, plainCharacters(to.state, 3), postcode),
      routing: `(2L) ${country}${postcode}`,
    },
    symbols: {
      tracking: trackingSymbol(drawing),
      routing: { symbology: 'code128', text: `2L${country}${postcode}` },
    },
  }
}
