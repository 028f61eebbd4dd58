import type { LabelDrawing } from '../drawing.ts'
import type { Message } from '../symbol.ts'
import { commonTexts, type LabelContent, trackingSymbol, zip5 } from './content.ts'
import { poundsAndOunces, shipDay } from './ship-facts.ts'

/** Returns a Postal Service label: letter box, service banner, routing and tracking number in one GS1-128. */
export function composeUsps(drawing: LabelDrawing): LabelContent {
  const { day, month, year } = shipDay(drawing.createdAtMs)
  return {
    texts: {
      ...commonTexts(drawing, { phone: false }),
      weight: poundsAndOunces(drawing.parcel),
      shipDate: `${month}/${day}/${year}`,
    },
    symbols: { tracking: intelligentMail(drawing) },
  }
}

/** Puts the postal routing (420 and the ZIP) before the number, if both have the right form. */
function intelligentMail(drawing: LabelDrawing): Message {
  const zip = zip5(drawing.to)
  const number = /^(9\d)(\d{20})$/.exec(drawing.trackingNumber)
  if (zip === undefined || number === null) return trackingSymbol(drawing)
  const [, identifier, rest] = number
  return { symbology: 'gs1-128', text: `(420)${zip}(${identifier})${rest}` }
}
