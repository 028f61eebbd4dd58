import type { LabelDrawing } from '../drawing.ts'
import type { Message } from '../symbol.ts'
import { composeCommonTexts, composeTrackingSymbol, findZip5, type LabelContent } from './content.ts'
import { formatPoundsAndOunces, formatShipDay } from './ship-facts.ts'

/**
 * Returns the content of a US Postal Service label: letter box, service banner, routing and tracking number in one
 * GS1-128.
 */
export function composeUspsContent(drawing: LabelDrawing): LabelContent {
  const { day, month, year } = formatShipDay(drawing.createdAtMs)
  return {
    texts: {
      ...composeCommonTexts(drawing, { phone: false }),
      weight: formatPoundsAndOunces(drawing.parcel),
      shipDate: `${month}/${day}/${year}`,
    },
    symbols: { tracking: composePostalBarcode(drawing) },
  }
}

/**
 * Returns the barcode of a USPS label: the postal routing (420 and the ZIP) before the tracking number if both have the
 * right form, otherwise the tracking number alone.
 */
function composePostalBarcode(drawing: LabelDrawing): Message {
  const zip = findZip5(drawing.to)
  const number = /^(9\d)(\d{20})$/.exec(drawing.trackingNumber)
  if (zip === undefined || number === null) return composeTrackingSymbol(drawing)
  const [, identifier, rest] = number
  return { symbology: 'gs1-128', text: `(420)${zip}(${identifier})${rest}` }
}
