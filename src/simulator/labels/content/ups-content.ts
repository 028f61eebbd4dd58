import ups from '../../../../fixtures/labels/ups.json' with { type: 'json' }
import type { LabelDrawing } from '../drawing.ts'
import { findServiceMark, layouts } from '../layout.ts'
import type { Message } from '../symbol.ts'
import {
  composeCommonTexts,
  composeTrackingSymbol,
  findZip5,
  type LabelContent,
  toPlainCharacters,
} from './content.ts'
import { formatBilledPounds, formatDayOfYear, formatShipDay } from './ship-facts.ts'

const numericCountries: ReadonlyMap<string, string> = new Map(Object.entries(ups.numericCountries))
/** The number that a label prints for a country that `numericCountries` lacks. ISO 3166-1 leaves 999 to its users. */
const otherCountry = '999'
/** The maximum length of the street in MaxiCode's secondary message, which needs room for other data. */
const streetLength = 10
const cityLength = 12
const maxPrintedPounds = 999

/**
 * Returns the content of a UPS label: MaxiCode and postal barcode for routing, service icon, tracking number in Code
 * 128.
 */
export function composeUpsContent(drawing: LabelDrawing): LabelContent {
  const { to, parcel } = drawing
  const { day, monthName, year } = formatShipDay(drawing.createdAtMs)
  const zip = findZip5(to)
  return {
    texts: {
      ...composeCommonTexts(drawing, { phone: true }),
      weight: `${formatBilledPounds(parcel)} LBS`,
      shipDate: `${day} ${monthName} ${year}`,
      routing:
        zip === undefined
          ? toPlainCharacters(`${to.country} ${to.zip}`, 12)
          : `${toPlainCharacters(to.state, 2)} ${zip.slice(0, 3)} ${zip.slice(3)}`,
    },
    symbols: {
      maxicode: composeMaxiCode(drawing),
      postal: zip === undefined ? undefined : { symbology: 'gs1-128', text: `(420)${zip}` },
      tracking: composeTrackingSymbol(drawing),
    },
  }
}

/**
 * Returns destination, service class and tracking number in the format that parcel sorters read from a
 * MaxiCode.
 */
function composeMaxiCode(drawing: LabelDrawing): Message {
  const { to } = drawing
  const zip = findZip5(to)
  const postcode = zip === undefined ? toPlainCharacters(to.zip, 6) || '0' : `${zip}0000`
  const fields = [
    `96${postcode}`,
    numericCountries.get(to.country.toUpperCase()) ?? otherCountry,
    findServiceMark(layouts.UPS, drawing.service).code || '000',
    toPlainCharacters(drawing.trackingNumber, 22),
    'UPSN',
    '',
    formatDayOfYear(drawing.createdAtMs),
    '',
    '1/1',
    String(Math.min(maxPrintedPounds, Number(formatBilledPounds(drawing.parcel)))),
    'N',
    toPlainCharacters(to.street1, streetLength),
    toPlainCharacters(to.city, cityLength),
    toPlainCharacters(to.state, 2),
  ]
  return {
    symbology: 'maxicode',
    text: `[)>^03001^029${fields.join('^029')}^030^004`,
    options: { parse: true, mode: zip === undefined ? 3 : 2 },
  }
}
