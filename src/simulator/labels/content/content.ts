import type { LabelDrawing } from '../drawing.ts'
import { toLatin } from '../latin.ts'
import { findServiceMark, layouts } from '../layout.ts'
import type { Message } from '../symbol.ts'
import { formatAddressLines } from './address-lines.ts'
import { formatSides } from './ship-facts.ts'
import { formatTrackingNumber } from './tracking-groups.ts'

/** The texts and barcodes of a label, by the fields of its layout. Empty ones leave their places blank. */
export interface LabelContent {
  readonly texts: Readonly<Record<string, string>>
  readonly symbols: Readonly<Record<string, Message | undefined>>
}

/** Returns the texts that the labels of every carrier have. */
export function composeCommonTexts(drawing: LabelDrawing, options: { readonly phone: boolean }) {
  const { carrier, from, to, service, trackingNumber } = drawing
  const abroad = from.country.toUpperCase() !== to.country.toUpperCase()
  const named = service.toLowerCase().startsWith(carrier.toLowerCase())
  return {
    from: formatAddressLines(from, { abroad, phone: options.phone }),
    to: formatAddressLines(to, { abroad, phone: options.phone }),
    service: toLatin(named ? service : `${carrier} ${service}`),
    mark: findServiceMark(layouts[carrier], service).mark,
    tracking: formatTrackingNumber(toLatin(trackingNumber)),
    sides: `${formatSides(drawing.parcel)} in`,
    reference: toLatin(
      `${drawing.labelId}  ${trackingNumber}  ${drawing.environment === 'test' ? 'TEST' : 'LIVE, SIMULATED'}`,
    ),
  }
}

/**
 * Returns the barcode of the tracking number. Throws a RangeError for characters that a scanner would not
 * read back exactly.
 */
export function composeTrackingSymbol(drawing: LabelDrawing): Message {
  if (!/^[\x21-\x7E]+$/.test(drawing.trackingNumber)) {
    throw new RangeError(
      `A tracking number is letters, digits and signs of ASCII, not "${drawing.trackingNumber}".`,
    )
  }
  return { symbology: 'code128', text: drawing.trackingNumber }
}

/** Returns the five digits of a US ZIP; undefined for any other postcode. */
export function findZip5(address: { readonly country: string; readonly zip: string }): string | undefined {
  if (address.country.toUpperCase() !== 'US') return undefined
  return /^\s*(\d{5})/.exec(address.zip)?.[1]
}

/**
 * Returns the text in capitals, digits and spaces only, cut to a length. Every barcode symbology can encode these
 * characters.
 */
export function toPlainCharacters(text: string, length: number): string {
  return toLatin(text)
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9 ]/g, '')
    .slice(0, length)
}

/**
 * Joins the codes of a place, such as state and country, with hyphens. It leaves out empty codes, such as the state of
 * a country without states.
 */
export function joinPlaceCodes(...codes: readonly string[]): string {
  return codes.filter((code) => code !== '').join('-')
}
