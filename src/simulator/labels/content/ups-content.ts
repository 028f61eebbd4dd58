import ups from '../../../../fixtures/labels/ups.json' with { type: 'json' }
import type { LabelDrawing } from '../drawing.ts'
import { layouts, serviceMark } from '../layout.ts'
import type { Message } from '../symbol.ts'
import { commonTexts, type LabelContent, plainCharacters, trackingSymbol, zip5 } from './content.ts'
import { billedPounds, dayOfYear, shipDay } from './ship-facts.ts'

const numericCountries: ReadonlyMap<string, string> = new Map(Object.entries(ups.numericCountries))
/** For a country that the table lacks: ISO 3166-1 reserves 999 for users. */
const otherCountry = '999'
/** Longest street and city that leave room for the rest of MaxiCode's secondary message. */
const streetLength = 10
const cityLength = 12
const heaviestWritten = 999

/**
 * Returns a UPS label: MaxiCode and postal barcode for routing, service icon, tracking number in Code 128.
 */
export function composeUps(drawing: LabelDrawing): LabelContent {
  const { to, parcel } = drawing
  const { day, monthName, year } = shipDay(drawing.createdAtMs)
  const zip = zip5(to)
  return {
    texts: {
      ...commonTexts(drawing, { phone: true }),
      weight: `${billedPounds(parcel)} LBS`,
      shipDate: `${day} ${monthName} ${year}`,
      routing:
        zip === undefined
          ? plainCharacters(`${to.country} ${to.zip}`, 12)
          : `${plainCharacters(to.state, 2)} ${zip.slice(0, 3)} ${zip.slice(3)}`,
    },
    symbols: {
      maxicode: structuredCarrierMessage(drawing),
      postal: zip === undefined ? undefined : { symbology: 'gs1-128', text: `(420)${zip}` },
      tracking: trackingSymbol(drawing),
    },
  }
}

/** Destination, service class and number in the format that parcel sorters read from a MaxiCode. */
function structuredCarrierMessage(drawing: LabelDrawing): Message {
  const { to } = drawing
  const zip = zip5(to)
  const postcode = zip === undefined ? plainCharacters(to.zip, 6) || '0' : `${zip}0000`
  const fields = [
    `96${postcode}`,
    numericCountries.get(to.country.toUpperCase()) ?? otherCountry,
    serviceMark(layouts.UPS, drawing.service).code || '000',
    plainCharacters(drawing.trackingNumber, 22),
    'UPSN',
    '',
    dayOfYear(drawing.createdAtMs),
    '',
    '1/1',
    String(Math.min(heaviestWritten, Number(billedPounds(drawing.parcel)))),
    'N',
    plainCharacters(to.street1, streetLength),
    plainCharacters(to.city, cityLength),
    plainCharacters(to.state, 2),
  ]
  return {
    symbology: 'maxicode',
    text: `[)>^03001^029${fields.join('^029')}^030^004`,
    options: { parse: true, mode: zip === undefined ? 3 : 2 },
  }
}
