import type { LabelDrawing } from '../drawing.ts'
import { findServiceMark, layouts } from '../layout.ts'
import type { Message } from '../symbol.ts'
import {
  composeCommonTexts,
  composeTrackingSymbol,
  joinPlaceCodes,
  type LabelContent,
  toPlainCharacters,
} from './content.ts'
import { formatPounds, formatShipDay } from './ship-facts.ts'

const separator = '\u001d'

/**
 * Returns the content of a FedEx label: PDF417 with the shipment, service letter, routing, tracking number in Code 128.
 */
export function composeFedexContent(drawing: LabelDrawing): LabelContent {
  const { from, to, parcel } = drawing
  const { day, monthName, year } = formatShipDay(drawing.createdAtMs)
  return {
    texts: {
      ...composeCommonTexts(drawing, { phone: true }),
      origin: `ORIGIN ${joinPlaceCodes(toPlainCharacters(from.state, 3), toPlainCharacters(from.country, 2))}`,
      weight: `ACTWGT: ${formatPounds(parcel)} LB`,
      shipDate: `SHIP DATE: ${day}${monthName}${year.slice(-2)}`,
      destination: joinPlaceCodes(toPlainCharacters(to.state, 3), toPlainCharacters(to.country, 2)),
      postcode: toPlainCharacters(to.zip, 10),
    },
    symbols: { shipment: composeShipmentRecord(drawing), tracking: composeTrackingSymbol(drawing) },
  }
}

function composeShipmentRecord(drawing: LabelDrawing): Message {
  const { to } = drawing
  const fields = [
    `02${toPlainCharacters(to.zip, 9)}`,
    toPlainCharacters(to.country, 2),
    findServiceMark(layouts.FedEx, drawing.service).code,
    drawing.trackingNumber,
    'FDE',
    '1/1',
    `${formatPounds(drawing.parcel).slice(0, 9)}LB`,
    'N',
    toPlainCharacters(to.street1, 24),
    toPlainCharacters(to.city, 18),
    toPlainCharacters(to.state, 3),
    toPlainCharacters(to.name ?? '', 24),
  ]
  return {
    symbology: 'pdf417',
    text: `[)>\u001e01${separator}${fields.join(separator)}\u001e\u0004`,
    options: { columns: 6, eclevel: 3 },
  }
}
