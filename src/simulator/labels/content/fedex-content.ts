import type { LabelDrawing } from '../drawing.ts'
import { layouts, serviceMark } from '../layout.ts'
import type { Message } from '../symbol.ts'
import { commonTexts, type LabelContent, placeCodes, plainCharacters, trackingSymbol } from './content.ts'
import { pounds, shipDay } from './ship-facts.ts'

const separator = '\u001d'

/** Returns a FedEx label: PDF417 with the shipment, service letter, routing, tracking number in Code 128. */
export function composeFedex(drawing: LabelDrawing): LabelContent {
  const { from, to, parcel } = drawing
  const { day, monthName, year } = shipDay(drawing.createdAtMs)
  return {
    texts: {
      ...commonTexts(drawing, { phone: true }),
      origin: `ORIGIN ${placeCodes(plainCharacters(from.state, 3), plainCharacters(from.country, 2))}`,
      weight: `ACTWGT: ${pounds(parcel)} LB`,
      shipDate: `SHIP DATE: ${day}${monthName}${year.slice(-2)}`,
      destination: placeCodes(plainCharacters(to.state, 3), plainCharacters(to.country, 2)),
      postcode: plainCharacters(to.zip, 10),
    },
    symbols: { shipment: shipmentRecord(drawing), tracking: trackingSymbol(drawing) },
  }
}

function shipmentRecord(drawing: LabelDrawing): Message {
  const { to } = drawing
  const fields = [
    `02${plainCharacters(to.zip, 9)}`,
    plainCharacters(to.country, 2),
    serviceMark(layouts.FedEx, drawing.service).code,
    drawing.trackingNumber,
    'FDE',
    '1/1',
    `${pounds(drawing.parcel).slice(0, 9)}LB`,
    'N',
    plainCharacters(to.street1, 24),
    plainCharacters(to.city, 18),
    plainCharacters(to.state, 3),
    plainCharacters(to.name ?? '', 24),
  ]
  return {
    symbology: 'pdf417',
    text: `[)>\u001e01${separator}${fields.join(separator)}\u001e\u0004`,
    options: { columns: 6, eclevel: 3 },
  }
}
